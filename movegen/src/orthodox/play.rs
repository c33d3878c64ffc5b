//! Playing a move of the orthodox men.

use crate::castling::Castling;
use crate::men::{Color, Kind, Man};
use crate::moves::{Move, MoveKind};
use crate::observer::Observer;
use crate::orthodox::generate::CASTLES;
use crate::position::Position;
use crate::square::Square;
use crate::variant::Variant;

/// Plays a legal move: men, rights, en-passant square, clock, turn and key.
#[inline]
pub fn play<V: Variant, O: Observer>(pos: &mut Position<V>, m: Move, seen: &mut O) {
    let (us, from, to) = (pos.turn(), m.from(), m.to());
    let man = pos.man_at(from).expect("a legal move starts from a man");
    pos.clear_en_passant();
    let mut irreversible = man.kind() == Kind::PAWN;
    let mut arriving = man;
    if let Some(victim) = pos.man_at(to) {
        pos.take(victim, to, seen);
        arriving = V::captor(pos, man, victim, seen);
        irreversible = true;
    }
    pos.take(man, from, seen);
    match m.kind() {
        MoveKind::Promotion => pos.put(Man::new(us, m.promotes_to().unwrap_or(Kind::QUEEN)), to, seen),
        MoveKind::EnPassant => {
            let victim = Man::new(!us, Kind::PAWN);
            pos.take(victim, to.offset(-us.forward()), seen);
            arriving = V::captor(pos, man, victim, seen);
            pos.put(arriving, to, seen);
        }
        MoveKind::Castle => {
            pos.put(man, to, seen);
            let castle = &CASTLES[us][usize::from(to.file() < 4)];
            pos.take(Man::new(us, Kind::ROOK), castle.rook_from, seen);
            pos.put(Man::new(us, Kind::ROOK), castle.rook_to, seen);
        }
        // Purchases are played by the one game that knows them.
        _ => pos.put(arriving, to, seen),
    }
    pos.keep_rights(kept_rights(from).common(kept_rights(to)));
    pos.count_clock(irreversible);
    pos.end_turn();
    if m.kind() == MoveKind::DoubleStep {
        pos.offer_en_passant(from.offset(us.forward()));
    }
}

/// The rights that survive when something leaves or reaches a square.
#[inline]
pub fn kept_rights(at: Square) -> Castling {
    KEPT[at.index()]
}

static KEPT: [Castling; 64] = {
    let mut kept = [Castling::ALL; 64];
    let mut i = 0;
    while i < 4 {
        let color = if i < 2 { Color::White } else { Color::Black };
        let right = Castling::right(color, i % 2);
        let rank = color.rank(0);
        let rook = Square::at(if i % 2 == 0 { 7 } else { 0 }, rank).index();
        let king = Square::at(4, rank).index();
        kept[rook] = Castling(kept[rook].0 & !right.0);
        kept[king] = Castling(kept[king].0 & !right.0);
        i += 1;
    }
    kept
};
