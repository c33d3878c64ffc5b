//! The game on the board: moves, players, clocks, offers, seals; its stored form and its view.

use std::time::Duration;

use games::pgn::number_mark;
use movegen::{Color, Turn};
use sha2::{Digest, Sha256};

use super::clock::Clocks;
use crate::link::hexadecimal;
use crate::messages::{
    GameState, GameSummary, HistoryEntry, Player, Refusal, ResultView, Sealed, Side, Sides, Strategies, Thinking,
    Value, Variation,
};
use crate::rules::{self, PlayedGame, Texts};
use crate::store::{Seal, StoredEnd, StoredGame, StoredPly};

/// The game on the board.
pub(super) struct Table {
    pub(super) game: Box<dyn PlayedGame>,
    pub(super) history: Vec<HistoryEntry>,
    /// The variations, in the order of the stored ones.
    pub(super) variations: Vec<Variation>,
    /// The stored form. [`Table::stored`] updates its `moves` and `left`.
    pub(super) kept: StoredGame,
    pub(super) clocks: Option<Clocks>,
    pub(super) paused: bool,
    /// The run and the side of the thinking engine.
    pub(super) thinking: Option<(u64, Color)>,
    /// The time at which it started.
    pub(super) woken: Duration,
}

impl Table {
    pub(super) fn from_stored(kept: StoredGame) -> Result<Self, Refusal> {
        let mut game = rules::open(&kept.variant, Some(&kept.start))?;
        let mut history = Vec::with_capacity(kept.moves.len());
        for (i, texts) in kept.moves.iter().enumerate() {
            let mut entry = game.play_turn(texts)?;
            if let Some(ply) = kept.plies.get(i) {
                add_stored(&mut entry, ply);
            }
            history.push(entry);
        }
        let clocks = kept.time.map(|control| Clocks::new(control, Some(kept.left)));
        let engines = kept.players.iter().all(|player| matches!(player, Player::Engine { .. }));
        let paused = clocks.is_some() || engines;
        let (variations, thinking, woken) = (Vec::new(), None, Duration::ZERO);
        let mut table = Self { game, history, variations, kept, clocks, paused, thinking, woken };
        table.load_variations();
        Ok(table)
    }

    /// Returns the stored form, the summary and the keys of the positions.
    pub(super) fn stored(&mut self, now: Duration) -> (StoredGame, GameSummary, Vec<u64>) {
        self.kept.moves = self.game.played();
        if let Some(clocks) = &self.clocks {
            self.kept.left = clocks.millis(now);
        }
        let result = self.result();
        let opening: Vec<String> = self.history.iter().take(8).map(numbered).collect();
        let listed = GameSummary {
            game: self.kept.id,
            variant: self.kept.variant.clone(),
            white: self.kept.names[0].clone(),
            black: self.kept.names[1].clone(),
            result: result.as_ref().map_or_else(|| "*".to_owned(), |result| result.score.clone()),
            reason: result.map(|result| result.reason).unwrap_or_default(),
            date: self.kept.date.clone(),
            plies: self.history.len(),
            opening: opening.join(" "),
            fen: self.game.fen(),
        };
        (self.kept.clone(), listed, self.game.keys())
    }

    /// Returns the stored form without the time passed.
    pub(super) fn kept_now(&self) -> StoredGame {
        StoredGame { moves: self.game.played(), ..self.kept.clone() }
    }

    /// Returns the result, by the rules or otherwise.
    pub(super) fn result(&self) -> Option<ResultView> {
        self.game.result().or_else(|| self.kept.end.as_ref().map(end_view))
    }

    pub(super) fn is_human(&self, side: Color) -> bool {
        matches!(self.kept.players[side], Player::Human { .. })
    }

    pub(super) fn is_engine(&self, side: Color) -> bool {
        matches!(self.kept.players[side], Player::Engine { .. })
    }

    /// Returns `true` if this player exchanges links with the opponent.
    pub(super) fn is_by_link(&self) -> bool {
        self.kept.link.as_ref().is_some_and(|link| link.side.is_some())
    }

    /// Returns `true` if a side is to choose now.
    pub(super) fn is_to_choose(&self, side: Color) -> bool {
        let turn = match self.game.turn() {
            Turn::One(mover) => side == mover,
            Turn::Both => self.kept.pending[side].is_none() && self.kept.seals[side].is_none(),
        };
        turn && self.result().is_none()
    }

