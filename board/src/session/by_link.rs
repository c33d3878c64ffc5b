//! Games by link: writing the link of the game on the board, and opening links.
//!
//! A link extends the stored game or is refused. The changed game is replayed before it is stored, so that a link with an illegal
//! move changes nothing.
//!
//! In Apocalypse the first player of a turn seals a choice and sends the hash; the opponent answers with a choice; the next
//! link reveals the sealed one.

use movegen::{Color, Turn};

use super::Session;
use super::table::{Table, digest_of};
use crate::link::{Link, hexadecimal};
use crate::messages::{ErrorCode, LinkView, Place, Player, Refusal, Reply};
use crate::rules;
use crate::store::{GameLink, Seal, StoredEnd, StoredGame, StoredPly};

/// Number of bytes in the number of a game.
const ID_BYTES: usize = 8;

fn conflict(why: impl Into<String>) -> Refusal {
    Refusal::new(ErrorCode::Conflict, format!("{}; your game was not changed", why.into()))
}

impl Session {
    /// Returns the link data of a new game, if one of its players is at another board.
    pub(super) fn new_link(&mut self, players: &[Player; 2]) -> Result<Option<GameLink>, Refusal> {
        let is_remote = |side: &Color| matches!(players[*side], Player::Remote { .. });
        let Some(remote) = Color::BOTH.into_iter().find(is_remote) else { return Ok(None) };
        if !matches!(players[!remote], Player::Human { .. }) {
            let why = "a game by link has a person on each side";
            return Err(Refusal::new(ErrorCode::Invalid, why).in_field("white"));
        }
        let id = hexadecimal(&self.world.secret()[..ID_BYTES]);
        Ok(Some(GameLink { id, side: Some((!remote).into()) }))
    }

    /// Writes the game on the board, or a position, as a link.
    pub(super) fn link(&mut self, position: Option<Place>) -> Result<Reply, Refusal> {
        let link = match position {
            None => link_of(self.table()?),
            Some(place) => {
                let game = self.game_at(&place)?;
                Link { variant: game.name().to_owned(), start: start_of(game.name(), &game.fen()), ..Link::default() }
            }
        };
        Ok(Reply::Link { text: link.write() })
    }

    /// Opens the game of a link.
    pub(super) fn follow(&mut self, text: &str, name: Option<String>) -> Result<Reply, Refusal> {
        let link = Link::read(text)?;
        let given = stored(&link, self.world.today())?;
        let known = match self.store.linked(&link.key())? {
            Some(id) => match &self.table {
                Some(table) if table.kept.id == id => Some(table.kept_now()),
                _ => self.store.load(id)?,
            },
            None => None,
        };
        let mut kept = match known {
            Some(known) => merged(known, given, &link)?,
            None => unknown(given, &link, name)?,
        };
        // The answer to this player's seal completes the turn.
        let now = self.world.now();
        let seals = std::mem::take(&mut kept.seals);
        let pending = std::mem::take(&mut kept.pending);
        let mut table = Table::from_stored(kept).map_err(illegal)?;
        for side in Color::BOTH {
            if let Some(choice) = &pending[side] {
                table.kept.pending[side] = Some(table.game.read_move(side, choice).map_err(illegal)?);
            }
        }
        table.kept.seals = seals;
        if let Some(texts) = table.complete().filter(|_| table.game.turn() == Turn::Both) {
            table.play(&texts, now, None).map_err(illegal)?;
        }
        self.save(&mut table)?;
        let game = self.put(table)?;
        Ok(Reply::Game { game })
    }
}

fn illegal(refusal: Refusal) -> Refusal {
    let message = format!("this link cannot be played: {}", refusal.message);
    Refusal { code: ErrorCode::Invalid, message, ..refusal }.in_field("text")
}

/// Returns the state of a game by link.
pub(super) fn view(table: &Table) -> Option<LinkView> {
    let side = table.kept.link.as_ref()?.side?;
    let me = Color::from(side);
    let ready = match (&table.kept.end, table.result()) {
        (_, None) => !table.is_to_choose(me),
        (Some(end), _) => end.score != ["1-0", "0-1"][me],
        // The player of the last move, or of the sealed choice, sends the end.
        (None, Some(_)) => table.history.last().is_some_and(|entry| match &entry.moves[..] {
            [made] => made.side == side,
            moves => moves.iter().any(|made| made.side == side && made.sealed.is_some()),
        }),
    };
    Some(LinkView { side, ready })
}

