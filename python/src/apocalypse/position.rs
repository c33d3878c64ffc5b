//! The class `ApocalypsePosition`.

use std::hash::{Hash, Hasher};

use ::apocalypse::rules::perft;
use ::apocalypse::{Choice, Position, Square};
use engine::Control;
use movegen::fen::printable;
use movegen::{Color, FenError, Game as _};
use pyo3::prelude::*;

use crate::errors::{Whole, color, value_error};
use crate::interrupt;
use crate::outcome::Outcome;
use crate::positions::unless_start;

/// Largest perft depth in plies.
const MAX_PERFT_DEPTH: u32 = 100;
/// Plies of perft between two checks of the stop flag.
const POLL_INTERVAL_PLIES: u32 = 4;

/// The start of the game, or the position of a FEN.
///
/// # Errors
/// What is wrong with the FEN.
pub(crate) fn read(fen: Option<&str>) -> Result<Position, FenError> {
    unless_start(fen).map_or_else(|| Ok(Position::start()), str::parse)
}

/// A position of Apocalypse, in which White and Black choose at once. It never changes and can be a key of a dictionary.
///
/// >>> from upheaval import BLACK, WHITE, ApocalypsePosition
/// >>> start = ApocalypsePosition()
/// >>> "a1b3" in start.choices(WHITE) and "a5b3" in start.choices(BLACK)
/// True
/// >>> start.after("a1b3", "a5b3").fen()
/// '1pppn/p3p/5/P3P/1PPPN w - - 0 2 00'
///
/// `fen` is the start of the game if nothing or `startpos` is given.
#[pyclass(name = "ApocalypsePosition", frozen, eq, hash, module = "upheaval")]
#[derive(PartialEq)]
pub(crate) struct ApocalypsePosition(pub(crate) Position);

impl Hash for ApocalypsePosition {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.key().hash(state);
    }
}

/// Parses the choices of both sides.
///
/// # Errors
/// A choice is illegal here.
pub(super) fn both(pos: &Position, white: &str, black: &str) -> Result<[Choice; 2], String> {
    let choice = |of: Color, text| pos.parse_move(of, text).map_err(|error| format!("{error} of {}", of.name()));
    Ok([choice(Color::White, white)?, choice(Color::Black, black)?])
}

/// The letter of the piece on the square of this name.
///
/// # Errors
/// A `ValueError` that quotes what is no square.
pub(super) fn letter_at(pos: &Position, square: &str) -> PyResult<Option<char>> {
    let at = Square::parse(square).ok_or_else(|| value_error(format!("'{}' is not a square", printable(square))))?;
    Ok(pos.letter_at(at))
}

/// The board as text, five lines of letters and dots.
pub(super) fn drawing(pos: &Position) -> String {
    let row = |rank| {
        let letters: Vec<String> =
            (0..5).map(|file| pos.letter_at(Square::at(file, rank)).unwrap_or('.').to_string()).collect();
        letters.join(" ")
    };
    (0..5).rev().map(row).collect::<Vec<_>>().join("\n")
}

/// The texts of what a side may choose.
pub(super) fn choices(pos: &Position, of: Color) -> Vec<String> {
    pos.moves(of).iter().map(ToString::to_string).collect()
}

/// Counts the leaves at a depth in plies, two per turn; invalid if `control` is stopped.
fn leaves(pos: &Position, pending: Option<Choice>, depth: u32, control: &Control) -> u64 {
    if depth <= POLL_INTERVAL_PLIES || control.is_stopped() {
        return if control.is_stopped() { 0 } else { perft(pos, pending, depth) };
    }
    let asked = if pending.is_none() { Color::White } else { Color::Black };
    let below = |choice| match pending {
        None => leaves(pos, Some(choice), depth - 1, control),
        Some(white) => leaves(&pos.resolve([white, choice]), None, depth - 1, control),
    };
    pos.moves(asked).into_iter().map(below).sum()
}

/// Counts the leaves.
pub(super) fn count(py: Python<'_>, pos: &Position, depth: Whole) -> PyResult<u64> {
    let depth = depth.small_within("depth", 0, MAX_PERFT_DEPTH)?;
    let control = Control::default();
    interrupt::run(py, &control, || leaves(pos, None, depth, &control))
}

#[pymethods]
impl ApocalypsePosition {
    #[new]
    #[pyo3(signature = (fen=None))]
    fn read(fen: Option<&str>) -> PyResult<Self> {
        read(fen).map(Self).map_err(value_error)
    }

    /// `apocalypse`.
    #[getter]
    fn variant(&self) -> &'static str {
        Position::NAME
    }

    /// The number of the turn, from 1.
    #[getter]
    fn turn_number(&self) -> u16 {
        self.0.turn_number()
    }

    /// The penalty points of White and of Black; the second one loses.
    #[getter]
    fn penalties(&self) -> (u8, u8) {
        (self.0.penalties(Color::White), self.0.penalties(Color::Black))
    }

    /// The hash key, 64 bits: equal for positions that are the same for the rule of repetition.
    #[getter]
    fn key(&self) -> u64 {
        self.0.key()
    }

    /// The FEN; its last field has the penalty points.
    fn fen(&self) -> String {
        self.0.to_string()
    }

    /// The legal choices of a side, safe ones first; empty when the game is over.
    #[pyo3(signature = (color, /))]
    fn choices(&self, color: bool) -> Vec<String> {
        choices(&self.0, self::color(color))
    }

    /// `True` if a choice is legal only for some choices of the other side, and costs a penalty point otherwise.
    #[pyo3(signature = (color, choice, /))]
    fn is_speculative(&self, color: bool, choice: &str) -> PyResult<bool> {
        self.0.parse_move(self::color(color), choice).map(Choice::is_speculative).map_err(value_error)
    }

    /// The position after one turn.
    #[pyo3(signature = (white, black, /))]
    fn after(&self, white: &str, black: &str) -> PyResult<Self> {
        Ok(Self(self.0.resolve(both(&self.0, white, black).map_err(value_error)?)))
    }

    /// The letter of the piece on a square, a capital for White, or `None`.
    #[pyo3(signature = (square, /))]
    fn piece_at(&self, square: &str) -> PyResult<Option<char>> {
        letter_at(&self.0, square)
    }

    /// The result by the position alone, `None` while the game continues.
    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome().map(Into::into)
    }

    /// `True` if the game has ended.
    fn is_game_over(&self) -> bool {
        self.0.outcome().is_some()
    }

    /// The number of leaves at this depth in plies, two plies per turn. Ctrl-C ends it.
    #[pyo3(signature = (depth, /))]
    fn perft(&self, py: Python<'_>, depth: Whole) -> PyResult<u64> {
        count(py, &self.0, depth)
    }

    fn __repr__(&self) -> String {
        format!("ApocalypsePosition('{}')", self.0)
    }

    fn __str__(&self) -> String {
        drawing(&self.0)
    }

    fn __getnewargs__(&self) -> (String,) {
        (self.fen(),)
    }
}