    /// Returns `true` if the other side's engine must seal its choice before this side may choose.
    pub(super) fn awaits_seal(&self, side: Color) -> bool {
        self.game.turn() == Turn::Both && self.is_engine(!side) && self.kept.seals[!side].is_none()
    }

    /// Returns `true` if both sides have sealed a choice and this side has not revealed it.
    fn is_to_reveal(&self, side: Color) -> bool {
        let sealed = |side: Color| self.kept.seals[side].as_ref();
        sealed(!side).is_some() && sealed(side).is_some_and(|seal| seal.choice.is_empty()) && self.result().is_none()
    }

    pub(super) fn engine_to_choose(&self) -> Option<Color> {
        Color::BOTH.into_iter().find(|&side| self.is_engine(side) && self.is_to_choose(side))
    }

    /// Returns the clocks that run: from the first move on, those of the sides that can choose.
    pub(super) fn running(&self) -> [bool; 2] {
        let runs = !self.paused && !self.history.is_empty();
        let chooses = |side| (self.is_to_choose(side) && !self.awaits_seal(side)) || self.is_to_reveal(side);
        Color::BOTH.map(|side| runs && chooses(side))
    }

    /// Returns the number of plies after an undo.
    pub(super) fn undo_to(&self) -> Option<usize> {
        let last = self.history.len().checked_sub(1)?;
        if self.kept.seats.is_some() {
            return None;
        }
        if self.is_by_link() {
            let [made] = &self.history[last].moves[..] else { return None };
            return Some(last).filter(|_| self.is_human(made.side.into()) && self.kept.end.is_none());
        }
        let has_human = Color::BOTH.into_iter().any(|side| self.is_human(side));
        let chooses = |ply: usize| match self.history[ply].moves[..] {
            [ref only] => self.is_human(only.side.into()),
            _ => true,
        };
        if has_human { (0..=last).rev().find(|&ply| chooses(ply)) } else { Some(last) }
    }

    pub(super) fn go_back(&mut self, ply: usize) {
        self.game = self.game.at(ply);
        self.history.truncate(ply);
        self.kept.plies.truncate(ply);
        self.fit_variations();
        (self.kept.pending, self.kept.seals) = Default::default();
        (self.kept.end, self.kept.offer, self.thinking) = (None, None, None);
    }

    /// Returns the whole turn if all sides have chosen.
    pub(super) fn complete(&self) -> Option<Texts> {
        let sealed = |side: Color| {
            let choice = self.kept.seals[side].as_ref().map(|seal| seal.choice.clone());
            choice.filter(|choice| !choice.is_empty())
        };
        let texts = Color::BOTH.map(|side| self.kept.pending[side].clone().or_else(|| sealed(side)));
        self.game.turn().sides().iter().all(|&side| texts[side].is_some()).then_some(texts)
    }

    /// Plays a turn. A move of one side may have the engine's value of the position afterwards.
    pub(super) fn play(&mut self, texts: &Texts, now: Duration, value: Option<Value>) -> Result<(), Refusal> {
        let spent = self.kept.left;
        let mut entry = self.game.play_turn(texts)?;
        let value = value.filter(|_| entry.moves.len() == 1);
        let mut ply = StoredPly { seals: std::mem::take(&mut self.kept.seals), value, ..StoredPly::default() };
        self.kept.pending = Default::default();
        // An offer stands until the opponent moves.
        let is_own = matches!(&entry.moves[..], [made] if self.kept.offer == Some(made.side));
        self.kept.offer = self.kept.offer.filter(|_| is_own);
        if let Some(clocks) = &mut self.clocks {
            let left = clocks.millis(now);
            for made in &entry.moves {
                let side = Color::from(made.side);
                ply.millis[side] = Some(spent[side].saturating_sub(left[side]));
                clocks.add_increment(side);
            }
            self.kept.left = clocks.millis(now);
        }
        add_stored(&mut entry, &ply);
        self.history.push(entry);
        self.kept.plies.push(ply);
        Ok(())
    }