/// Returns a start position if it is not the usual one.
fn start_of(variant: &str, fen: &str) -> Option<String> {
    let usual = rules::open(variant, None).map(|game| game.first_fen()).ok();
    Some(fen.to_owned()).filter(|fen| Some(fen) != usual.as_ref())
}

fn link_of(table: &Table) -> Link {
    let kept = &table.kept;
    let own = kept.link.as_ref().and_then(|link| Some((link.id.clone(), Color::from(link.side?))));
    let mut link = Link {
        variant: kept.variant.clone(),
        names: Color::BOTH.map(|side| Some(kept.names[side].clone()).filter(|name| *name != side.name())),
        start: start_of(&kept.variant, &kept.start),
        moves: table.game.played().into_iter().flatten().flatten().collect(),
        end: kept.end.clone(),
        ..Link::default()
    };
    let Some((id, me)) = own else { return link };
    (link.id, link.to, link.offer) = (Some(id), Some(!me), kept.offer.map(Color::from));
    let sealed = |side: Color| kept.seals[side].as_ref();
    let choice = kept.pending[me].clone().or_else(|| sealed(me).map(|seal| seal.choice.clone()));
    match (sealed(!me), choice) {
        (Some(theirs), Some(choice)) => {
            link.seal = Some((!me, theirs.hash.clone()));
            link.answer = Some((me, choice));
        }
        _ => link.seal = sealed(me).map(|seal| (me, seal.hash.clone())),
    }
    let revealed = kept.plies.last().and_then(|ply| ply.seals[me].as_ref());
    link.nonce = revealed.filter(|seal| !seal.nonce.is_empty()).map(|seal| (me, seal.nonce.clone()));
    link
}

/// Replays the game of a link.
fn stored(link: &Link, today: String) -> Result<StoredGame, Refusal> {
    let mut game = rules::open(&link.variant, link.start.as_deref()).map_err(illegal)?;
    super::ask::play_all(&mut *game, &link.moves).map_err(|refusal| {
        let number = game.played().len() + 1;
        let unit = if game.turn() == Turn::Both { "turn" } else { "ply" };
        illegal(Refusal { message: format!("{unit} {number}: {}", refusal.message), ..refusal })
    })?;
    let names = Color::BOTH.map(|side| link.names[side].clone().unwrap_or_else(|| side.name().to_owned()));
    let me = link.to;
    let player = |side: Color| match me {
        Some(me) if me != side => Player::Remote { name: link.names[side].clone() },
        _ => Player::Human { name: link.names[side].clone() },
    };
    let mut kept = StoredGame {
        variant: link.variant.clone(),
        start: game.first_fen(),
        moves: game.played(),
        plies: vec![StoredPly::default(); game.played().len()],
        players: Color::BOTH.map(player),
        names,
        date: today,
        link: Some(GameLink { id: link.key(), side: me.map(Into::into) }),
        end: link.end.clone().filter(|_| game.result().is_none()),
        offer: link.offer.map(Into::into),
        ..StoredGame::default()
    };
    if let (Some((side, nonce)), Some(ply), Some(turn)) = (&link.nonce, kept.plies.last_mut(), kept.moves.last()) {
        let choice = turn[*side].clone().unwrap_or_default();
        let hash = digest_of(&choice, nonce);
        ply.seals[*side] = Some(Seal { choice, nonce: nonce.clone(), hash, strategies: None });
    }
    if game.turn() == Turn::Both && game.result().is_none() {
        if let Some((side, hash)) = &link.seal {
            kept.seals[*side] = Some(Seal { hash: hash.clone(), ..Seal::default() });
        }
        if let Some((side, choice)) = &link.answer {
            kept.pending[*side] = Some(game.read_move(*side, choice).map_err(illegal)?);
        }
    }
    Ok(kept)
}

/// Checks a game that is not in the library.
fn unknown(mut given: StoredGame, link: &Link, name: Option<String>) -> Result<StoredGame, Refusal> {
    if link.answer.is_some() {
        let why = "this link answers a sealed choice, which only the browser has in which it was made";
        return Err(Refusal::new(ErrorCode::Conflict, why));
    }
    if let Some(me) = link.to.filter(|&me| link.names[me].is_none()) {
        let player = Player::Human { name };
        given.names[me] = super::play::name_of(&player, me)?;
        given.players[me] = player;
    }
    if link.id.is_none() {
        (given.seals, given.pending, given.offer) = Default::default();
    }
    Ok(given)
}

