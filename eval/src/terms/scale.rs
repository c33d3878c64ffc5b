//! Endings in which an advantage is worth less than it counts. What is drawish is known of the orthodox pieces.

use movegen::{ByPieceType, Color, PieceType, Position, Variant};

use crate::survey::DARK;
use crate::weights::Weights;
use crate::weights::layout::{DRAWISH, VALUE};

/// 64ths of the value that the stronger side cannot use.
#[inline]
pub(crate) fn drawish<V: Variant>(weights: &Weights, pos: &Position<V>, strong: Color) -> i32 {
    let lost = |i| weights.of(strong).plain(DRAWISH.at(i)).clamp(0, 64);
    let pawns = pos.of(strong, PieceType::PAWN).count();
    if pawns <= 1 {
        let officers = pos.color(strong) - pos.piece_type(PieceType::KING) - pos.piece_type(PieceType::PAWN);
        if pawns == 0 && officers == pos.of(strong, PieceType::KNIGHT) && officers.count() <= 2 {
            return lost(4);
        }
        let bishop = weights.of(strong)[VALUE.at(PieceType::BISHOP.index())].end();
        let weak = value(weights, pos, !strong);
        // The last pawn can only be given a piece for if there is one.
        if value(weights, pos, strong) - weak <= bishop && (pawns == 0 || weak > 0) {
            return lost(if pawns == 0 { 2 } else { 3 });
        }
    }
    let bishops = pos.piece_type(PieceType::BISHOP);
    let one_each = Color::BOTH.into_iter().all(|color| (bishops & pos.color(color)).count() == 1);
    if one_each && (bishops & DARK).count() == 1 {
        let others = pos.occupied() - bishops - pos.piece_type(PieceType::PAWN) - pos.piece_type(PieceType::KING);
        return lost(usize::from(others.any()));
    }
    0
}

/// What a side's pieces but pawns and king are worth in the end game.
fn value<V: Variant>(weights: &Weights, pos: &Position<V>, color: Color) -> i32 {
    let officers =
        (1..V::ByPieceType::LEN as u8).map(PieceType::new).filter(|&piece_type| piece_type != PieceType::KING);
    officers
        .map(|piece_type| {
            weights.of(color)[VALUE.at(piece_type.index())].end() * pos.of(color, piece_type).count().cast_signed()
        })
        .sum()
}
