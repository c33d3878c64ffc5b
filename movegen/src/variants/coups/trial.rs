//! What one move would leave behind, without playing it: which royals there are then, and whether they are safe. Only
//! the few moves that no mask decides come here.

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::moves::{Move, MoveKind};
use crate::orthodox::{CASTLES, Castle};
use crate::piece::{Piece, PieceType};
use crate::position::Position;
use crate::square::Square;
use crate::variant::Variant;
use crate::variants::coups::Coups;

/// The way to castle that a castling move stands for.
fn castle_of<V: Variant>(pos: &Position<V>, m: Move) -> &'static Castle {
    &CASTLES[pos.turn()][usize::from(m.to().file() < 4)]
}

/// The piece type that a piece takes on by capturing; `None` if the move changes nobody, or is a promotion.
pub(super) fn new_piece_type<const K: bool, const A: bool>(pos: &Position<Coups<K, A>>, m: Move) -> Option<PieceType> {
    let captor = pos.piece_at(m.from())?.piece_type();
    let victim = pos.captured(m)?;
    let changes = m.promotes_to().is_none() && captor != pos.state().of(pos.turn()) && victim != captor;
    changes.then_some(victim)
}

/// Where the royal on `royal` stands after the move; `None` if it has promoted and is royal no longer.
fn moved(castle: Option<&Castle>, m: Move, royal: Square) -> Option<Square> {
    match castle {
        Some(castle) if royal == castle.rook_from => Some(castle.rook_to),
        _ if royal != m.from() => Some(royal),
        _ => m.promotes_to().is_none().then_some(m.to()),
    }
}

/// The side to move's royals after the move.
fn royals_after<const K: bool, const A: bool>(pos: &Position<Coups<K, A>>, m: Move) -> Bitboard {
    let royals = Coups::royals(pos, pos.turn());
    let castle = (m.kind() == MoveKind::Castle).then(|| castle_of(pos, m));
    let left: Bitboard = royals.into_iter().filter_map(|royal| moved(castle, m, royal)).collect();
    let becomes = m.promotes_to().or_else(|| new_piece_type(pos, m));
    if becomes == Some(pos.state().of(pos.turn())) { left.with(m.to()) } else { left }
}

/// Whether an own royal that stands on `at` after the move is attacked there, an en-passant capture included. A rook that
/// castles goes from a corner to the edge: it opens no line and shuts none but to the king, who is not royal then or not
/// attacked.
fn is_attacked_after<const K: bool, const A: bool>(pos: &Position<Coups<K, A>>, m: Move, at: Square) -> bool {
    let (us, them) = (pos.turn(), !pos.turn());
    let mut occupied = pos.occupied().without(m.from()).with(m.to());
    let mut gone = Bitboard::of(m.to());
    match m.kind() {
        MoveKind::EnPassant => {
            gone = Bitboard::of(m.to().offset(-us.forward()));
            occupied = occupied - gone;
        }
        // A double step exposes the pawn itself only.
        MoveKind::DoubleStep if at == m.to() && is_capturable_in_passing(pos, m.from()) => return true,
        _ => {}
    }
    (Coups::attackers(pos, at, them, occupied) - gone).any()
}

/// Whether an enemy pawn stands ready to capture the pawn on `from` in passing, once it has made its double step.
pub(super) fn is_capturable_in_passing<V: Variant>(pos: &Position<V>, from: Square) -> bool {
    let us = pos.turn();
    attacks::pawn(us, from.offset(us.forward())).meets(pos.of(!us, PieceType::PAWN))
}

/// Whether the move may be made, given that its piece can make it: a royal must be left, and the last one, or without
/// assassination every one, must be safe.
pub(super) fn is_legal<const K: bool, const A: bool>(pos: &Position<Coups<K, A>>, m: Move) -> bool {
    let royals = royals_after(pos, m);
    royals.any() && (A && royals.many() || royals.into_iter().all(|at| !is_attacked_after(pos, m, at)))
}

/// Whether after this legal move the royal on `royal` is safe, or royal no longer.
pub(super) fn releases<const K: bool, const A: bool>(pos: &Position<Coups<K, A>>, m: Move, royal: Square) -> bool {
    debug_assert!(pos.piece_at(royal).map(Piece::color) == Some(pos.turn()));
    let castle = (m.kind() == MoveKind::Castle).then(|| castle_of(pos, m));
    moved(castle, m, royal).is_none_or(|at| !is_attacked_after(pos, m, at))
}
