//! Playing a move of the orthodox pieces.

use crate::castling::Castling;
use crate::moves::{Move, MoveKind};
use crate::observer::Observer;
use crate::orthodox::generate::CASTLES;
use crate::piece::{Piece, PieceType};
use crate::position::Position;
use crate::square::Square;
use crate::variant::Variant;

/// Plays a legal move: pieces, rights, en-passant square, clock, turn and key.
#[inline]
pub fn play<V: Variant, O: Observer>(pos: &mut Position<V>, m: Move, seen: &mut O) {
    let (us, from, to) = (pos.turn(), m.from(), m.to());
    let piece = pos.piece_at(from).expect("a legal move starts from a piece");
    pos.clear_en_passant();
    let mut irreversible = piece.piece_type() == PieceType::PAWN;
    let mut arriving = piece;
    if let Some(victim) = pos.piece_at(to) {
        pos.take(victim, to, seen);
        arriving = V::after_capture(pos, piece, victim, seen);
        irreversible = true;
    }
    pos.take(piece, from, seen);
    match m.kind() {
        MoveKind::Promotion => pos.put(Piece::new(us, m.promotes_to().unwrap_or(PieceType::QUEEN)), to, seen),
        MoveKind::EnPassant => {
            let victim = Piece::new(!us, PieceType::PAWN);
            pos.take(victim, to.offset(-us.forward()), seen);
            arriving = V::after_capture(pos, piece, victim, seen);
            pos.put(arriving, to, seen);
        }
        MoveKind::Castle => {
            pos.put(piece, to, seen);
            let castle = &CASTLES[us][usize::from(to.file() < 4)];
            pos.take(Piece::new(us, PieceType::ROOK), castle.rook_from, seen);
            pos.put(Piece::new(us, PieceType::ROOK), castle.rook_to, seen);
        }
        // The game that has purchases plays them by `play_purchase`.
        _ => pos.put(arriving, to, seen),
    }
    pos.keep_rights(V::kept_rights(pos, m));
    pos.count_clock(irreversible);
    pos.end_turn();
    if m.kind() == MoveKind::DoubleStep {
        pos.offer_en_passant(from.offset(us.forward()));
    }
}

/// Plays a legal purchase: the payment leaves the board, and the bought piece changes sides.
pub fn play_purchase<V: Variant, O: Observer>(pos: &mut Position<V>, m: Move, seen: &mut O) {
    let payment = pos.payment(m);
    pos.clear_en_passant();
    for at in payment.with(m.to()) {
        let piece = pos.piece_at(at).expect("a legal purchase pays pieces for a piece");
        pos.take(piece, at, seen);
        if at == m.to() {
            pos.put(Piece::new(pos.turn(), piece.piece_type()), at, seen);
        }
        pos.keep_rights(kept_rights(at));
    }
    pos.count_clock(true);
    pos.end_turn();
}

/// The rights that remain when a piece leaves or reaches a square.
#[inline]
pub fn kept_rights(at: Square) -> Castling {
    KEPT[at.index()]
}

static KEPT: [Castling; 64] = {
    let mut kept = [Castling::ALL; 64];
    let mut i = 0;
    while i < 4 {
        let castle = &CASTLES[i / 2][i % 2];
        kept[castle.rook_from.index()].0 &= !castle.right.0;
        kept[castle.king_from.index()].0 &= !castle.right.0;
        i += 1;
    }
    kept
};
