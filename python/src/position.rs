//! The class `Position`.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use engine::Control;
use games::Notation;
use movegen::fen::printable;
use movegen::{MoveError, Square};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::errors::{Whole, color, is_white, value_error};
use crate::interrupt;
use crate::outcome::Outcome;
use crate::positions::{self, AnyPosition};

/// The deepest perft: far more than anybody waits for.
const MAX_PERFT_DEPTH: u32 = 100;

/// A position of a turn-based game: what a FEN contains, without the history that was played before. It never
/// changes, can be a key of a dictionary, and `after` gives another one.
///
/// Moves are strings in coordinates, as UCI writes them: `e2e4`, `e7e8q`, `e1g1` for castling.
///
/// >>> from upheaval import Position
/// >>> start = Position("empire")
/// >>> start.fen()
/// 'rnbqkbnr/pppppppp/8/8/8/PPPSSPPP/8/TECDKCET w kq - 0 1'
/// >>> len(start.legal_moves)
/// 30
/// >>> start.after("e1e2").turn
/// False
///
/// `fen` is the start of the game if nothing or `startpos` is given.
#[pyclass(name = "Position", frozen, eq, hash, module = "upheaval")]
pub(crate) struct Position {
    position: Arc<dyn AnyPosition>,
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.position.equals(&*other.position)
    }
}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.position.variant(), self.position.key()).hash(state);
    }
}

impl Position {
    /// A position.
    pub(crate) fn new(position: Arc<dyn AnyPosition>) -> Self {
        Self { position }
    }

    /// The position.
    pub(crate) fn inner(&self) -> &dyn AnyPosition {
        &*self.position
    }
}

/// The square of this name.
///
/// # Errors
/// A `ValueError` that quotes it.
pub(crate) fn square(name: &str) -> PyResult<Square> {
    Square::parse(name).ok_or_else(|| value_error(format!("'{}' is not a square", printable(name))))
}

/// The names of squares.
pub(crate) fn square_names(squares: Vec<Square>) -> Vec<String> {
    squares.into_iter().map(|at| at.to_string()).collect()
}

/// All pieces by their squares, a1 first.
pub(crate) fn pieces<'py>(py: Python<'py>, pos: &dyn AnyPosition) -> PyResult<Bound<'py, PyDict>> {
    let pieces = PyDict::new(py);
    for at in Square::all() {
        if let Some(letter) = pos.letter_at(at) {
            pieces.set_item(at.to_string(), letter)?;
        }
    }
    Ok(pieces)
}

/// The board as text, eight lines of letters and dots.
pub(crate) fn drawing(pos: &dyn AnyPosition) -> String {
    let row = |rank| {
        let letters: Vec<String> =
            (0..8).map(|file| pos.letter_at(Square::at(file, rank)).unwrap_or('.').to_string()).collect();
        letters.join(" ")
    };
    (0..8).rev().map(row).collect::<Vec<_>>().join("\n")
}

/// Counts the leaves below each move.
pub(crate) fn divide(py: Python<'_>, pos: &dyn AnyPosition, depth: Whole, least: u32) -> PyResult<Vec<(String, u64)>> {
    let depth = depth.small_within("depth", least, MAX_PERFT_DEPTH)?;
    let control = Control::default();
    interrupt::run(py, &control, || pos.divide(depth, &control))
}

/// Counts the leaves.
pub(crate) fn perft(py: Python<'_>, pos: &dyn AnyPosition, depth: Whole) -> PyResult<u64> {
    match depth.small_within("depth", 0, MAX_PERFT_DEPTH)? {
        0 => Ok(1),
        1 => Ok(pos.count_moves()),
        _ => Ok(divide(py, pos, depth, 0)?.iter().map(|(_, leaves)| leaves).sum()),
    }
}

/// Returns `true` if a text is a legal move.
pub(crate) fn is_legal(pos: &dyn AnyPosition, text: &str) -> bool {
    pos.parse(text, Notation::Coordinates).is_ok()
}

