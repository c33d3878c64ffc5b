//! Requests that change the game on the board, and the moves of the engine.

use std::time::Duration;

use movegen::{Color, Turn};

use super::Session;
use super::analysis::search;
use super::ask::asked_side;
use super::table::{Table, seal};
use crate::messages::{
    ErrorCode, Event, GameChange, GameRequest, NewGame, Player, Refusal, Reply, Side, TimeControl, Value,
};
use crate::rules;
use crate::store::{StoreError, StoredEnd, StoredGame};
use crate::think::{LEVELS, Lane, Search, SearchLimits, Thought};

/// Plies after which an engine accepts a draw if it is not better.
const DRAW_ACCEPT_PLIES: usize = 60;
/// Disadvantage from which an engine accepts a draw earlier, in centipawns.
const DRAW_ACCEPT_CP: i32 = 150;
/// The same as an expected result (Apocalypse).
const DRAW_ACCEPT_EXPECTED: f64 = 0.3;
/// Maximum length of a player's name, in characters.
const MAX_NAME: usize = 60;

impl Session {
    pub(super) fn change(&mut self, request: GameRequest) -> Result<Reply, Refusal> {
        let GameRequest { version, change } = request;
        self.flags();
        let present = self.version;
        let table = self.table()?;
        let is_dated = !matches!(change, GameChange::Commit { .. } | GameChange::Reveal { .. });
        if is_dated && version != present {
            let why = format!("the game has changed since version {version}");
            return Err(Refusal::new(ErrorCode::Stale, why));
        }
        if table.result().is_some() && !is_annotation(&change) {
            return Err(Refusal::new(ErrorCode::Over, "the game is over"));
        }
        match change {
            GameChange::Play { m, side } => self.play(side, &m)?,
            GameChange::Undo {} => self.undo()?,
            GameChange::Resign { side } => self.resign(side.into())?,
            GameChange::OfferDraw { side } => self.offer_draw(side.into())?,
            GameChange::DeclineDraw {} if table.kept.offer.take().is_none() => {
                return Err(Refusal::new(ErrorCode::Illegal, "there is no draw offer"));
            }
            GameChange::DeclineDraw {} => self.changed(true),
            GameChange::Commit { side, ply, hash } => self.commit(side.into(), ply, hash)?,
            GameChange::Reveal { side, ply, m, nonce } => self.reveal(side.into(), ply, &m, nonce)?,
            GameChange::MoveNow {} => match table.thinking {
                Some((run, _)) => self.hurry(run),
                None => return Err(Refusal::new(ErrorCode::Illegal, "no engine is thinking")),
            },
            GameChange::Pause { paused } => self.pause(paused),
            GameChange::Vary { variation, ply, m } => return self.vary(variation, ply, &m),
            GameChange::Promote { variation } => self.promote(variation)?,
            GameChange::Cut { variation, ply } => self.cut(variation, ply)?,
            GameChange::Glyph { variation, ply, nag } => self.set_glyph(variation, ply, nag)?,
            GameChange::Comment { variation, ply, text } => self.comment(variation, ply, &text)?,
        }
        Ok(Reply::Done)
    }

    pub(super) fn table(&mut self) -> Result<&mut Table, Refusal> {
        self.table.as_mut().ok_or_else(|| Refusal::new(ErrorCode::Unknown, "there is no game on the board"))
    }

    pub(super) fn new_game(&mut self, new: NewGame, seats: Option<[Option<String>; 2]>) -> Result<Reply, Refusal> {
        let game = rules::open(&new.variant, new.fen.as_deref())?;
        if let Some(TimeControl { seconds, increment }) = new.time
            && (!(1..=86_400).contains(&seconds) || increment > 3600)
        {
            let why = "a clock has 1 second to 24 hours, and an increment of at most 1 hour";
            return Err(Refusal::new(ErrorCode::Invalid, why).in_field("time"));
        }
        let players = [new.white, new.black];
        let names = [name_of(&players[0], Color::White)?, name_of(&players[1], Color::Black)?];
        let link = self.new_link(&players)?;
        if link.is_some() && new.time.is_some() {
            return Err(Refusal::new(ErrorCode::Invalid, "a game by link has no clock").in_field("time"));
        }
        let full = new.time.map_or(0, |time| u64::from(time.seconds) * 1000);
        let kept = StoredGame {
            variant: new.variant,
            start: game.first_fen(),
            players,
            names,
            time: new.time,
            left: [full; 2],
            date: self.world.today(),
            link,
            seats,
            ..StoredGame::default()
        };
        let mut table = Table::from_stored(kept)?;
        table.paused = false;
        let game = self.put(table)?;
        Ok(Reply::Game { game })
    }

    pub(super) fn save(&mut self, table: &mut Table) -> Result<(), StoreError> {
        let (kept, listed, keys) = table.stored(self.world.now());
        table.kept.id = self.store.save(&kept, &listed, &keys)?;
        Ok(())
    }

