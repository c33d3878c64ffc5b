//! Enemy men that are attacked: by pawns, by cheaper men, without protection.

use movegen::{Bitboard, ByKind, Color, Kind, Position, Variant, attacks};

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
    let victims = theirs.men & own.all;
    if victims.any() {
        // What the cheapest one, two, … kinds attack together.
        let mut cheap = [Bitboard::EMPTY; Kind::MAX + 1];
        for (i, kind) in tables.by_value[us].iter().enumerate() {
            cheap[i + 1] = cheap[i] | own.attacks[kind.index()];
        }
        let hanging = victims - theirs.all;
        for kind in (0..V::ByKind::LEN as u8).map(Kind::new) {
            let men = pos.of(!us, kind) & victims;
            if men.is_empty() || V::royals(pos, !us).meets(men) {
                continue;
            }
            let k = kind.index();
            ledger.each(PAWN_THREAT.at(k), men & own.pawn_attacks);
            ledger.each(CHEAP_THREAT.at(k), men & cheap[tables.cheaper[us][k]]);
            ledger.each(HANGING.at(k), men & hanging);
        }
    }
    let empty = !survey.occupied;
    let third = seen_by(us, Bitboard::rank(2));
    let once = own.pawns.shift(us.forward()) & empty;
    let twice = (once & third & V::double_step_passes(us)).shift(us.forward()) & empty;
    let safe = !theirs.pawn_attacks & (own.all | !theirs.all);
    let targets = theirs.men - theirs.pawns - own.pawn_attacks;
    ledger.each(PUSH_THREAT.only(), attacks::pawns(us, (once | twice) & safe) & targets);
    whole.join(ledger);
}