/// Returns `true` if the move gives check.
pub(crate) fn gives_check(pos: &dyn AnyPosition, text: &str) -> Result<bool, MoveError> {
    Ok(!pos.after(text)?.checked_royals().is_empty())
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (variant="chess", fen=None))]
    fn read(variant: &str, fen: Option<&str>) -> PyResult<Self> {
        Ok(Self::new(positions::begin(variant, fen)?.first()))
    }

    /// The name of the game.
    #[getter]
    fn variant(&self) -> &'static str {
        self.position.variant()
    }

    /// The side to move, `WHITE` (`True`) or `BLACK` (`False`).
    #[getter]
    fn turn(&self) -> bool {
        is_white(self.position.turn())
    }

    /// Plies since the last capture or pawn move.
    #[getter]
    fn halfmove_clock(&self) -> u8 {
        self.position.clock()
    }

    /// The number of the move, from 1.
    #[getter]
    fn fullmove_number(&self) -> u16 {
        self.position.move_number()
    }

    /// The hash key, 64 bits: equal for positions that are the same for the rule of repetition.
    #[getter]
    fn key(&self) -> u64 {
        self.position.key()
    }

    /// The legal moves in coordinates, a new list each time.
    ///
    /// >>> from upheaval import Position
    /// >>> Position("chess", "k7/8/1K6/8/8/8/8/8 b - - 0 1").legal_moves
    /// ['a8b8']
    #[getter]
    fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.position.legal_moves(py)
    }

    /// The FEN. Insurrection and Anarchism have a seventh field, the governments.
    fn fen(&self) -> String {
        self.position.fen()
    }

    /// The letter of the piece on a square, a capital for White, or `None`.
    ///
    /// >>> from upheaval import Position
    /// >>> Position("empire").piece_at("d1")
    /// 'D'
    #[pyo3(signature = (square, /))]
    fn piece_at(&self, square: &str) -> PyResult<Option<char>> {
        Ok(self.position.letter_at(self::square(square)?))
    }

    /// All pieces by their squares.
    fn piece_map<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        pieces(py, &*self.position)
    }

    /// The squares of the pieces whose loss loses the game: the king, or the pieces that a government makes royal.
    ///
    /// >>> from upheaval import WHITE, Position
    /// >>> Position("insurrection", "4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1 Nk").royals(WHITE)
    /// ['b1', 'g1']
    #[pyo3(signature = (color, /))]
    fn royals(&self, color: bool) -> Vec<String> {
        square_names(self.position.royals(self::color(color)))
    }

    /// `True` if a royal piece of the side to move is attacked.
    fn is_check(&self) -> bool {
        !self.position.checked_royals().is_empty()
    }

    /// The squares of the royal pieces of the side to move that are attacked.
    fn checked_royals(&self) -> Vec<String> {
        square_names(self.position.checked_royals())
    }

    /// The squares of the pieces that give check.
    fn checkers(&self) -> Vec<String> {
        square_names(self.position.checkers())
    }

    /// The result by the position alone, `None` while the game continues; repetition and the fifty-move rule need a `Board`.
    fn outcome(&self) -> Option<Outcome> {
        self.position.outcome().map(Into::into)
    }

    /// `True` if the game has ended.
    fn is_game_over(&self) -> bool {
        self.position.outcome().is_some()
    }

    /// `True` if a move in coordinates is legal here; `False` also for malformed moves.
    #[pyo3(name = "is_legal", signature = (r#move, /))]
    fn is_legal_here(&self, r#move: &str) -> bool {
        is_legal(&*self.position, r#move)
    }

    /// `True` if a legal move is a capture.
    #[pyo3(signature = (r#move, /))]
    fn is_capture(&self, r#move: &str) -> PyResult<bool> {
        self.position.is_capture(r#move).map_err(value_error)
    }

    /// `True` if a legal move gives check.
    #[pyo3(name = "gives_check", signature = (r#move, /))]
    fn does_give_check(&self, r#move: &str) -> PyResult<bool> {
        gives_check(&*self.position, r#move).map_err(value_error)
    }

    /// A legal move in algebraic notation.
    ///
    /// >>> from upheaval import Position
    /// >>> Position("chess", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1").san("a1a8")
    /// 'Ra8#'
    #[pyo3(signature = (r#move, /))]
    fn san(&self, r#move: &str) -> PyResult<String> {
        self.position.san(r#move).map_err(value_error)
    }

    /// Converts a move from algebraic notation to coordinates.
    ///
    /// >>> from upheaval import Position
    /// >>> Position().parse_san("Nf3")
    /// 'g1f3'
    #[pyo3(signature = (san, /))]
    fn parse_san(&self, san: &str) -> PyResult<String> {
        self.position.parse(san, Notation::Algebraic).map_err(value_error)
    }

    /// The legal move that a text in coordinates means, as it is written here: `O-O` becomes `e1g1`, `a7a8Q` becomes `a7a8q`.
    #[pyo3(signature = (uci, /))]
    fn parse_uci(&self, uci: &str) -> PyResult<String> {
        self.position.parse(uci, Notation::Coordinates).map_err(value_error)
    }

    /// The position after a legal move.
    #[pyo3(signature = (r#move, /))]
    fn after(&self, r#move: &str) -> PyResult<Self> {
        let position = self.position.after(r#move).map_err(value_error)?;
        Ok(Self::new(position))
    }

    /// The number of leaves at this depth in plies. Ctrl-C ends it.
    ///
    /// >>> from upheaval import Position
    /// >>> Position("empire").perft(3)
    /// 20895
    #[pyo3(name = "perft", signature = (depth, /))]
    fn count_leaves(&self, py: Python<'_>, depth: Whole) -> PyResult<u64> {
        perft(py, &*self.position, depth)
    }

    /// The number of leaves below each legal move.
    #[pyo3(name = "divide", signature = (depth, /))]
    fn count_below(&self, py: Python<'_>, depth: Whole) -> PyResult<BTreeMap<String, u64>> {
        Ok(divide(py, &*self.position, depth, 1)?.into_iter().collect())
    }

    fn __repr__(&self) -> String {
        format!("Position('{}', '{}')", self.position.variant(), self.position.fen())
    }

    fn __str__(&self) -> String {
        drawing(&*self.position)
    }

    fn __getnewargs__(&self) -> (&'static str, String) {
        (self.position.variant(), self.position.fen())
    }
}
