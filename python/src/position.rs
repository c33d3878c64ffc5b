//! The class `Position`, and what it has in common with `Board`.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use games::Notation;
use movegen::{Reason, Square};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::errors::{Whole, color, game_with_chess960, is_white, value_error};
use crate::moves::MoveText;
use crate::outcome::Outcome;
use crate::session::{self, Form, TurnBased};

/// A turn-based game at its current position: what positions and boards have in common.
#[pyclass(name = "_Game", subclass, module = "upheaval")]
pub(crate) struct Game {
    pub(crate) session: Box<dyn TurnBased>,
}

impl Game {
    fn parse(&self, text: &str, from: Notation) -> PyResult<String> {
        let side = self.session.side_to_choose();
        self.session.convert(side, text, from, Notation::Coordinates).map_err(value_error)
    }

    /// Plays a move in coordinates.
    pub(crate) fn play(&mut self, text: &str) -> PyResult<()> {
        self.session.play(self.session.side_to_choose(), text).map_err(value_error)
    }

    /// Returns a field of the FEN.
    fn field(&self, number: usize) -> String {
        self.session.fen().split(' ').nth(number).unwrap_or_default().to_owned()
    }

    fn has_ended_by(&self, reason: Reason) -> bool {
        self.session.position_outcome().is_some_and(|outcome| outcome.reason == reason)
    }
}

