//! Pieces and moves as text: letters, coordinate notation out, and the forms that clients send in.

use crate::error::printable;
use crate::moves::{Move, MoveKind};
use crate::piece::{Color, Piece, PieceType};
use crate::position::Position;
use crate::square::Square;
use crate::variant::Variant;

pub use crate::error::MoveError;

/// Returns the piece type of a small letter in this game.
pub fn piece_type_of_letter<V: Variant>(game: V, letter: char) -> Option<PieceType> {
    let index = game.letters().find(letter)?;
    Some(PieceType::new(u8::try_from(index).ok()?))
}

/// The small letter of a piece type in this game.
pub fn letter_of_piece_type<V: Variant>(game: V, piece_type: PieceType) -> char {
    char::from(game.letters().as_bytes()[piece_type.index()])
}

/// The letter of a piece in this game: capital for White.
pub fn letter_of_piece<V: Variant>(game: V, piece: Piece) -> char {
    let letter = letter_of_piece_type(game, piece.piece_type());
    match piece.color() {
        Color::White => letter.to_ascii_uppercase(),
        Color::Black => letter,
    }
}

impl<V: Variant> Position<V> {
    /// The move as clients read it: `e2e4`, `e1g1` for castling (`e1h1` in chess960), `e7e8q`, or as the game writes its own piece types.
    pub fn write_move(&self, m: Move) -> String {
        V::write_move(self, m)
    }

    /// Parses a legal move in coordinate notation. Castling may also be written `O-O`, `0-0-0` or as
    /// the king taking its own rook (`e1h1`), and the letter of a piece type may be a capital.
    ///
    /// ```
    /// use upheaval_movegen::{Chess, Position};
    /// let pos: Position<Chess> = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse().unwrap();
    /// let m = pos.parse_move("e1g1")?;
    /// assert_eq!(pos.parse_move("O-O")?, m);
    /// assert_eq!(pos.parse_move("e1h1")?, m);
    /// # Ok::<(), upheaval_movegen::MoveError>(())
    /// ```
    ///
    /// # Errors
    /// The text, as malformed or as illegal.
    pub fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        V::parse_move(self, text)
    }

    fn takes_own_rook(&self, m: Move, to: Square) -> bool {
        m.kind() == MoveKind::Castle
            && !V::CASTLES_ONTO_ROOK
            && self.of(self.turn(), PieceType::ROOK).has(to)
            && (to.file() > m.from().file()) == m.is_king_side()
            && to.rank() == self.turn().rank(0)
    }
}

/// An orthodox move in coordinate notation.
pub fn write<V: Variant>(pos: &Position<V>, m: Move) -> String {
    let squares = format!("{}{}", m.from(), m.to());
    match m.promotes_to() {
        Some(piece_type) => format!("{squares}{}", letter_of_piece_type(pos.game(), piece_type)),
        None => squares,
    }
}

/// Returns the legal move with the squares of the text that allows its suffix, the letter of a piece type or nothing.
///
/// # Errors
/// The text, as malformed or as illegal.
pub fn parse<V: Variant>(
    pos: &Position<V>,
    text: &str,
    allows: impl Fn(Move, Option<PieceType>) -> bool,
) -> Result<Move, MoveError> {
    let moves = pos.legal_moves();
    if let Some(is_king_side) = castling_wing(text) {
        let castle = moves.iter().find(|m| m.kind() == MoveKind::Castle && m.is_king_side() == is_king_side);
        return castle.copied().ok_or_else(|| MoveError::Illegal(printable(text)));
    }
    let (from, to, suffix) = split(pos.game(), text).ok_or_else(|| MoveError::Malformed(printable(text)))?;
    let goes = |m: Move| m.from() == from && (m.to() == to || pos.takes_own_rook(m, to));
    let is_meant = |m: &&Move| !m.is_purchase() && goes(**m) && allows(**m, suffix);
    moves.iter().find(is_meant).copied().ok_or_else(|| MoveError::Illegal(printable(text)))
}

/// Returns `Some(true)` for castling to the king's side and `Some(false)` for castling to the queen's side.
fn castling_wing(text: &str) -> Option<bool> {
    match text.replace('0', "O").as_str() {
        "O-O" => Some(true),
        "O-O-O" => Some(false),
        _ => None,
    }
}

fn split<V: Variant>(game: V, text: &str) -> Option<(Square, Square, Option<PieceType>)> {
    let from = Square::parse(text.get(0..2)?)?;
    let to = Square::parse(text.get(2..4)?)?;
    let mut rest = text.get(4..)?.chars();
    let into = match rest.next() {
        Some(letter) => Some(piece_type_of_letter(game, letter.to_ascii_lowercase())?),
        None => None,
    };
    rest.next().is_none().then_some((from, to, into))
}
