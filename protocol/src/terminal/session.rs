//! A game in progress: who plays which side, whose turn it is, and the turn of a user and an engine that choose at once.

use std::path::PathBuf;

use games::GameSession;
use movegen::fen::printable;
use movegen::{Color, Turn};

use super::begin::{Begin, Next, Rest};
use super::command;
use super::console::{Console, Entry};
use super::playable::Playable;
use super::saved::{Ended, Saved};
use super::seal::Seal;
use super::seats::Seats;
use super::style::Style;
use super::thinking::{Interrupts, Opponent, think};
use super::thought::Thought;
use crate::output::Output;
use crate::slot::EngineSlot;

/// A game in progress on the terminal.
pub(super) struct Session<'a, G: Playable> {
    pub(super) game: GameSession<G>,
    pub(super) engine: EngineSlot,
    pub(super) seats: Seats,
    pub(super) opponent: Opponent,
    pub(super) output: &'a Output,
    pub(super) style: Style,
    pub(super) interrupts: &'a Interrupts,
    /// The side drawn below.
    pub(super) below: Color,
    /// The engine's choice while the user has not chosen yet, in games with simultaneous choices.
    pub(super) sealed: Option<(Color, G::Move, Seal)>,
    /// An end that no rule brought about.
    pub(super) agreed: Option<Ended>,
    /// `true` if the engine last evaluated its position as no better than that of the user.
    pub(super) is_modest: bool,
    /// The engine waits, although it is its turn: the user has interrupted a game between engines.
    pub(super) is_paused: bool,
    /// `true` if the position has not been shown yet.
    pub(super) is_new: bool,
    /// The file that the game was written to.
    pub(super) written: Option<PathBuf>,
}

/// The game that is to be played, its moves played.
///
/// # Errors
/// The FEN or the move at fault.
pub(super) fn set_up<G: Playable>(begin: &Begin) -> Result<GameSession<G>, String> {
    let fen = begin.fen.as_deref().or(begin.saved.as_ref().and_then(|saved| saved.fen.as_deref()));
    let mut game = GameSession::<G>::at(G::from_fen(fen).map_err(|error| error.to_string())?);
    let moves = begin.saved.iter().flat_map(|saved| &saved.moves);
    for (index, text) in moves.enumerate() {
        let side = game.side_to_choose();
        let m = game.position().understood(side, text);
        let m = m.map_err(|why| format!("move {} of the saved game, '{}': {why}", index + 1, printable(text)))?;
        game.play(side, m);
    }
    Ok(game)
}

impl<'a, G: Playable> Session<'a, G> {
    /// Opens a game.
    ///
    /// # Errors
    /// The FEN or the move at fault.
    pub(super) fn open(
        begin: &Begin,
        (seats, opponent): Rest,
        output: &'a Output,
        style: Style,
        interrupts: &'a Interrupts,
    ) -> Result<Self, String> {
        let game = set_up::<G>(begin)?;
        let saved = begin.saved.as_ref();
        let agreed = saved.and_then(|saved: &Saved| saved.ended.clone()).filter(|_| game.outcome().is_none());
        let seats = saved.and_then(|saved| saved.seats).unwrap_or(seats);
        let below = seats.only().unwrap_or(Color::White);
        Ok(Self {
            game,
            engine: EngineSlot::new(opponent.settings()),
            seats,
            opponent,
            output,
            style,
            interrupts,
            below,
            sealed: None,
            agreed,
            is_modest: false,
            is_paused: false,
            is_new: true,
            written: None,
        })
    }

    /// Returns the settings that are kept for the next game.
    pub(super) const fn rest(&self) -> Rest {
        (self.seats, self.opponent)
    }