    /// Puts a game on the board, storing it if it is new.
    pub(super) fn put(&mut self, mut table: Table) -> Result<u64, Refusal> {
        if table.kept.id == 0 {
            self.save(&mut table)?;
        }
        let id = table.kept.id;
        self.store.put_on_board(id)?;
        self.stop_thinking();
        self.stop_looking();
        self.table = Some(table);
        self.changed(false);
        Ok(id)
    }

    /// Loads the game that was on the board in the last session.
    pub(super) fn resume(&mut self) {
        let found = self.store.on_board().and_then(|id| id.map_or(Ok(None), |id| self.store.load(id)));
        match found {
            Ok(Some(kept)) => match Table::from_stored(kept) {
                Ok(table) => {
                    self.table = Some(table);
                    self.changed(false);
                }
                Err(refusal) => log::error!("cannot resume the game on the board: {refusal}"),
            },
            Ok(None) => {}
            Err(error) => log::error!("{error}"),
        }
    }

    fn play(&mut self, side: Option<Side>, text: &str) -> Result<(), Refusal> {
        let table = self.table()?;
        let side = asked_side(&*table.game, side)?;
        if !table.is_human(side) || !table.is_to_choose(side) || table.paused {
            let why = if table.paused { "the game is paused" } else { "the page may not move this side now" };
            return Err(Refusal::new(ErrorCode::NotYourTurn, why));
        }
        if table.awaits_seal(side) {
            return Err(Refusal::new(ErrorCode::NotSealed, "the engine has not sealed its choice yet"));
        }
        let text = table.game.read_move(side, text)?;
        // By link, the first choice of a turn is sealed and the second one answers it.
        let is_sealed = table.game.turn() == Turn::Both && table.is_by_link() && table.kept.seals[!side].is_none();
        if is_sealed {
            let secret = self.world.secret();
            self.table()?.kept.seals[side] = Some(seal(text, secret, None));
        } else {
            table.kept.pending[side] = Some(text);
        }
        self.advance(None)
    }

    /// Plays the turn if all sides have chosen, with the engine's value of the position afterwards, and sends the new state.
    pub(super) fn advance(&mut self, value: Option<Value>) -> Result<(), Refusal> {
        let now = self.world.now();
        let table = self.table()?;
        if let Some(texts) = table.complete() {
            table.play(&texts, now, value)?;
            self.look_is_past();
        }
        self.changed(true);
        Ok(())
    }

    fn undo(&mut self) -> Result<(), Refusal> {
        let table = self.table()?;
        let ply = table.undo_to().ok_or_else(|| Refusal::new(ErrorCode::Illegal, "there is no move to take back"))?;
        self.stop_thinking();
        self.table()?.go_back(ply);
        self.look_is_past();
        self.changed(true);
        Ok(())
    }

    fn resign(&mut self, side: Color) -> Result<(), Refusal> {
        if !self.table()?.is_human(side) {
            return Err(Refusal::new(ErrorCode::NotYourTurn, "another player has this side"));
        }
        let score = if side == Color::White { "0-1" } else { "1-0" };
        self.end(score, "resignation");
        Ok(())
    }

    fn offer_draw(&mut self, side: Color) -> Result<(), Refusal> {
        let table = self.table()?;
        if !table.is_human(side) {
            return Err(Refusal::new(ErrorCode::NotYourTurn, "another player has this side"));
        }
        if table.kept.offer == Some((!side).into()) {
            self.end("1/2-1/2", "agreement");
        } else if !table.is_engine(!side) {
            table.kept.offer = Some(side.into());
            self.changed(true);
        } else if accepts_draw(table, !side) {
            self.end("1/2-1/2", "agreement");
        } else {
            self.notice("The engine declines the draw.");
        }
        Ok(())
    }

    fn pause(&mut self, paused: bool) {
        let Some(table) = &mut self.table else { return };
        table.paused = paused;
        if paused {
            self.stop_thinking();
        }
        self.changed(true);
    }

    fn end(&mut self, score: &str, reason: &str) {
        let Some(table) = &mut self.table else { return };
        table.kept.end = Some(StoredEnd { score: score.to_owned(), reason: reason.to_owned() });
        table.kept.offer = None;
        self.stop_thinking();
        self.changed(true);
    }

    fn stop_thinking(&mut self) {
        if let Some((run, _)) = self.table.as_mut().and_then(|table| table.thinking.take()) {
            self.engines.cancel(run);
        }
    }

    /// Ends the game if a side's time is up.
    pub(super) fn flags(&mut self) {
        let now = self.world.now();
        let fallen = self.table.as_ref().and_then(|table| table.clocks.as_ref()).map(|clocks| clocks.fallen(now));
        match fallen {
            Some([true, true]) => self.end("1/2-1/2", "time on both clocks"),
            Some([true, false]) => self.end("0-1", "time"),
            Some([false, true]) => self.end("1-0", "time"),
            _ => {}
        }
    }

