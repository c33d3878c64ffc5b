//! Games in progress behind Python's classes and functions: what all games share, and what the turn-based games add.

use std::any::Any;
use std::borrow::Cow;

use engine::Control;
use games::registry::{self, TurnBasedVisitor};
use games::{AnySession, GameSession, SetUpError};
use movegen::fen::printable;
use movegen::san::san;
use movegen::{Bitboard, Color, Move, MoveError, MoveKind, PieceType, Position, Square, Variant};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyList, PyString};

use crate::errors::{Whole, unknown_game, value_error};
use crate::interrupt;
use crate::moves::MoveText;

/// Largest perft depth in plies.
const MAX_PERFT_DEPTH: u32 = 100;

/// Unicode symbols of the orthodox pieces.
const SYMBOLS: [(char, char); 6] = [('k', '♚'), ('q', '♛'), ('r', '♜'), ('b', '♝'), ('n', '♞'), ('p', '♟')];

/// Form of a move in algebraic notation.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// As much of the origin as distinguishes the piece from others: `Nbd7`.
    Short,
    /// The whole origin, and a hyphen where nothing is captured: `Nb8-d7`.
    Long,
}

/// A game of any of the turn-based games.
pub(crate) trait TurnBased: AnySession {
    /// A copy of the game.
    fn copied(&self) -> Box<dyn TurnBased>;
    /// The position with which the game began.
    fn first_position(&self) -> Box<dyn TurnBased>;
    /// The current position without its history.
    fn position(&self) -> Box<dyn TurnBased>;
    /// The position after a move in coordinates.
    fn after(&self, text: &str) -> Result<Box<dyn TurnBased>, MoveError>;
    /// Returns `true` if both have equal positions of the same game.
    fn equals(&self, other: &dyn TurnBased) -> bool;
    /// Plies since the last capture or pawn move.
    fn clock(&self) -> u8;
    /// The pieces that give check.
    fn checkers(&self) -> Vec<String>;
    /// The royal pieces of the side to move that are attacked.
    fn checked_royals(&self) -> Vec<String>;
    /// The pieces whose loss loses the game.
    fn royals(&self, of: Color) -> Vec<String>;
    /// The legal moves as a list of strings.
    fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>>;
    /// The side's king, if it has exactly one.
    fn king(&self, of: Color) -> Option<String>;
    /// The pieces of a side that attack a square.
    fn attackers(&self, by: Color, at: Square) -> Vec<String>;
    /// Returns `true` if a side has too few pieces to win.
    fn has_insufficient_material(&self, of: Color) -> bool;
    /// The move in algebraic notation.
    fn san(&self, text: &str, form: Form) -> Result<String, MoveError>;
    /// Returns `true` if the move is a capture.
    fn is_capture(&self, text: &str) -> Result<bool, MoveError>;
}

fn names(squares: Bitboard) -> Vec<String> {
    squares.into_iter().map(|at| at.to_string()).collect()
}

impl<V: Variant> TurnBased for GameSession<Position<V>> {
    fn copied(&self) -> Box<dyn TurnBased> {
        Box::new(self.clone())
    }

    fn first_position(&self) -> Box<dyn TurnBased> {
        Box::new(Self::at(*self.record().first()))
    }

    fn position(&self) -> Box<dyn TurnBased> {
        Box::new(Self::at(*Self::position(self)))
    }

    fn after(&self, text: &str) -> Result<Box<dyn TurnBased>, MoveError> {
        let pos = Self::position(self);
        Ok(Box::new(Self::at(pos.after(pos.parse_move(text)?))))
    }

    fn equals(&self, other: &dyn TurnBased) -> bool {
        (other as &dyn Any).downcast_ref().is_some_and(|other: &Self| Self::position(self) == Self::position(other))
    }

    fn clock(&self) -> u8 {
        Self::position(self).clock()
    }

    fn checkers(&self) -> Vec<String> {
        names(Self::position(self).constraints().checkers)
    }