#[pymethods]
impl Game {
    /// The name of the game.
    #[getter]
    fn variant(&self) -> &'static str {
        self.session.name()
    }

    /// The side to move, `WHITE` (`True`) or `BLACK` (`False`).
    #[getter]
    fn turn(&self) -> bool {
        is_white(self.session.side_to_choose())
    }

    /// Plies since the last capture or pawn move.
    #[getter]
    fn halfmove_clock(&self) -> u8 {
        self.session.clock()
    }

    /// The number of the move, from 1.
    #[getter]
    fn fullmove_number(&self) -> u32 {
        self.session.move_number()
    }

    /// The castling rights as the FEN has them: letters of `KQkq`, or `-`.
    #[getter]
    fn castling_rights(&self) -> String {
        self.field(2)
    }

    /// The en-passant square of the FEN, or `None`. It is set if a capture there is legal; in Insurrection and Anarchism after
    /// every double step.
    #[getter]
    fn ep_square(&self) -> Option<String> {
        Some(self.field(3)).filter(|at| at != "-")
    }

    /// The number of plies before the current position, counted from move 1 of White.
    fn ply(&self) -> u32 {
        (self.session.move_number() - 1) * 2 + u32::from(!self.turn())
    }

    /// The legal moves in coordinates, a new list each time.
    ///
    /// >>> from upheaval import Position
    /// >>> Position("chess", "k7/8/1K6/8/8/8/8/8 b - - 0 1").legal_moves
    /// ['a8b8']
    #[getter]
    fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.session.legal_moves(py)
    }

    /// The FEN. Insurrection and Anarchism have a seventh field, the governments.
    fn fen(&self) -> String {
        self.session.fen()
    }

    /// The letter of the piece on a square, a capital for White, or `None`.
    ///
    /// >>> from upheaval import Position
    /// >>> Position("empire").piece_at("d1")
    /// 'D'
    #[pyo3(signature = (square, /))]
    fn piece_at(&self, square: &str) -> PyResult<Option<char>> {
        session::piece_at(&*self.session, square)
    }

    /// All pieces by their squares.
    fn piece_map<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let pieces = PyDict::new(py);
        for at in Square::all() {
            if let Some(letter) = self.session.letter_at(at.file(), at.rank()) {
                pieces.set_item(at.to_string(), letter)?;
            }
        }
        Ok(pieces)
    }

    /// The squares of the pieces whose loss loses the game: the king, or the pieces that a government makes royal.
    ///
    /// >>> from upheaval import WHITE, Position
    /// >>> Position("insurrection", "4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1 Nk").royals(WHITE)
    /// ['b1', 'g1']
    #[pyo3(signature = (color, /))]
    fn royals(&self, color: bool) -> Vec<String> {
        self.session.royals(self::color(color))
    }

    /// The square of a side's king, `None` if it has none or several.
    #[pyo3(signature = (color, /))]
    fn king(&self, color: bool) -> Option<String> {
        self.session.king(self::color(color))
    }

    /// The squares of the pieces of a side that attack a square.
    ///
    /// >>> from upheaval import WHITE, Position
    /// >>> Position().attackers(WHITE, "f3")
    /// ['g1', 'e2', 'g2']
    #[pyo3(signature = (color, square, /))]
    fn attackers(&self, color: bool, square: &str) -> PyResult<Vec<String>> {
        Ok(self.session.attackers(self::color(color), session::square(&*self.session, square)?))
    }

    /// `True` if a side can no longer win with its pieces, whatever both sides play.
    ///
    /// >>> from upheaval import BLACK, WHITE, Position
    /// >>> position = Position("chess", "k7/p7/8/8/8/8/8/KN6 w - - 0 1")
    /// >>> position.has_insufficient_material(WHITE), position.has_insufficient_material(BLACK)
    /// (False, False)
    #[pyo3(signature = (color, /))]
    fn has_insufficient_material(&self, color: bool) -> bool {
        self.session.has_insufficient_material(self::color(color))
    }

    /// `True` if the side to move is checkmated.
    fn is_checkmate(&self) -> bool {
        self.has_ended_by(Reason::Checkmate)
    }

    /// `True` if the side to move has no legal move and is not in check.
    fn is_stalemate(&self) -> bool {
        self.has_ended_by(Reason::Stalemate)
    }

    /// `True` if a royal piece of the side to move is attacked.
    fn is_check(&self) -> bool {
        !self.session.checked_royals().is_empty()
    }

    /// The squares of the royal pieces of the side to move that are attacked.
    fn checked_royals(&self) -> Vec<String> {
        self.session.checked_royals()
    }

    /// The squares of the pieces that give check.
    fn checkers(&self) -> Vec<String> {
        self.session.checkers()
    }

    /// `True` if a move in coordinates is legal here; `False` also for malformed moves.
    #[pyo3(signature = (r#move, /))]
    fn is_legal(&self, r#move: MoveText) -> bool {
        self.parse_uci(&r#move).is_ok()
    }

    /// `True` if a legal move is a capture.
    #[pyo3(signature = (r#move, /))]
    fn is_capture(&self, r#move: MoveText) -> PyResult<bool> {
        self.session.is_capture(&r#move).map_err(value_error)
    }

    /// `True` if a legal move gives check.
    #[pyo3(signature = (r#move, /))]
    fn gives_check(&self, r#move: MoveText) -> PyResult<bool> {
        let next = self.session.after(&r#move).map_err(value_error)?;
        Ok(!next.checked_royals().is_empty())
    }

    /// A legal move in algebraic notation.
    ///
    /// >>> from upheaval import Position
    /// >>> Position("chess", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1").san("a1a8")
    /// 'Ra8#'
    #[pyo3(signature = (r#move, /))]
    fn san(&self, r#move: MoveText) -> PyResult<String> {
        self.session.san(&r#move, Form::Short).map_err(value_error)
    }

    /// Converts a move from algebraic notation to coordinates.
    ///
    /// >>> from upheaval import Position
    /// >>> Position().parse_san("Nf3")
    /// 'g1f3'
    #[pyo3(signature = (san, /))]
    pub(crate) fn parse_san(&self, san: &str) -> PyResult<String> {
        self.parse(san, Notation::Algebraic)
    }

    /// The legal move that a text in coordinates means, as it is written here: `O-O` becomes `e1g1`, `a7a8Q` becomes `a7a8q`.
    #[pyo3(signature = (uci, /))]
    pub(crate) fn parse_uci(&self, uci: &str) -> PyResult<String> {
        self.parse(uci, Notation::Coordinates)
    }

    /// The number of leaves at this depth in plies. Ctrl-C ends it.
    ///
    /// >>> from upheaval import Position
    /// >>> Position("empire").perft(3)
    /// 20895
    #[pyo3(signature = (depth, /))]
    fn perft(&self, py: Python<'_>, depth: Whole) -> PyResult<u64> {
        session::perft(py, &*self.session, depth)
    }

    /// The number of leaves below each legal move.
    #[pyo3(signature = (depth, /))]
    fn divide(&self, py: Python<'_>, depth: Whole) -> PyResult<BTreeMap<String, u64>> {
        Ok(session::divide(py, &*self.session, depth)?.into_iter().collect())
    }

    fn __str__(&self) -> String {
        session::drawing(&*self.session)
    }

    /// The board as SVG, which notebooks show.
    fn _repr_svg_(&self) -> String {
        session::svg(&*self.session)
    }
}

/// A position of a turn-based game: what a FEN contains, without the history that was played before. It never
/// changes, can be a key of a dictionary, and `after` gives another one.
///
/// Moves are strings in coordinates, as UCI writes them: `e2e4`, `e7e8q`, `e1g1` for castling (`e1h1` with
/// `chess960=True`, which plays chess from other first squares). `chess.Move` is accepted.
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
#[pyclass(extends = Game, module = "upheaval")]
pub(crate) struct Position;

impl Position {
    /// Creates a position of a game without moves.
    pub(crate) fn create(py: Python<'_>, session: Box<dyn TurnBased>) -> PyResult<Py<Self>> {
        Py::new(py, (Self, Game { session }))
    }
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (variant="chess", fen=None, *, chess960=false))]
    fn read(variant: &str, fen: Option<&str>, chess960: bool) -> PyResult<PyClassInitializer<Self>> {
        let variant = game_with_chess960(variant, chess960)?;
        Ok(PyClassInitializer::from(Game { session: session::open(variant, fen, &[])? }).add_subclass(Self))
    }

    /// The hash key, 64 bits: equal for positions that are the same for the rule of repetition.
    #[getter]
    fn key(slf: PyRef<'_, Self>) -> u64 {
        slf.as_super().session.key()
    }

    /// The result by the position alone, `None` while the game continues; repetition and the fifty-move rule need a `Board`.
    fn outcome(slf: PyRef<'_, Self>) -> Option<Outcome> {
        slf.as_super().session.position_outcome().map(Outcome)
    }

    /// `True` if the game has ended.
    fn is_game_over(slf: PyRef<'_, Self>) -> bool {
        slf.as_super().session.position_outcome().is_some()
    }

    /// The position after a legal move.
    #[pyo3(signature = (r#move, /))]
    fn after(slf: PyRef<'_, Self>, r#move: MoveText) -> PyResult<Py<Self>> {
        Self::create(slf.py(), slf.as_super().session.after(&r#move).map_err(value_error)?)
    }

    fn __eq__(slf: PyRef<'_, Self>, other: PyRef<'_, Self>) -> bool {
        slf.as_super().session.equals(&*other.as_super().session)
    }

    fn __hash__(slf: PyRef<'_, Self>) -> u64 {
        let session = &slf.as_super().session;
        let mut state = DefaultHasher::new();
        (session.name(), session.key()).hash(&mut state);
        state.finish()
    }

    fn __repr__(slf: PyRef<'_, Self>) -> String {
        format!("Position('{}', '{}')", slf.as_super().session.name(), slf.as_super().session.fen())
    }

    fn __getnewargs__(slf: PyRef<'_, Self>) -> (&'static str, String) {
        (slf.as_super().session.name(), slf.as_super().session.fen())
    }
}
