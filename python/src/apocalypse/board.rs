//! The class `ApocalypseBoard`.

use ::apocalypse::Position;
use movegen::{Game as _, Record};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;

use super::position::{self, ApocalypsePosition};
use crate::errors::{color, value_error};
use crate::outcome::Outcome;

/// A game of Apocalypse: a position that turns are played in, and the turns so far.
///
/// >>> from upheaval import ApocalypseBoard
/// >>> board = ApocalypseBoard()
/// >>> board.push("a1b3", "a5b3")
/// >>> board.turn_stack
/// [('a1b3', 'a5b3')]
/// >>> board.pop()
/// ('a1b3', 'a5b3')
///
/// `turns` are pairs of choices, White's first, played from the position given.
#[pyclass(name = "ApocalypseBoard", module = "upheaval")]
pub(crate) struct ApocalypseBoard(pub(super) Record<Position>);

impl ApocalypseBoard {
    fn play(&mut self, white: &str, black: &str) -> Result<(), String> {
        let choices = position::both(self.0.position(), white, black)?;
        self.0.play(choices.map(Some));
        Ok(())
    }

    fn turns(&self) -> Vec<(String, String)> {
        let choices = self.0.moves().iter().filter_map(|&[white, black]| white.zip(black));
        choices.map(|(white, black)| (white.to_string(), black.to_string())).collect()
    }
}

#[pymethods]
impl ApocalypseBoard {
    #[new]
    #[pyo3(signature = (fen=None, turns=None))]
    fn read(fen: Option<&str>, turns: Option<Vec<(PyBackedStr, PyBackedStr)>>) -> PyResult<Self> {
        let mut board = Self(Record::new(position::read(fen).map_err(value_error)?));
        let turns = turns.unwrap_or_default();
        for (i, (white, black)) in turns.iter().enumerate() {
            let played = board.play(white, black);
            played.map_err(|error| value_error(format!("{error} (turn {} of {})", i + 1, turns.len())))?;
        }
        Ok(board)
    }

    /// `apocalypse`.
    #[getter]
    fn variant(&self) -> &'static str {
        Position::NAME
    }

    /// The current position; it does not change with the board.
    #[getter]
    fn position(&self) -> ApocalypsePosition {
        ApocalypsePosition(*self.0.position())
    }

    /// The turns played, pairs of choices.
    #[getter]
    fn turn_stack(&self) -> Vec<(String, String)> {
        self.turns()
    }

    /// The number of the turn, from 1.
    #[getter]
    fn turn_number(&self) -> u16 {
        self.position().0.turn_number()
    }

    /// The penalty points of White and of Black; the second one loses.
    #[getter]
    fn penalties(&self) -> (u8, u8) {
        let pos = self.0.position();
        (pos.penalties(movegen::Color::White), pos.penalties(movegen::Color::Black))
    }

    /// Plays one turn.
    #[pyo3(signature = (white, black, /))]
    fn push(&mut self, white: &str, black: &str) -> PyResult<()> {
        self.play(white, black).map_err(value_error)
    }

    /// Undoes the last turn and returns it.
    fn pop(&mut self) -> PyResult<(String, String)> {
        let last = self.turns().pop().ok_or_else(|| PyIndexError::new_err("no turn has been played"))?;
        self.0 = self.0.up_to(self.0.moves().len() - 1);
        Ok(last)
    }

    /// The position that the game began with.
    fn root(&self) -> ApocalypsePosition {
        ApocalypsePosition(*self.0.first())
    }

    /// A copy of the game.
    fn copy(&self) -> Self {
        Self(self.0.clone())
    }

    /// The number of occurrences of the current position in this game, this one included.
    fn occurrences(&self) -> usize {
        self.0.occurrences()
    }

    /// The result of the game, `None` while it continues: by the position, by its third occurrence, or by the limit of 200 turns.
    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome().map(Into::into)
    }

    /// `True` if the game has ended.
    fn is_game_over(&self) -> bool {
        self.0.outcome().is_some()
    }

    /// `1-0`, `0-1`, `1/2-1/2`, or `*` while the game continues.
    fn result(&self) -> &'static str {
        self.0.outcome().map_or("*", movegen::Outcome::score)
    }

    /// The FEN of the current position.
    fn fen(&self) -> String {
        self.0.position().to_string()
    }

    /// The legal choices of a side, safe ones first; empty when the game is over.
    #[pyo3(signature = (color, /))]
    fn choices(&self, color: bool) -> Vec<String> {
        position::choices(self.0.position(), self::color(color))
    }

    /// The letter of the piece on a square, a capital for White, or `None`.
    #[pyo3(signature = (square, /))]
    fn piece_at(&self, square: &str) -> PyResult<Option<char>> {
        position::letter_at(self.0.position(), square)
    }

    /// Boards are equal if their positions are equal.
    fn __eq__(&self, other: &Self) -> bool {
        self.0.position() == other.0.position()
    }

    fn __repr__(&self) -> String {
        format!("ApocalypseBoard('{}')", self.0.position())
    }

    fn __str__(&self) -> String {
        position::drawing(self.0.position())
    }

    fn __copy__(&self) -> Self {
        self.copy()
    }

    #[pyo3(signature = (_memo, /))]
    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy()
    }

    fn __getnewargs__(&self) -> (String, Vec<(String, String)>) {
        (self.0.first().to_string(), self.turns())
    }
}