    /// Plays until the user leaves or wants another game.
    pub(super) fn play(&mut self, console: &mut Console) -> Next {
        loop {
            if let Some(side) = self.engines_turn() {
                if let Err(error) = self.engine_plays(side) {
                    self.complain(&error);
                    return Next::Leave;
                }
                continue;
            }
            self.show_if_new();
            let prompt = self.prompt();
            let entry = self.interrupts.while_asking(|| console.read(&prompt, || self.completions()));
            let done = match entry {
                Entry::Line(line) => command::parse(&line).and_then(|command| self.act(command)),
                Entry::TooLong => Err("the line is too long and was not read".to_owned()),
                Entry::End => Ok(Some(Next::Leave)),
            };
            match done {
                Ok(None) => {}
                Ok(Some(next)) => return next,
                Err(error) => self.complain(&error),
            }
        }
    }

    /// Returns the result of the game, if it has ended.
    pub(super) fn ended(&self) -> Option<Ended> {
        self.agreed.clone().or_else(|| self.game.outcome().map(Ended::from))
    }

    /// The side for which the engine has to choose before anything else happens.
    fn engines_turn(&self) -> Option<Color> {
        if self.is_paused || self.ended().is_some() {
            return None;
        }
        match self.game.position().turn() {
            Turn::One(side) => Some(side).filter(|&side| !self.seats.has(side)),
            Turn::Both => {
                let has_chosen = |side| {
                    self.sealed.as_ref().is_some_and(|(sealed, ..)| *sealed == side)
                        || self.game.pending().is_some_and(|(pending, _)| pending == side)
                };
                Color::BOTH.into_iter().find(|&side| !self.seats.has(side) && !has_chosen(side))
            }
        }
    }

    /// The side for which something typed is meant.
    pub(super) fn side_to_choose(&self) -> Color {
        self.sealed.as_ref().map_or_else(|| self.game.side_to_choose(), |(sealed, ..)| !*sealed)
    }

    /// Lets the engine choose for a side.
    fn engine_plays(&mut self, side: Color) -> Result<(), String> {
        let Some(m) = self.engine_chooses(side)? else { return Err("the engine finds no move".to_owned()) };
        let both_choose = matches!(self.game.position().turn(), Turn::Both);
        if both_choose && self.seats.has(!side) && self.game.pending().is_none() {
            // The record that was searched does not know what the user chooses, and the seal keeps the choice as it is.
            self.sealed = Some((side, m, Seal::new(&self.game.position().write_move(m))?));
        } else {
            self.play_move(side, m);
        }
        Ok(())
    }

    /// Returns the engine's choice for a side at its level and pace.
    pub(super) fn engine_chooses(&mut self, side: Color) -> Result<Option<G::Move>, String> {
        let (output, style) = (self.output, self.style);
        let mut show = |thought: &Thought| thought.show(output, style);
        let limits = self.opponent.pace.limits();
        let found = think(&mut self.engine, &self.game, side, limits, self.interrupts, &mut show)?;
        Thought::clear(self.output, self.style);
        self.opponent.spend(found.taken);
        if !self.seats.has(side) {
            self.is_modest = found.thought.is_some_and(|thought| thought.is_modest);
        }
        // Who only watches gets a word in by an interruption.
        self.is_paused = found.is_interrupted && Color::BOTH.into_iter().all(|side| !self.seats.has(side));
        Ok(found.best)
    }

    /// Plays a legal move of a side, and with it what the engine has sealed.
    pub(super) fn play_move(&mut self, side: Color, m: G::Move) {
        let turns = self.game.record().moves().len();
        self.game.play(side, m);
        if let Some((engine, choice, seal)) = self.sealed.take() {
            self.game.play(engine, choice);
            self.output.print(&format!("{}'s seal is of: {}", engine.name(), seal.opened()));
        }
        match self.game.record().moves().len() > turns {
            true => self.print_last_turn(),
            false if self.seats.has(!side) => self.output.print(&format!("{} to choose.", (!side).name())),
            false => {}
        }
    }

    /// Takes the game back to the position before this turn of the record.
    pub(super) fn take_back_to(&mut self, turn: usize) {
        self.game.undo_to(turn, None);
        self.sealed = None;
        self.agreed = None;
        self.is_new = true;
    }

    fn complain(&self, error: &str) {
        self.output.print(&format!("Error: {error}"));
    }
}