/// Adds what is new in a link to the stored game.
fn merged(mut known: StoredGame, given: StoredGame, link: &Link) -> Result<StoredGame, Refusal> {
    let Some(me) = known.link.as_ref().and_then(|link| link.side).map(Color::from) else { return Ok(known) };
    if (&known.variant, &known.start) != (&given.variant, &given.start) {
        return Err(conflict("this link has the number of one of your games and another start position"));
    }
    if let Some(ply) = (0..known.moves.len().min(given.moves.len())).find(|&ply| known.moves[ply] != given.moves[ply]) {
        let (unit, number) = numbered(&known, ply);
        return Err(conflict(format!("this link differs from your game at {unit} {number}")));
    }
    // An old link, or one of this player.
    if given.moves.len() < known.moves.len() || (link.to == Some(!me) && given.moves.len() == known.moves.len()) {
        return Ok(known);
    }
    if let Some(end) = &known.end {
        return match given.moves.len() > known.moves.len() || given.end.as_ref().is_some_and(|given| given != end) {
            true => Err(conflict("your game is over, and the link continues it")),
            false => Ok(known),
        };
    }
    let offer = known.offer;
    if given.moves.len() > known.moves.len() {
        check_turn(&known, &given, me)?;
        let plies = given.plies.into_iter().skip(known.plies.len());
        known.plies.extend(plies);
        (known.moves, known.seals, known.pending, known.offer) = (given.moves, given.seals, given.pending, given.offer);
    } else {
        add_choices(&mut known, given.seals, given.pending, link, me)?;
        known.offer = given.offer.filter(|&by| Color::from(by) != me).or(known.offer);
    }
    if known.names[!me] == (!me).name() {
        known.names[!me].clone_from(&given.names[!me]);
    }
    if let Some(end) = given.end {
        check_end(&end, me, offer.map(Color::from))?;
        known.end = Some(end);
        known.offer = None;
    }
    Ok(known)
}

/// Returns the unit and the number of a ply for messages.
fn numbered(known: &StoredGame, ply: usize) -> (&'static str, usize) {
    match known.moves[ply].iter().flatten().count() {
        2 => ("turn", ply + 1),
        _ => ("ply", ply + 1),
    }
}

/// Checks that a turn of a link is the one that both sides have chosen.
fn check_turn(known: &StoredGame, given: &StoredGame, me: Color) -> Result<(), Refusal> {
    let at = known.moves.len();
    let turn = &given.moves[at];
    let own = known.pending[me].as_ref().or_else(|| {
        let choice = known.seals[me].as_ref().map(|seal| &seal.choice);
        choice.filter(|choice| !choice.is_empty())
    });
    if own.is_some_and(|own| turn[me].as_ref() != Some(own)) {
        return Err(conflict("this link has another choice than the one that you made"));
    }
    let theirs = known.seals[!me].as_ref();
    let revealed = given.plies[at].seals[!me].as_ref();
    if let Some(theirs) = theirs.filter(|_| given.moves.len() == at + 1)
        && revealed.is_none_or(|seal| seal.hash != theirs.hash)
    {
        return Err(conflict("the opponent's choice does not match its seal"));
    }
    Ok(())
}

/// Adds the opponent's seal, or the answer to this player's seal.
fn add_choices(
    known: &mut StoredGame,
    mut seals: [Option<Seal>; 2],
    mut pending: rules::Texts,
    link: &Link,
    me: Color,
) -> Result<(), Refusal> {
    if let Some(answer) = pending[!me].take() {
        let own = known.seals[me].as_ref().filter(|seal| !seal.choice.is_empty());
        let sealed = link.seal.as_ref().filter(|(side, _)| *side == me).map(|(_, hash)| hash);
        if own.is_none_or(|own| Some(&own.hash) != sealed) {
            return Err(conflict("this link answers a choice that you did not make here"));
        }
        known.pending[!me] = Some(answer);
        return Ok(());
    }
    if let Some(theirs) = seals[!me].take() {
        if known.seals[!me].as_ref().is_some_and(|known| known.hash != theirs.hash) {
            return Err(conflict("the opponent has sealed another choice before"));
        }
        known.seals[!me] = Some(theirs);
    }
    Ok(())
}

/// Checks that the opponent may end the game.
fn check_end(end: &StoredEnd, me: Color, offer: Option<Color>) -> Result<(), Refusal> {
    match (end.reason.as_str(), end.score.as_str()) {
        ("resignation", score) if score == ["1-0", "0-1"][me] => Ok(()),
        ("agreement", "1/2-1/2") if offer == Some(me) => Ok(()),
        ("agreement", _) => Err(conflict("this link has a draw by agreement that you did not offer")),
        _ => Err(conflict("this link has a result that the opponent cannot claim")),
    }
}
