//! Enemy men that can be paid for ([`Variant::PURCHASES`]), men who stand too near their king for it, and the pawns that are
//! left to pay with.

use movegen::{Color, Kind, Position, Variant, attacks};

use crate::ledger::Ledger;
use crate::weights::layout::{LOYAL, PURCHASABLE, PURSE};

/// Looks at what one side can buy.
#[inline]
pub(crate) fn purchases<V: Variant, L: Ledger>(pos: &Position<V>, us: Color, whole: &mut L) {
    let mut ledger = whole.part();
    let pawns = pos.of(us, Kind::PAWN);
    ledger.count(PURSE.at((pawns.count() as usize).min(PURSE.columns - 1)), 1);
    let purchasable = if pawns.any() { V::purchasable(pos, us) } else { pawns };
    let loyal = attacks::king(pos.king(us)) & pos.color(us);
    let later = usize::from(us != pos.turn());
    for kind in [Kind::PAWN, Kind::KNIGHT, Kind::BISHOP, Kind::ROOK, Kind::QUEEN] {
        let (k, men) = (kind.index(), pos.kind(kind));
        ledger.each(PURCHASABLE.cell(k, later), purchasable & men);
        ledger.each(LOYAL.at(k), loyal & men);
    }
    whole.join(ledger);
}
