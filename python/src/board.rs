//! The class `Board`.

use std::collections::BTreeMap;

use games::{AnySession, Notation};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::{PyDict, PyList};

use crate::errors::{Whole, color, is_white, value_error};
use crate::outcome::Outcome;
use crate::position::{self, Position, square_names};
use crate::positions::{self, AnyPosition, AnyRecord};

/// A game in which the sides move in turn: a position that moves are played in, and the moves so far. It is what the class of
/// this name in the package `chess` is, but for moves, which are strings in coordinates.
///
/// >>> from upheaval import Board
/// >>> board = Board("empire")
/// >>> board.push("e1e2")
/// >>> board.push_san("e5")
/// 'e7e5'
/// >>> board.move_stack
/// ['e1e2', 'e7e5']
/// >>> board.pop()
/// 'e7e5'
///
/// `moves` are played from the position given, which is the start of the game if nothing or `startpos` is given.
#[pyclass(name = "Board", module = "upheaval")]
pub(crate) struct Board {
    record: Box<dyn AnyRecord>,
}

impl Board {
    /// Copies the game for a search.
    pub(crate) fn session(&self) -> Box<dyn AnySession> {
        self.record.session()
    }

    fn now(&self) -> &dyn AnyPosition {
        self.record.position()
    }
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (variant="chess", fen=None, moves=None))]
    fn read(variant: &str, fen: Option<&str>, moves: Option<Vec<PyBackedStr>>) -> PyResult<Self> {
        let mut record = positions::begin(variant, fen)?;
        positions::play_all(&mut *record, &moves.unwrap_or_default())?;
        Ok(Self { record })
    }

    /// The name of the game.
    #[getter]
    fn variant(&self) -> &'static str {
        self.now().variant()
    }

    /// The current position; it does not change with the board.
    #[getter]
    fn position(&self) -> Position {
        Position::new(self.record.shared_position())
    }

    /// The moves played, in coordinates.
    #[getter]
    fn move_stack(&self) -> Vec<String> {
        self.record.moves()
    }

    /// The side to move, `WHITE` (`True`) or `BLACK` (`False`).
    #[getter]
    fn turn(&self) -> bool {
        is_white(self.now().turn())
    }

    /// Plies since the last capture or pawn move.
    #[getter]
    fn halfmove_clock(&self) -> u8 {
        self.now().clock()
    }

    /// The number of the move, from 1.
    #[getter]
    fn fullmove_number(&self) -> u16 {
        self.now().move_number()
    }

    /// The legal moves in coordinates, a new list each time.
    #[getter]
    fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.now().legal_moves(py)
    }

    /// Plays a legal move in coordinates.
    #[pyo3(signature = (r#move, /))]
    fn push(&mut self, r#move: &str) -> PyResult<()> {
        self.record.push(r#move).map_err(value_error)
    }

    /// Plays a move in algebraic notation and returns it in coordinates.
    #[pyo3(signature = (san, /))]
    fn push_san(&mut self, san: &str) -> PyResult<String> {
        self.record.push_san(san).map_err(value_error)
    }

    /// Undoes the last move and returns it.
    fn pop(&mut self) -> PyResult<String> {
        self.record.pop().ok_or_else(|| PyIndexError::new_err("no move has been played"))
    }

    /// The last move played.
    fn peek(&self) -> PyResult<String> {
        self.record.moves().pop().ok_or_else(|| PyIndexError::new_err("no move has been played"))
    }

    /// The position that the game began with.
    fn root(&self) -> Position {
        Position::new(self.record.first())
    }

    /// A copy of the game.
    fn copy(&self) -> Self {
        Self { record: self.record.duplicate() }
    }

    /// The number of occurrences of the current position in this game, this one included.
    fn occurrences(&self) -> usize {
        self.record.occurrences()
    }

    /// The result of the game, `None` while it continues: by the position, by its third occurrence, or by fifty moves without a
    /// capture or pawn move.
    ///
    /// >>> from upheaval import Board
    /// >>> board = Board("empire", moves="e1e2 b8c6 e2e1 c6b8 e1e2 b8c6 e2e1 c6b8".split())
    /// >>> print(board.outcome())
    /// 1-0 {threefold repetition}
    fn outcome(&self) -> Option<Outcome> {
        self.record.outcome().map(Into::into)
    }

    /// `True` if the game has ended.
    fn is_game_over(&self) -> bool {
        self.record.outcome().is_some()
    }

    /// `1-0`, `0-1`, `1/2-1/2`, or `*` while the game continues.
    fn result(&self) -> &'static str {
        self.record.outcome().map_or("*", movegen::Outcome::score)
    }

    /// The FEN of the current position.
    fn fen(&self) -> String {
        self.now().fen()
    }

    /// The letter of the piece on a square, a capital for White, or `None`.
    #[pyo3(signature = (square, /))]
    fn piece_at(&self, square: &str) -> PyResult<Option<char>> {
        Ok(self.now().letter_at(position::square(square)?))
    }

    /// All pieces by their squares.
    fn piece_map<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        position::pieces(py, self.now())
    }

    /// The squares of the pieces whose loss loses the game.
    #[pyo3(signature = (color, /))]
    fn royals(&self, color: bool) -> Vec<String> {
        square_names(self.now().royals(self::color(color)))
    }

    /// `True` if a royal piece of the side to move is attacked.
    fn is_check(&self) -> bool {
        !self.now().checked_royals().is_empty()
    }

    /// The squares of the royal pieces of the side to move that are attacked.
    fn checked_royals(&self) -> Vec<String> {
        square_names(self.now().checked_royals())
    }

    /// The squares of the pieces that give check.
    fn checkers(&self) -> Vec<String> {
        square_names(self.now().checkers())
    }

    /// `True` if a move in coordinates is legal here; `False` also for malformed moves.
    #[pyo3(signature = (r#move, /))]
    fn is_legal(&self, r#move: &str) -> bool {
        position::is_legal(self.now(), r#move)
    }

    /// `True` if a legal move is a capture.
    #[pyo3(signature = (r#move, /))]
    fn is_capture(&self, r#move: &str) -> PyResult<bool> {
        self.now().is_capture(r#move).map_err(value_error)
    }

    /// `True` if a legal move gives check.
    #[pyo3(signature = (r#move, /))]
    fn gives_check(&self, r#move: &str) -> PyResult<bool> {
        position::gives_check(self.now(), r#move).map_err(value_error)
    }

    /// A legal move in algebraic notation.
    #[pyo3(signature = (r#move, /))]
    fn san(&self, r#move: &str) -> PyResult<String> {
        self.now().san(r#move).map_err(value_error)
    }

    /// Converts a move from algebraic notation to coordinates.
    #[pyo3(signature = (san, /))]
    fn parse_san(&self, san: &str) -> PyResult<String> {
        self.now().parse(san, Notation::Algebraic).map_err(value_error)
    }

    /// The legal move that a text in coordinates means, as it is written here.
    #[pyo3(signature = (uci, /))]
    fn parse_uci(&self, uci: &str) -> PyResult<String> {
        self.now().parse(uci, Notation::Coordinates).map_err(value_error)
    }

    /// The number of leaves at this depth in plies. Ctrl-C ends it.
    #[pyo3(signature = (depth, /))]
    fn perft(&self, py: Python<'_>, depth: Whole) -> PyResult<u64> {
        position::perft(py, self.now(), depth)
    }

    /// The number of leaves below each legal move.
    #[pyo3(signature = (depth, /))]
    fn divide(&self, py: Python<'_>, depth: Whole) -> PyResult<BTreeMap<String, u64>> {
        Ok(position::divide(py, self.now(), depth, 1)?.into_iter().collect())
    }

    /// Boards are equal if their positions are equal.
    fn __eq__(&self, other: &Self) -> bool {
        self.now().equals(other.now())
    }

    fn __repr__(&self) -> String {
        format!("Board('{}', '{}')", self.now().variant(), self.now().fen())
    }

    fn __str__(&self) -> String {
        position::drawing(self.now())
    }

    fn __copy__(&self) -> Self {
        self.copy()
    }

    #[pyo3(signature = (_memo, /))]
    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy()
    }

    fn __getnewargs__(&self) -> (&'static str, String, Vec<String>) {
        (self.variant(), self.record.first().fen(), self.record.moves())
    }
}