    /// Updates clocks, store, engine and pages after a change of the game on the board.
    pub(super) fn changed(&mut self, is_to_store: bool) {
        let now = self.world.now();
        let Some(table) = &mut self.table else { return };
        let running = table.running();
        if let Some(clocks) = &mut table.clocks {
            clocks.run(running, now);
        }
        let mut failed = None;
        if is_to_store {
            let (kept, listed, keys) = table.stored(now);
            failed = self.store.save(&kept, &listed, &keys).err();
        }
        self.wake_engine();
        self.version += 1;
        if let Some(table) = &self.table {
            let kept = if table.kept.seats.is_some() { self.kept.min(table.history.len()) } else { 0 };
            let state = table.state(self.version, now, kept);
            self.kept = table.history.len();
            self.broadcast(&Event::State(Box::new(state)));
        }
        if let Some(error) = failed {
            self.notice(format!("This game cannot be stored: {error}"));
        }
    }

    fn wake_engine(&mut self) {
        let now = self.world.now();
        let run = self.runs + 1;
        let Some(table) = &mut self.table else { return };
        let Some(side) = table.engine_to_choose().filter(|_| !table.paused && table.thinking.is_none()) else { return };
        let Player::Engine { level } = table.kept.players[side] else { return };
        let search = Search { definitions: self.definitions.clone(), ..search_for(table, side, level, now) };
        (table.thinking, table.woken) = (Some((run, side)), now);
        self.runs = run;
        self.engines.start(run, search);
    }

    /// Plays the engine's choice, or seals it where both sides choose at once.
    pub(super) fn engine_chose(&mut self, side: Color, thought: Thought) {
        self.flags();
        let secret = self.world.secret();
        let Some(table) = &mut self.table else { return };
        if table.thinking.take().is_none() {
            return;
        }
        let value = thought.lines.first().map(|line| line.value);
        let Some(best) = thought.best else {
            table.paused = true;
            self.notice("The engine found no move; the game is paused.");
            return self.changed(true);
        };
        match table.game.turn() {
            Turn::Both => table.kept.seals[side] = Some(seal(best, secret, thought.strategies)),
            _ => table.kept.pending[side] = Some(best),
        }
        if let Err(refusal) = self.advance(value) {
            log::error!("the engine's move is illegal: {refusal}");
            self.pause(true);
        }
    }
}

/// Returns `true` for changes that a finished game allows.
const fn is_annotation(change: &GameChange) -> bool {
    use GameChange::{Comment, Cut, Glyph, Promote, Undo, Vary};
    matches!(change, Undo {} | Comment { .. } | Vary { .. } | Promote { .. } | Cut { .. } | Glyph { .. })
}

pub(super) fn name_of(player: &Player, side: Color) -> Result<String, Refusal> {
    let invalid = |why: String| Err(Refusal::new(ErrorCode::Invalid, why).in_field(side.name().to_lowercase()));
    match player {
        Player::Engine { level } if (1..=LEVELS).contains(level) => Ok(format!("Upheaval, level {level}")),
        Player::Engine { .. } => invalid(format!("the level must be from 1 to {LEVELS}")),
        Player::Human { name: Some(name) } | Player::Remote { name: Some(name) } if name.chars().count() > MAX_NAME => {
            invalid(format!("a name has at most {MAX_NAME} characters"))
        }
        Player::Human { name } | Player::Remote { name } => {
            let name: String =
                name.iter().flat_map(|name| name.chars()).filter(|letter| !letter.is_control()).collect();
            Ok(if name.trim().is_empty() { side.name().to_owned() } else { name.trim().to_owned() })
        }
    }
}

/// Describes the search for an engine's move. Without a clock the time depends on the level.
fn search_for(table: &Table, side: Color, level: u8, now: Duration) -> Search {
    let time = Duration::from_millis(if level >= LEVELS { 3_000 } else { 300 + 150 * u64::from(level) });
    let clock = table.clocks.as_ref().map(|clocks| clocks.limits(side, now));
    let limits = SearchLimits { depth: None, time: clock.is_none().then_some(time), clock };
    Search { lane: Lane::Play, level, ..search(&*table.game, side, limits) }
}

/// Returns `true` if the engine of a side accepts a draw.
fn accepts_draw(table: &Table, side: Color) -> bool {
    let sign = if side == Color::White { 1 } else { -1 };
    let value = table.history.iter().rev().find_map(|entry| entry.value);
    let is_late = table.history.len() >= DRAW_ACCEPT_PLIES;
    match value {
        Some(Value::Centipawns(value)) => sign * value <= if is_late { 0 } else { -DRAW_ACCEPT_CP },
        Some(Value::Mate(moves)) => sign * moves < 0,
        Some(Value::Expected(value)) => f64::from(sign) * value <= if is_late { 0.0 } else { -DRAW_ACCEPT_EXPECTED },
        None => false,
    }
}
