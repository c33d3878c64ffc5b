//! The class `Board`.

use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;

use crate::errors::{game_with_chess960, value_error};
use crate::moves::MoveText;
use crate::outcome::Outcome;
use crate::position::{Game, Position};
use crate::session::{self, given_fen};

/// A game in which the sides move in turn: a position that moves are played in, and the moves so far. It is what the class of
/// this name in the package `chess` is, except that it returns moves as strings in coordinates. It takes them as strings or as
/// `chess.Move`.
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
#[pyclass(extends = Game, module = "upheaval")]
pub(crate) struct Board;

fn moves(board: &PyRef<'_, Board>) -> Vec<String> {
    board.as_super().session.played().into_iter().flatten().flatten().collect()
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (variant="chess", fen=None, moves=None, *, chess960=false))]
    fn read(
        variant: &str,
        fen: Option<&str>,
        moves: Option<Vec<MoveText>>,
        chess960: bool,
    ) -> PyResult<PyClassInitializer<Self>> {
        let session = session::open(game_with_chess960(variant, chess960)?, fen, &moves.unwrap_or_default())?;
        Ok(PyClassInitializer::from(Game { session }).add_subclass(Self))
    }

    /// The current position; it does not change with the board.
    #[getter]
    fn position(slf: PyRef<'_, Self>) -> PyResult<Py<Position>> {
        Position::create(slf.py(), slf.as_super().session.position())
    }

    /// The moves played, in coordinates.
    #[getter]
    fn move_stack(slf: PyRef<'_, Self>) -> Vec<String> {
        moves(&slf)
    }

    /// Plays a legal move in coordinates.
    #[pyo3(signature = (r#move, /))]
    fn push(mut slf: PyRefMut<'_, Self>, r#move: MoveText) -> PyResult<()> {
        slf.as_super().play(&r#move)
    }

    /// Plays a move in coordinates and returns it as it is written here.
    #[pyo3(signature = (uci, /))]
    fn push_uci(mut slf: PyRefMut<'_, Self>, uci: &str) -> PyResult<String> {
        let text = slf.as_super().parse_uci(uci)?;
        slf.as_super().play(&text)?;
        Ok(text)
    }

    /// Plays a move in algebraic notation and returns it in coordinates.
    #[pyo3(signature = (san, /))]
    fn push_san(mut slf: PyRefMut<'_, Self>, san: &str) -> PyResult<String> {
        let text = slf.as_super().parse_san(san)?;
        slf.as_super().play(&text)?;
        Ok(text)
    }

    /// Undoes the last move and returns it.
    fn pop(slf: &Bound<'_, Self>) -> PyResult<String> {
        let last = Self::peek(slf.try_borrow()?)?;
        let mut board = slf.try_borrow_mut()?;
        let session = &mut board.as_super().session;
        session.undo_to(session.turns() - 1);
        Ok(last)
    }

    /// The last move played.
    fn peek(slf: PyRef<'_, Self>) -> PyResult<String> {
        moves(&slf).pop().ok_or_else(|| PyIndexError::new_err("no move has been played"))
    }

    /// Begins a new game at a position, at the start if `startpos` is given.
    ///
    /// >>> from upheaval import Board
    /// >>> board = Board(moves=["e2e4"])
    /// >>> board.set_fen("8/8/8/8/8/4k3/4p3/4K3 b - - 0 60")
    /// >>> board.move_stack, board.ply()
    /// ([], 119)
    #[pyo3(signature = (fen, /))]
    fn set_fen(mut slf: PyRefMut<'_, Self>, fen: &str) -> PyResult<()> {
        slf.as_super().session.set_up(given_fen(Some(fen)).as_deref(), &[]).map_err(value_error)
    }

    /// The position that the game began with.
    fn root(slf: PyRef<'_, Self>) -> PyResult<Py<Position>> {
        Position::create(slf.py(), slf.as_super().session.first_position())
    }

    /// A copy of the game.
    fn copy(slf: PyRef<'_, Self>) -> PyResult<Py<Self>> {
        Py::new(slf.py(), (Self, Game { session: slf.as_super().session.copied() }))
    }

    /// The number of occurrences of the current position in this game, this one included.
    fn occurrences(slf: PyRef<'_, Self>) -> usize {
        slf.as_super().session.occurrences()
    }

    /// The result of the game, `None` while it continues: by the position, by its third occurrence, or by fifty moves without a
    /// capture or pawn move.
    ///
    /// >>> from upheaval import Board
    /// >>> board = Board("empire", moves="e1e2 b8c6 e2e1 c6b8 e1e2 b8c6 e2e1 c6b8".split())
    /// >>> print(board.outcome())
    /// 1-0 {threefold repetition}
    fn outcome(slf: PyRef<'_, Self>) -> Option<Outcome> {
        slf.as_super().session.outcome().map(Outcome)
    }

    /// `True` if the game has ended.
    fn is_game_over(slf: PyRef<'_, Self>) -> bool {
        slf.as_super().session.outcome().is_some()
    }

    /// `1-0`, `0-1`, `1/2-1/2`, or `*` while the game continues.
    fn result(slf: PyRef<'_, Self>) -> &'static str {
        slf.as_super().session.outcome().map_or("*", movegen::Outcome::score)
    }

    /// Boards are equal if their positions are equal.
    fn __eq__(slf: PyRef<'_, Self>, other: PyRef<'_, Self>) -> bool {
        slf.as_super().session.equals(&*other.as_super().session)
    }

    fn __repr__(slf: PyRef<'_, Self>) -> String {
        let session = &slf.as_super().session;
        format!("Board('{}', '{}')", session.name(), session.fen())
    }

    fn __copy__(slf: PyRef<'_, Self>) -> PyResult<Py<Self>> {
        Self::copy(slf)
    }

    #[pyo3(signature = (_memo, /))]
    fn __deepcopy__<'py>(slf: PyRef<'py, Self>, _memo: &Bound<'py, PyAny>) -> PyResult<Py<Self>> {
        Self::copy(slf)
    }

    fn __getnewargs__(slf: PyRef<'_, Self>) -> (&'static str, String, Vec<String>) {
        let session = &slf.as_super().session;
        (session.name(), session.first_fen(), moves(&slf))
    }
}