    /// Returns the state, with the history after `kept` plies.
    pub(super) fn state(&self, version: u64, now: Duration, kept: usize) -> GameState {
        let may_move =
            |side: Color| self.is_human(side) && self.is_to_choose(side) && !self.paused && !self.awaits_seal(side);
        let result = self.result();
        let last = self.history.last().into_iter().flat_map(|entry| &entry.moves);
        let seals = |side: Color| self.kept.seals[side].as_ref().map(|seal| view(seal, side.into(), false));
        let may_resign = Color::BOTH.map(|side| self.is_human(side) && result.is_none());
        GameState {
            version,
            game: self.kept.id,
            position: self.game.view(),
            start: self.kept.start.clone(),
            players: Sides::new(self.kept.players.clone()),
            names: Sides::new(self.kept.names.clone()),
            may_move: Sides::new(Color::BOTH.map(may_move)),
            last_move: last.flat_map(|made| made.squares.clone()).collect(),
            history: self.history[kept..].to_vec(),
            variations: self.variations.clone(),
            kept,
            comment: self.kept.comment.clone(),
            result,
            time: self.kept.time,
            clocks: self.clocks.as_ref().map(|clocks| clocks.view(now)),
            paused: self.paused,
            thinking: self.thinking.map(|(_, side)| Thinking { side: side.into() }),
            sealed: Color::BOTH.into_iter().filter_map(seals).collect(),
            chosen: Sides::new(
                Color::BOTH.map(|side| self.kept.pending[side].is_some() || self.kept.seals[side].is_some()),
            ),
            draw_offer: self.kept.offer,
            can_undo: self.undo_to().is_some(),
            may_resign: Sides::new(may_resign),
            link: super::by_link::view(self),
        }
    }
}

pub(super) fn add_stored(entry: &mut HistoryEntry, ply: &StoredPly) {
    for made in &mut entry.moves {
        let side = Color::from(made.side);
        made.millis = ply.millis[side];
        if let Some(seal) = &ply.seals[side] {
            made.sealed = Some(view(seal, made.side, true));
            entry.odds = seal.strategies.as_ref().map(|both| match side {
                Color::White => both.white.clone(),
                Color::Black => both.black.clone(),
            });
            entry.strategies.clone_from(&seal.strategies);
        }
    }
    entry.value = ply.value.or(entry.strategies.as_ref().and_then(|_| value_of(ply)));
    entry.comment.clone_from(&ply.comment);
    entry.note.clone_from(&ply.note);
    entry.nag = ply.nag;
}

/// Returns the value of the strategies of a seal.
fn value_of(ply: &StoredPly) -> Option<Value> {
    let of = |seal: &Seal| seal.strategies.as_ref().map(|both| f64::midpoint(both.low, both.high));
    ply.seals.iter().flatten().find_map(of).map(Value::Expected)
}

fn end_view(end: &StoredEnd) -> ResultView {
    let winner = Color::BOTH.into_iter().find(|&color| ["1-0", "0-1"][color] == end.score);
    ResultView::new(winner, &end.reason)
}

/// Returns an entry as in a list of moves: `12. Nf3` or `Nf6`.
fn numbered(entry: &HistoryEntry) -> String {
    let side = entry.moves.first().map_or(Color::Black, |made| made.side.into());
    let number = number_mark(side, entry.ply == 0, entry.number);
    let moves = entry.moves.iter().map(|made| made.san.clone());
    number.into_iter().chain(moves).collect::<Vec<_>>().join(" ")
}

/// Returns the hash of a choice with its nonce.
pub(super) fn digest_of(choice: &str, nonce: &str) -> String {
    hexadecimal(&Sha256::digest(format!("{choice} {nonce}")))
}

/// Seals a choice with 16 unpredictable bytes: the hash is shown at once, the choice and the nonce later.
pub(super) fn seal(choice: String, secret: [u8; 16], strategies: Option<Strategies>) -> Seal {
    let nonce = hexadecimal(&secret);
    let hash = digest_of(&choice, &nonce);
    Seal { choice, nonce, hash, strategies }
}

/// Returns the seal for the page, with the nonce if the choice is revealed.
fn view(seal: &Seal, side: Side, is_revealed: bool) -> Sealed {
    let nonce = Some(seal.nonce.clone()).filter(|nonce| is_revealed && !nonce.is_empty());
    Sealed { side, hash: seal.hash.clone(), nonce }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The hash was computed with `printf 'a4b3 000…0' | sha256sum`.
    #[test]
    fn seal_hashes_choice_and_nonce_without_revealing_them() {
        let seal = seal("a4b3".to_owned(), [0; 16], None);
        assert_eq!(seal.hash, EXPECTED);
        let text = serde_json::to_string(&view(&seal, Side::Black, false)).unwrap();
        assert!(!text.contains("nonce") && !text.contains("a4b3"));
    }

    const EXPECTED: &str = "fb28bd05c11121d8936e04e0eccd33909b1b30fc2fb793a5a384293585f55811";
}
