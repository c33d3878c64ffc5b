//! Positions and games of the turn-based games with their types erased, because Python's classes cannot be generic.

use std::any::Any;
use std::sync::Arc;

use engine::Control;
use games::plies::algebraic;
use games::{AnySession, GameSession, Notation};
use movegen::fen::letter_of_piece;
use movegen::san::parse_san;
use movegen::variants::{VisitTurnBased, with_turn_based};
use movegen::{Color, FenError, Game as _, Move, MoveError, Outcome, Position, Record, Square, Variant, perft};
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::errors::{unknown_game, value_error};
use crate::names;

/// Plies of perft between two checks of the stop flag, some hundredths of a second.
const POLL_INTERVAL_PLIES: u32 = 4;

/// A position of any of these games.
pub(crate) trait AnyPosition: Any + Send + Sync {
    /// The name of the game.
    fn variant(&self) -> &'static str;
    /// Returns `true` if both are equal positions of the same game.
    fn equals(&self, other: &dyn AnyPosition) -> bool;
    /// The hash key, which does not depend on the clocks.
    fn key(&self) -> u64;
    /// The side to move.
    fn turn(&self) -> Color;
    /// Plies since the last capture or pawn move.
    fn clock(&self) -> u8;
    /// The number of the move.
    fn move_number(&self) -> u16;
    /// The FEN.
    fn fen(&self) -> String;
    /// The letter of the piece on a square, upper case for White.
    fn letter_at(&self, at: Square) -> Option<char>;
    /// The pieces that give check.
    fn checkers(&self) -> Vec<Square>;
    /// The royal pieces of the side to move that are attacked.
    fn checked_royals(&self) -> Vec<Square>;
    /// The pieces whose loss loses the game.
    fn royals(&self, of: Color) -> Vec<Square>;
    /// The result by the position alone.
    fn outcome(&self) -> Option<Outcome>;
    /// The legal moves as a list of strings.
    ///
    /// # Errors
    /// Python has no memory left.
    fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>>;
    /// The number of legal moves.
    fn count_moves(&self) -> u64;
    /// Parses a legal move and returns it in coordinates.
    ///
    /// # Errors
    /// The text is not a move, or the move is illegal.
    fn parse(&self, text: &str, notation: Notation) -> Result<String, MoveError>;
    /// The move in algebraic notation.
    ///
    /// # Errors
    /// The text is not a move, or the move is illegal.
    fn san(&self, text: &str) -> Result<String, MoveError>;
    /// Returns `true` if the move is a capture.
    ///
    /// # Errors
    /// The text is not a move, or the move is illegal.
    fn is_capture(&self, text: &str) -> Result<bool, MoveError>;
    /// The position after the move.
    ///
    /// # Errors
    /// The text is not a move, or the move is illegal.
    fn after(&self, text: &str) -> Result<Arc<dyn AnyPosition>, MoveError>;
    /// Counts the leaves below each legal move; the counts are invalid if `control` is stopped.
    fn divide(&self, depth: u32, control: &Control) -> Vec<(String, u64)>;
    /// A game that begins with this position.
    fn begin(&self) -> Box<dyn AnyRecord>;
}

impl<V: Variant> AnyPosition for Position<V> {
    fn variant(&self) -> &'static str {
        V::NAME
    }

    fn equals(&self, other: &dyn AnyPosition) -> bool {
        (other as &dyn Any).downcast_ref() == Some(self)
    }

    fn key(&self) -> u64 {
        Self::key(self)
    }

    fn turn(&self) -> Color {
        Self::turn(self)
    }

    fn clock(&self) -> u8 {
        Self::clock(self)
    }

    fn move_number(&self) -> u16 {
        Self::move_number(self)
    }

    fn fen(&self) -> String {
        self.to_string()
    }

    fn letter_at(&self, at: Square) -> Option<char> {
        self.piece_at(at).map(letter_of_piece::<V>)
    }

    fn checkers(&self) -> Vec<Square> {
        self.constraints().checkers.into_iter().collect()
    }

    fn checked_royals(&self) -> Vec<Square> {
        Self::checked_royals(self).into_iter().collect()
    }

    fn royals(&self, of: Color) -> Vec<Square> {
        V::royals(self, of).into_iter().collect()
    }

    fn outcome(&self) -> Option<Outcome> {
        Self::outcome(self)
    }

    fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        names::list(py, self, &Self::legal_moves(self))
    }

    fn count_moves(&self) -> u64 {
        Self::count_moves(self)
    }

    fn parse(&self, text: &str, notation: Notation) -> Result<String, MoveError> {
        let m = match notation {
            Notation::Coordinates => self.parse_move(text)?,
            Notation::Algebraic => parse_san(self, text)?,
        };
        Ok(self.write_move(m))
    }

    fn san(&self, text: &str) -> Result<String, MoveError> {
        self.parse_move(text).map(|m| algebraic(self, m))
    }

    fn is_capture(&self, text: &str) -> Result<bool, MoveError> {
        self.parse_move(text).map(|m| Self::is_capture(self, m))
    }

    fn after(&self, text: &str) -> Result<Arc<dyn AnyPosition>, MoveError> {
        Ok(Arc::new(Self::after(self, self.parse_move(text)?)))
    }

    fn divide(&self, depth: u32, control: &Control) -> Vec<(String, u64)> {
        let below = |&m: &Move| (self.write_move(m), leaves(&Self::after(self, m), depth.saturating_sub(1), control));
        Self::legal_moves(self).iter().map(below).collect()
    }

    fn begin(&self) -> Box<dyn AnyRecord> {
        Box::new(Record::new(*self))
    }
}

