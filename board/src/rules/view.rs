//! Positions of the games in which the sides move in turn, as the board shows them.

use std::collections::BTreeMap;

use games::explain::turn_based::{checkers, facing_line};
use movegen::fen::letter_of_piece_type;
use movegen::{Bitboard, Color, Piece, PieceType, Position, Square, State, Variant};

use super::result_view;
use super::texts;
use crate::messages::{FaceOff, Government, PieceView, PositionView, Sides, Turn};

/// Distance from the goal within which a king's last rank is shown.
const NEAR_CAMP: u8 = 3;

/// Returns the position for the page.
pub(super) fn view<V: Variant>(pos: &Position<V>) -> PositionView {
    PositionView {
        variant: V::NAME.to_owned(),
        fen: pos.to_string(),
        board: pos.pieces().map(|(piece, at)| (at.to_string(), piece_view(pos, piece, at))).collect::<BTreeMap<_, _>>(),
        turn: match pos.turn() {
            Color::White => Turn::White,
            Color::Black => Turn::Black,
        },
        check: names(pos.checked_royals()),
        checkers: names(checkers(pos)),
        governments: governments(pos),
        penalties: None,
        face_off: face_off(pos),
        camps: camps(pos),
        result: pos.outcome().map(result_view),
    }
}

/// Returns the names of squares, a1 first.
pub(super) fn names(squares: Bitboard) -> Vec<String> {
    squares.into_iter().map(|at| at.to_string()).collect()
}

/// Returns the name of a piece.
pub(super) fn name_of<V: Variant>(piece: Piece) -> &'static str {
    texts::name(V::NAME, letter_of_piece_type::<V>(piece.piece_type()), piece.color() == Color::White)
}

/// Returns a piece on a square for the page.
pub(super) fn piece_view<V: Variant>(pos: &Position<V>, piece: Piece, at: Square) -> PieceView {
    let letter = letter_of_piece_type::<V>(piece.piece_type());
    PieceView {
        side: piece.color().into(),
        letter: letter.to_string(),
        drawing: texts::drawing(letter).to_owned(),
        name: name_of::<V>(piece).to_owned(),
        royal: V::royals(pos, piece.color()).has(at),
    }
}

/// Returns the piece on a square, if any.
pub(super) fn piece_at<V: Variant>(pos: &Position<V>, at: Square) -> Option<PieceView> {
    Some(piece_view(pos, pos.piece_at(at)?, at))
}

/// Returns the letters of the piece types in power by color, in games with governments.
fn governing<V: Variant>(pos: &Position<V>) -> Option<[char; 2]> {
    let field = pos.state().to_field().filter(|_| V::ROYALS_CHANGE)?;
    let mut letters = field.chars().map(|letter| letter.to_ascii_lowercase());
    Some([letters.next()?, letters.next()?])
}

/// Returns the governments, in games that have them.
pub(super) fn governments<V: Variant>(pos: &Position<V>) -> Option<Sides<Government>> {
    let named =
        |letter: char| Government { letter: letter.to_string(), name: games::names::rule::<V>(letter).to_owned() };
    governing(pos).map(|letters| Sides::new(letters.map(named)))
}

fn face_off<V: Variant>(pos: &Position<V>) -> Option<FaceOff> {
    let (line, guards) = facing_line(pos).filter(|(_, guards)| !guards.many())?;
    Some(FaceOff { line: names(line), guard: guards.first().map(|at| at.to_string()) })
}

fn camps<V: Variant>(pos: &Position<V>) -> Option<Sides<Vec<String>>> {
    let near = |color: Color| {
        let goal = V::goal(color);
        let is_near = |at: Square| goal.into_iter().any(|square| square.distance(at) <= NEAR_CAMP);
        let matters = pos.of(color, PieceType::KING).into_iter().any(is_near);
        if matters { names(goal) } else { Vec::new() }
    };
    let camps = Color::BOTH.map(near);
    camps.iter().any(|squares| !squares.is_empty()).then(|| Sides::new(camps))
}
