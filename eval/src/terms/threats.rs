//! Enemy pieces that are attacked: by pawns, by cheaper pieces, without protection.

use movegen::{Bitboard, ByPieceType, Color, PieceType, Position, Variant, attacks};

use crate::ledger::Ledger;
use crate::survey::{Survey, seen_by};
use crate::tables::Tables;
use crate::weights::layout::{CHEAP_THREAT, HANGING, PAWN_THREAT, PUSH_THREAT};

/// Looks at what one side threatens.
#[inline]
pub(crate) fn threats<V: Variant, L: Ledger>(
    tables: &Tables,
    pos: &Position<V>,
    us: Color,
    survey: &Survey,
    whole: &mut L,
) {
    let mut ledger = whole.part();
    let (own, theirs) = (&survey.sides[us], &survey.sides[!us]);
    let victims = theirs.pieces & own.all;
    if victims.any() {
        // What the cheapest one, two, … piece types attack together.
        let mut cheap = [Bitboard::EMPTY; PieceType::MAX + 1];
        for (i, piece_type) in tables.by_value[us].iter().enumerate() {
            cheap[i + 1] = cheap[i] | own.attacks[piece_type.index()];
        }
        let hanging = victims - theirs.all;
        for piece_type in (0..V::ByPieceType::LEN as u8).map(PieceType::new) {
            let pieces = pos.of(!us, piece_type) & victims;
            if pieces.is_empty() || V::royals(pos, !us).meets(pieces) {
                continue;
            }
            let k = piece_type.index();
            ledger.each(PAWN_THREAT.at(k), pieces & own.pawn_attacks);
            ledger.each(CHEAP_THREAT.at(k), pieces & cheap[tables.cheaper[us][k]]);
            ledger.each(HANGING.at(k), pieces & hanging);
        }
    }
    let empty = !survey.occupied;
    let third = seen_by(us, Bitboard::rank(2));
    let once = own.pawns.shift(us.forward()) & empty;
    let twice = (once & third & V::double_step_passes(us)).shift(us.forward()) & empty;
    let safe = !theirs.pawn_attacks & (own.all | !theirs.all);
    let targets = theirs.pieces - theirs.pawns - own.pawn_attacks;
    ledger.each(PUSH_THREAT.only(), attacks::pawns(us, (once | twice) & safe) & targets);
    whole.join(ledger);
}
