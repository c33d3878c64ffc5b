//! Endings in which an advantage is worth less than it counts. What is drawish is known of the orthodox men.

use movegen::{ByKind, Color, Kind, Position, Variant};

use crate::survey::DARK;
use crate::weights::Weights;
use crate::weights::layout::{DRAWISH, VALUE};

/// 64ths of the value that the stronger side cannot use.
#[inline]
pub(crate) fn drawish<V: Variant>(weights: &Weights, pos: &Position<V>, strong: Color) -> i32 {
    let lost = |i| weights.of(strong).plain(DRAWISH.at(i)).clamp(0, 64);
    let pawns = pos.of(strong, Kind::PAWN).count();
    if pawns <= 1 {
        let officers = pos.color(strong) - pos.kind(Kind::KING) - pos.kind(Kind::PAWN);
        if pawns == 0 && officers == pos.of(strong, Kind::KNIGHT) && officers.count() <= 2 {
            return lost(4);
        }
        let bishop = weights.of(strong)[VALUE.at(Kind::BISHOP.index())].end();
        let weak = value(weights, pos, !strong);
        // The last pawn can only be given a man for if there is one.
        if value(weights, pos, strong) - weak <= bishop && (pawns == 0 || weak > 0) {
            return lost(if pawns == 0 { 2 } else { 3 });
        }
    }
    let bishops = pos.kind(Kind::BISHOP);
    let one_each = Color::BOTH.into_iter().all(|color| (bishops & pos.color(color)).count() == 1);
    if one_each && (bishops & DARK).count() == 1 {
        let others = pos.occupied() - bishops - pos.kind(Kind::PAWN) - pos.kind(Kind::KING);
        return lost(usize::from(others.any()));
    }
    0
}

/// What a side's men but pawns and king are worth in the end game.
fn value<V: Variant>(weights: &Weights, pos: &Position<V>, color: Color) -> i32 {
    let officers = (1..V::ByKind::LEN as u8).map(Kind::new).filter(|&kind| kind != Kind::KING);
    officers
        .map(|kind| weights.of(color)[VALUE.at(kind.index())].end() * pos.of(color, kind).count().cast_signed())
        .sum()
}