    fn checked_royals(&self) -> Vec<String> {
        names(Self::position(self).checked_royals())
    }

    fn royals(&self, of: Color) -> Vec<String> {
        names(V::royals(Self::position(self), of))
    }

    fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let pos = Self::position(self);
        PyList::new(py, pos.legal_moves().iter().map(|&m| text_of(py, pos, m)))
    }

    fn king(&self, of: Color) -> Option<String> {
        let kings = Self::position(self).of(of, PieceType::KING);
        (kings.count() == 1).then(|| kings.first().map(|at| at.to_string()))?
    }

    fn attackers(&self, by: Color, at: Square) -> Vec<String> {
        let pos = Self::position(self);
        names(V::attackers(pos, at, by, pos.occupied()))
    }

    fn has_insufficient_material(&self, of: Color) -> bool {
        V::cannot_win(Self::position(self), of)
    }

    fn san(&self, text: &str, form: Form) -> Result<String, MoveError> {
        let pos = Self::position(self);
        let m = pos.parse_move(text)?;
        let short = san(pos, m);
        let is_written_alike = form == Form::Short || m.is_purchase() || m.kind() == MoveKind::Castle;
        let Some((mover, suffix)) = short.rsplit_once(&m.to().to_string()).filter(|_| !is_written_alike) else {
            return Ok(short);
        };
        let letter = mover.get(..1).filter(|letter| letter.chars().all(char::is_uppercase)).unwrap_or_default();
        let sign = if mover.ends_with('x') { "x" } else { "-" };
        Ok(format!("{letter}{}{sign}{}{suffix}", m.from(), m.to()))
    }

    fn is_capture(&self, text: &str) -> Result<bool, MoveError> {
        let pos = Self::position(self);
        pos.parse_move(text).map(|m| pos.is_capture(m))
    }
}

/// Returns the move in coordinates. Most moves are two squares; their strings are created once and shared, because a list of
/// legal moves would otherwise spend most of its time on them.
fn text_of<'py, V: Variant>(py: Python<'py>, pos: &Position<V>, m: Move) -> Bound<'py, PyString> {
    static TWO_SQUARES: [PyOnceLock<Py<PyString>>; 64 * 64] = [const { PyOnceLock::new() }; 64 * 64];
    if m.is_purchase() || m.promotes_to().is_some() {
        return PyString::new(py, &pos.write_move(m));
    }
    let text = &TWO_SQUARES[m.from().index() << 6 | m.to().index()];
    text.get_or_init(py, || PyString::new(py, &pos.write_move(m)).unbind()).bind(py).clone()
}

/// Filters Python's name of the start position, which is not a FEN.
pub(crate) fn unless_start(fen: Option<&str>) -> Option<&str> {
    fen.filter(|&fen| fen != "startpos")
}

/// Completes the FEN of a turn-based game as pyffish does: fields may be missing at its end, and castling rights and en-passant
/// square also in front of the numbers.
pub(crate) fn given_fen(fen: Option<&str>) -> Option<Cow<'_, str>> {
    let fen = unless_start(fen)?;
    let fields: Vec<&str> = fen.split_ascii_whitespace().collect();
    Some(match fields[..] {
        [board] => format!("{board} w - -").into(),
        [board, turn] => format!("{board} {turn} - -").into(),
        [board, turn, castling] => format!("{board} {turn} {castling} -").into(),
        [board, turn, clock, number] if clock.starts_with(|c: char| c.is_ascii_digit()) => {
            format!("{board} {turn} - - {clock} {number}").into()
        }
        _ => fen.into(),
    })
}

