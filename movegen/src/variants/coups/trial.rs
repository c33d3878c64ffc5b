//! Royals and their safety after one move, without playing it. Only
//! the few moves that no mask decides are tested here.

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::moves::{Move, MoveKind};
use crate::orthodox::{CASTLES, Castle};
use crate::piece::{Piece, PieceType};
use crate::position::Position;
use crate::square::Square;
use crate::variant::Variant;
use crate::variants::coups::{Board, Coups};

/// The castling of a castling move.
fn castle_of<V: Variant>(pos: &Position<V>, m: Move) -> &'static Castle {
    &CASTLES[pos.turn()][usize::from(m.to().file() < 4)]
}

/// The new type of a capturing piece; `None` if the move changes no type, or is a promotion.
pub(super) fn new_piece_type<const K: bool, const A: bool>(pos: &Board<K, A>, m: Move) -> Option<PieceType> {
    let attacker = pos.piece_at(m.from())?.piece_type();
    let victim = pos.captured(m)?;
    let changes = m.promotes_to().is_none() && attacker != pos.state().of(pos.turn()) && victim != attacker;
    changes.then_some(victim)
}

/// The square of the royal on `royal` after the move; `None` if it has promoted and is no longer royal.
fn moved(castle: Option<&Castle>, m: Move, royal: Square) -> Option<Square> {
    match castle {
        Some(castle) if royal == castle.rook_from => Some(castle.rook_to),
        _ if royal != m.from() => Some(royal),
        _ => m.promotes_to().is_none().then_some(m.to()),
    }
}

/// The side to move's royals after the move.
fn royals_after<const K: bool, const A: bool>(pos: &Board<K, A>, m: Move) -> Bitboard {
    let royals = Coups::royals(pos, pos.turn());
    let castle = (m.kind() == MoveKind::Castle).then(|| castle_of(pos, m));
    let left: Bitboard = royals.into_iter().filter_map(|royal| moved(castle, m, royal)).collect();
    let becomes = m.promotes_to().or_else(|| new_piece_type(pos, m));
    if becomes == Some(pos.state().of(pos.turn())) { left.with(m.to()) } else { left }
}

/// Returns `true` if an own royal on `at` is attacked after the move, also by an en-passant capture. A rook that
/// castles moves from a corner to the edge: it opens no line and closes none but to the king, which is not royal then or not
/// attacked.
fn is_attacked_after<const K: bool, const A: bool>(pos: &Board<K, A>, m: Move, at: Square) -> bool {
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

/// Returns `true` if an enemy pawn could capture the pawn on `from` en passant after its double step.
pub(super) fn is_capturable_in_passing<V: Variant>(pos: &Position<V>, from: Square) -> bool {
    let us = pos.turn();
    attacks::pawn(us, from.offset(us.forward())).meets(pos.of(!us, PieceType::PAWN))
}

/// Returns `true` if a move that the piece can make is legal: a royal must be left, and the last one, or without
/// assassination every one, must be safe.
pub(super) fn is_legal<const K: bool, const A: bool>(pos: &Board<K, A>, m: Move) -> bool {
    let royals = royals_after(pos, m);
    royals.any() && (A && royals.many() || royals.into_iter().all(|at| !is_attacked_after(pos, m, at)))
}

/// Returns `true` if the royal on `royal` is safe after this legal move, or no longer royal.
pub(super) fn releases<const K: bool, const A: bool>(pos: &Board<K, A>, m: Move, royal: Square) -> bool {
    debug_assert!(pos.piece_at(royal).map(Piece::color) == Some(pos.turn()));
    let castle = (m.kind() == MoveKind::Castle).then(|| castle_of(pos, m));
    moved(castle, m, royal).is_none_or(|at| !is_attacked_after(pos, m, at))
}
