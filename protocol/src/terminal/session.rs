//! A game in progress: who plays which side, whose turn it is, and the turn of a user and an engine that choose at once.

use std::path::PathBuf;

use games::{AnySession as _, GameSession};
use movegen::fen::printable;
use movegen::{Color, Turn};

use super::console::{Console, Entry};
use super::playable::Playable;
use super::saved::{Ended, Saved};
use super::seal::Seal;
use super::seats::Seats;
use super::thinking::{Found, Opponent, Pace, think};
use super::{Screen, command};
use crate::slot::EngineSlot;

pub(super) enum Next<'a> {
    Leave,
    /// Another game, perhaps of another kind.
    Begin(Box<dyn Playing<'a> + 'a>),
}

pub(super) trait Playing<'a> {
    /// Plays until the user leaves or wants another game.
    fn play(&mut self, console: &mut Console) -> Next<'a>;
}

pub(super) struct Session<'a, G: Playable> {
    pub(super) game: GameSession<G>,
    pub(super) engine: EngineSlot,
    pub(super) seats: Seats,
    pub(super) opponent: Opponent,
    pub(super) screen: Screen<'a>,
    pub(super) below: Color,
    /// The engine's choice while the user has not chosen yet, in games with simultaneous choices.
    pub(super) sealed: Option<(Color, G::Move, Seal)>,
    /// An end that no rule brought about.
    pub(super) agreed: Option<Ended>,
    /// `true` if the engine last evaluated its position as no better than that of the user.
    pub(super) is_modest: bool,
    /// The engine waits, although it is its turn: the user has interrupted a game between engines.
    pub(super) is_paused: bool,
    pub(super) is_new: bool,
    /// The file that the game was written to.
    pub(super) written: Option<PathBuf>,
}

fn set_up<G: Playable>(start: &G, begin: &Saved) -> Result<GameSession<G>, String> {
    let mut game = GameSession::at(start.of_same_game(begin.fen.as_deref()).map_err(|error| error.to_string())?);
    for (text, number) in begin.moves.iter().zip(1..) {
        let side = game.side_to_choose();
        let m = game.position().understood(side, text);
        let m = m.map_err(|why| format!("move {number} of the saved game, '{}': {why}", printable(text)))?;
        game.play(side, m);
    }
    Ok(game)
}

impl<'a, G: Playable> Playing<'a> for Session<'a, G> {
    fn play(&mut self, console: &mut Console) -> Next<'a> {
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
            let entry = self.screen.interrupts.while_asking(|| console.read(&prompt, || self.completions()));
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
}

impl<'a, G: Playable> Session<'a, G> {
    /// Opens a game.
    pub(super) fn open(start: &G, begin: &Saved, opponent: Opponent, screen: Screen<'a>) -> Result<Self, String> {
        let game = set_up(start, begin)?;
        let seats = begin.seats.unwrap_or(Seats::WHITE);
        Ok(Self {
            agreed: begin.ended.clone().filter(|_| game.outcome().is_none()),
            game,
            engine: EngineSlot::new(opponent.settings()),
            seats,
            opponent,
            screen,
            below: seats.only().unwrap_or(Color::White),
            sealed: None,
            is_modest: false,
            is_paused: false,
            is_new: true,
            written: None,
        })
    }

    pub(super) fn print(&self, text: &str) {
        self.screen.output.print(text);
    }

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

    /// Searches for a side and shows what the engine thinks.
    pub(super) fn think(&mut self, side: Color, pace: Pace) -> Result<Found<G::Move>, String> {
        let Screen { output, style, interrupts } = self.screen;
        let show = |text: &str| {
            if style.has_colors {
                output.print_in_place(text);
            }
        };
        let found = think(&mut self.engine, &self.game, side, pace.limits(), interrupts, &show);
        show("");
        found
    }

    /// Returns the engine's choice for a side at its level and pace.
    pub(super) fn engine_chooses(&mut self, side: Color) -> Result<Option<G::Move>, String> {
        let found = self.think(side, self.opponent.pace)?;
        self.opponent.pace.spend(found.taken);
        if !self.seats.has(side) {
            self.is_modest = found.thought.is_some_and(|thought| thought.is_modest);
        }
        // A user who only watches can enter a command after an interruption.
        self.is_paused = found.is_interrupted && self.seats.are_empty();
        Ok(found.best)
    }

    /// Plays a legal move of a side, and with it what the engine has sealed.
    pub(super) fn play_move(&mut self, side: Color, m: G::Move) {
        let turns = self.game.turns();
        self.game.play(side, m);
        if let Some((engine, choice, seal)) = self.sealed.take() {
            self.game.play(engine, choice);
            self.print(&format!("{}'s seal is of: {}", engine.name(), seal.opened));
        }
        match self.game.turns() > turns {
            true => self.print_last_turn(),
            false if self.seats.has(!side) => self.print(&format!("{} to choose.", (!side).name())),
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
        self.print(&format!("Error: {error}"));
    }
}