/// A turn-based game from its start or from a FEN, after these moves.
pub(crate) fn open(variant: &str, fen: Option<&str>, moves: &[MoveText]) -> PyResult<Box<dyn TurnBased>> {
    struct Open<'a>(Option<&'a str>, &'a [MoveText]);
    impl TurnBasedVisitor for Open<'_> {
        type Out = Result<Box<dyn TurnBased>, SetUpError>;
        fn turn_based<V: Variant>(self, game: V) -> Self::Out {
            let mut session = GameSession::at(Position::start_of(game));
            session.set_up(self.0, self.1)?;
            Ok(Box::new(session))
        }
    }
    let opened = registry::visit_turn_based(variant, Open(given_fen(fen).as_deref(), moves));
    opened.ok_or_else(|| unknown_game(variant))?.map_err(value_error)
}

/// The square of this name on the board of the session.
pub(crate) fn square(session: &dyn AnySession, name: &str) -> PyResult<Square> {
    let size = session.board().0;
    let square = Square::parse(name).filter(|at| at.file().max(at.rank()) < size);
    square.ok_or_else(|| value_error(format!("'{}' is not a square", printable(name))))
}

/// The letter of the piece on the square of this name.
pub(crate) fn piece_at(session: &dyn AnySession, square: &str) -> PyResult<Option<char>> {
    self::square(session, square).map(|at| session.letter_at(at.file(), at.rank()))
}

/// The board as text, lines of letters and dots.
pub(crate) fn drawing(session: &dyn AnySession) -> String {
    let size = session.board().0;
    let row = |rank| {
        let letters = (0..size).map(|file| session.letter_at(file, rank).unwrap_or('.').to_string());
        letters.collect::<Vec<_>>().join(" ")
    };
    (0..size).rev().map(row).collect::<Vec<_>>().join("\n")
}

/// The board as SVG: orthodox pieces as symbols, others as letters.
pub(crate) fn svg(session: &dyn AnySession) -> String {
    const SIDE: u32 = 45;
    let size = session.board().0;
    let width = u32::from(size) * SIDE;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {width}\" width=\"{width}\" height=\"{width}\" \
         font-size=\"34\" font-family=\"sans-serif\" text-anchor=\"middle\" stroke-width=\"0.8\">"
    );
    for (row, rank) in (0..u32::from(size)).zip((0..size).rev()) {
        for (column, file) in (0..u32::from(size)).zip(0..size) {
            let (x, y) = (column * SIDE, row * SIDE);
            let color = if (file + rank) % 2 == 0 { "#b58863" } else { "#f0d9b5" };
            text += &format!("<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{color}\"/>");
            if let Some(letter) = session.letter_at(file, rank) {
                let symbol = SYMBOLS.iter().find(|(of, _)| letter.eq_ignore_ascii_case(of));
                let symbol = symbol.map_or(letter.to_ascii_uppercase(), |(_, symbol)| *symbol);
                let fill = if letter.is_ascii_uppercase() { "#fff" } else { "#000" };
                let (x, y) = (x + SIDE / 2, y + 34);
                text += &format!("<text x=\"{x}\" y=\"{y}\" fill=\"{fill}\" stroke=\"#000\">{symbol}</text>");
            }
        }
    }
    text + "</svg>"
}

/// Counts the leaves below each first move.
pub(crate) fn divide(py: Python<'_>, session: &dyn AnySession, depth: Whole) -> PyResult<Vec<(String, u64)>> {
    let depth = depth.small_within("depth", 1, MAX_PERFT_DEPTH)?;
    let control = Control::default();
    let below = |m: String| session.perft(&m, depth, &control).map(|leaves| (m, leaves));
    interrupt::run(py, &control, || session.moves(session.side_to_choose()).into_iter().map_while(below).collect())
}

/// Counts the leaves.
pub(crate) fn perft(py: Python<'_>, session: &dyn AnySession, depth: Whole) -> PyResult<u64> {
    match depth.small_within("depth", 0, MAX_PERFT_DEPTH)? {
        0 => Ok(1),
        1 => Ok(session.moves(session.side_to_choose()).len() as u64),
        _ => Ok(divide(py, session, depth)?.iter().map(|(_, leaves)| leaves).sum()),
    }
}