fn leaves<V: Variant>(pos: &Position<V>, depth: u32, control: &Control) -> u64 {
    match depth {
        _ if control.is_stopped() => 0,
        0..=POLL_INTERVAL_PLIES => perft::perft(pos, depth),
        _ => pos.legal_moves().iter().map(|&m| leaves(&pos.after(m), depth - 1, control)).sum(),
    }
}

/// A game with its history.
pub(crate) trait AnyRecord: Any + Send + Sync {
    /// A copy of the game.
    fn duplicate(&self) -> Box<dyn AnyRecord>;
    /// The position the game began with.
    fn first(&self) -> Arc<dyn AnyPosition>;
    /// The current position.
    fn position(&self) -> &dyn AnyPosition;
    /// The current position, shared.
    fn shared_position(&self) -> Arc<dyn AnyPosition>;
    /// The moves played.
    fn moves(&self) -> Vec<String>;
    /// A session of this game for an engine.
    fn session(&self) -> Box<dyn AnySession>;
    /// Number of occurrences of the current position, this one included.
    fn occurrences(&self) -> usize;
    /// The result by position and history.
    fn outcome(&self) -> Option<Outcome>;
    /// The result by history alone: a third occurrence or the clock.
    fn outcome_of_history(&self) -> Option<Outcome>;
    /// Plays a move in coordinates.
    ///
    /// # Errors
    /// The text is not a move, or the move is illegal; nothing is played.
    fn push(&mut self, text: &str) -> Result<(), MoveError>;
    /// Plays a move in algebraic notation and returns it in coordinates.
    ///
    /// # Errors
    /// The text is not a move, or the move is illegal; nothing is played.
    fn push_san(&mut self, san: &str) -> Result<String, MoveError>;
    /// Undoes the last move and returns it.
    fn pop(&mut self) -> Option<String>;
}

impl<V: Variant> AnyRecord for Record<Position<V>> {
    fn duplicate(&self) -> Box<dyn AnyRecord> {
        Box::new(self.clone())
    }

    fn first(&self) -> Arc<dyn AnyPosition> {
        Arc::new(*Self::first(self))
    }

    fn position(&self) -> &dyn AnyPosition {
        Self::position(self)
    }

    fn shared_position(&self) -> Arc<dyn AnyPosition> {
        Arc::new(*Self::position(self))
    }

    fn moves(&self) -> Vec<String> {
        let mut pos = *Self::first(self);
        let written = |m| {
            let text = pos.write_move(m);
            pos.play(m, &mut ());
            text
        };
        Self::moves(self).iter().filter_map(|choices| choices.iter().copied().flatten().next()).map(written).collect()
    }

    fn session(&self) -> Box<dyn AnySession> {
        Box::new(GameSession::from(self.clone()))
    }

    fn occurrences(&self) -> usize {
        Self::occurrences(self)
    }

    fn outcome(&self) -> Option<Outcome> {
        Self::outcome(self)
    }

    fn outcome_of_history(&self) -> Option<Outcome> {
        let pos = Self::position(self);
        if Self::occurrences(self) >= 3 { Some(pos.repeated()) } else { pos.expired() }
    }

    fn push(&mut self, text: &str) -> Result<(), MoveError> {
        let m = Self::position(self).parse_move(text)?;
        Self::push(self, m);
        Ok(())
    }

    fn push_san(&mut self, san: &str) -> Result<String, MoveError> {
        let pos = Self::position(self);
        let m = parse_san(pos, san)?;
        let text = pos.write_move(m);
        Self::push(self, m);
        Ok(text)
    }

    fn pop(&mut self) -> Option<String> {
        let turns = Self::moves(self).len().checked_sub(1)?;
        let last = Self::moves(self)[turns].into_iter().flatten().next()?;
        *self = self.up_to(turns);
        Some(Self::position(self).write_move(last))
    }
}

/// The start of a game, or the position of a FEN.
struct Read<'a>(Option<&'a str>);

impl VisitTurnBased for Read<'_> {
    type Out = Result<Box<dyn AnyRecord>, FenError>;

    fn turn_based<V: Variant>(self) -> Self::Out {
        let pos = self.0.map_or_else(|| Ok(Position::<V>::start()), str::parse)?;
        Ok(Box::new(Record::new(pos)))
    }
}

/// Filters Python's name of the start position, which is not a FEN.
pub(crate) fn unless_start(fen: Option<&str>) -> Option<&str> {
    fen.filter(|&fen| fen != "startpos")
}

/// A game from its start or from a FEN.
///
/// # Errors
/// A `ValueError`: no turn-based game has this name, or the FEN is invalid.
pub(crate) fn begin(variant: &str, fen: Option<&str>) -> PyResult<Box<dyn AnyRecord>> {
    let read = with_turn_based(variant, Read(unless_start(fen)));
    read.ok_or_else(|| unknown_game(variant))?.map_err(value_error)
}

/// Plays moves one after the other.
///
/// # Errors
/// A `ValueError` with the number of the illegal move.
pub(crate) fn play_all(record: &mut dyn AnyRecord, moves: &[impl AsRef<str>]) -> PyResult<()> {
    for (i, text) in moves.iter().enumerate() {
        record.push(text.as_ref()).map_err(|error| not_played(&error, i, moves.len()))?;
    }
    Ok(())
}

/// Returns the error of an illegal move in a list.
pub(crate) fn not_played(error: &MoveError, index: usize, of: usize) -> PyErr {
    value_error(format!("{error} (move {} of {of})", index + 1))
}
