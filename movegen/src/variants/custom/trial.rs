//! Playing moves, and the test of single moves by playing them on a copy.

use crate::bitboard::Bitboard;
use crate::castling::Castling;
use crate::moves::{Move, MoveKind};
use crate::observer::Observer;
use crate::orthodox::is_exposed;
use crate::piece::{Color, Piece, PieceType};
use crate::position::Position;
use crate::square::Square;
use crate::variant::Variant;
use crate::variants::custom::{Custom, castle_of};

/// Plays a legal move.
pub(super) fn play<O: Observer>(pos: &mut Position<Custom>, m: Move, seen: &mut O) {
    let (us, from, to) = (pos.turn(), m.from(), m.to());
    let definition = pos.game().definition();
    let piece = pos.piece_at(from).expect("a legal move starts from a piece");
    pos.clear_en_passant();
    let mut irreversible = definition.ends.move_rule_types[us].has(piece.piece_type());
    let mut arriving = piece;
    let victim = match m.kind() {
        MoveKind::EnPassant => Some(to.offset(-us.forward())),
        MoveKind::Castle => None,
        _ => Some(to),
    };
    if let Some(at) = victim
        && let Some(victim) = pos.piece_at(at)
    {
        pos.take(victim, at, seen);
        arriving = Custom::after_capture(pos, piece, victim, seen);
        irreversible = true;
    }
    pos.take(piece, from, seen);
    match m.kind() {
        MoveKind::Promotion => pos.put(Piece::new(us, m.promotes_to().unwrap_or(PieceType::QUEEN)), to, seen),
        MoveKind::Castle => {
            let castle = castle_of(us, m);
            let rook = pos.piece_at(castle.rook_from).expect("a right needs its rook");
            pos.take(rook, castle.rook_from, seen);
            pos.put(piece, to, seen);
            pos.put(rook, castle.rook_to, seen);
        }
        _ => pos.put(arriving, to, seen),
    }
    pos.keep_rights(Custom::kept_rights(pos, m));
    if m.kind() == MoveKind::Castle {
        let wing = usize::from(to.file() < 4);
        if definition.castling.is_opposite {
            pos.keep_rights(Castling(Castling::ALL.0 & !Castling::right(!us, wing).0));
        }
        if definition.castling.wins.has(Castling::right(us, wing)) {
            let mut state = pos.state();
            state.castled[us] = true;
            pos.set_state(state, seen);
        }
    }
    // Without a rule that counts moves the clock must never reach its end.
    let is_uncounted = pos.clock() >= 200 && definition.ends.move_rule == 0;
    pos.count_clock(irreversible || is_uncounted);
    pos.end_turn();
    if m.kind() == MoveKind::DoubleStep {
        let passed = from.offset(us.forward());
        if definition.steps.en_passant[!us].has(passed) {
            pos.offer_en_passant(passed);
        }
    }
    if pos.game().0.counts {
        count_checks(pos, us, seen);
    }
}

/// Counts the checks that a side has given by its move.
#[inline(never)]
fn count_checks<O: Observer>(pos: &mut Position<Custom>, us: Color, seen: &mut O) {
    let definition = pos.game().definition();
    if definition.counts_checks && pos.checked_royals().any() {
        let mut state = pos.state();
        state.checks[us] = state.checks[us].saturating_sub(1);
        pos.set_state(state, seen);
    }
    if definition.ends.is_shatar_mate {
        let mut state = pos.state();
        state.shak[us] = super::continues_shak(pos);
        if state != pos.state() {
            pos.set_state(state, seen);
        }
    }
}

/// Returns `true` if a move that a piece can make is legal.
pub(super) fn is_legal(pos: &Position<Custom>, m: Move) -> bool {
    let mut next = *pos;
    play(&mut next, m, &mut ());
    let definition = pos.game().definition();
    if !definition.checking && next.checked_royals().any() {
        return false;
    }
    let is_pseudo = definition.extinction.as_ref().is_some_and(|extinction| extinction.is_pseudo_royal);
    // A royal piece by the number of its type stays royal for this move, unless a pawn promotes to its type.
    let promotes_piece = || {
        let piece_type = pos.piece_at(m.from()).map(Piece::piece_type);
        piece_type.is_some_and(|of| definition.promotion.promoted[of.index()].is_some())
    };
    if is_pseudo && m.kind() == MoveKind::Promotion && promotes_piece() {
        let is_attacked = |at| is_exposed(&next, at, next.turn(), next.occupied(), Bitboard::EMPTY);
        if Custom::royals(pos, pos.turn()).without(m.from()).into_iter().any(is_attacked) {
            return false;
        }
    }
    // A capture of a royal piece by the number of its type ends the game at once.
    let captures_pseudo_royal =
        is_pseudo && !m.is_purchase() && pos.is_capture(m) && Custom::royals(pos, !pos.turn()).has(m.to());
    captures_pseudo_royal || is_safe_off_turn(&next)
}

/// Returns `true` if the side that has moved has left no royal piece in check that it may not.
pub(super) fn is_safe_off_turn(pos: &Position<Custom>) -> bool {
    let (us, definition) = (!pos.turn(), pos.game().definition());
    let royals = Custom::royals(pos, us);
    if definition.royals.coup && royals.is_empty() {
        return false;
    }
    let is_attacked =
        |at: Square| is_exposed(pos, at, !us, pos.occupied(), Bitboard::EMPTY) || is_capturable_in_passing(pos, us, at);
    if !(definition.royals.only_last_is_safe && royals.many()) && royals.into_iter().any(is_attacked) {
        return false;
    }
    match definition.extinction.as_ref().filter(|extinction| extinction.has_duple_check) {
        Some(extinction) => {
            let all = extinction.types.iter().fold(Bitboard::EMPTY, |set, of| set | pos.of(us, of));
            all.is_empty() || !all.into_iter().all(is_attacked)
        }
        None => true,
    }
}

/// Returns `true` if the piece on `at` has just made a double step and can be captured in passing.
fn is_capturable_in_passing(pos: &Position<Custom>, us: Color, at: Square) -> bool {
    pos.passed_square().is_some_and(|passed| {
        at == passed.offset(us.forward())
            && pos.game().definition().steps.en_passant_types[!us].has(PieceType::PAWN)
            && crate::attacks::pawn(us, passed).meets(pos.of(!us, PieceType::PAWN))
    })
}

/// Returns `true` if the royal piece on `royal` is safe after this legal move, or no longer royal.
pub(super) fn releases(pos: &Position<Custom>, m: Move, royal: Square) -> bool {
    let at = match m.kind() {
        MoveKind::Castle if royal == castle_of(pos.turn(), m).rook_from => castle_of(pos.turn(), m).rook_to,
        _ if royal != m.from() => royal,
        MoveKind::Promotion => return true,
        _ => m.to(),
    };
    let mut next = *pos;
    play(&mut next, m, &mut ());
    !is_exposed(&next, at, next.turn(), next.occupied(), Bitboard::EMPTY)
        && !is_capturable_in_passing(&next, pos.turn(), at)
}
