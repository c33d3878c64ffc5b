//! Enemy pieces that can be paid for ([`Variant::PURCHASES`]), pieces who stand too near their king for it, and the pawns that are
//! left to pay with.

use movegen::{Color, PieceType, Position, Variant, attacks};

use crate::ledger::Ledger;
use crate::weights::layout::{LOYAL, PURCHASABLE, PURSE};

/// Looks at what one side can buy.
#[inline]
pub(crate) fn purchases<V: Variant, L: Ledger>(pos: &Position<V>, us: Color, whole: &mut L) {
    let mut ledger = whole.part();
    let pawns = pos.of(us, PieceType::PAWN);
    ledger.count(PURSE.at((pawns.count() as usize).min(PURSE.columns - 1)), 1);
    let purchasable = if pawns.any() { V::purchasable(pos, us) } else { pawns };
    let loyal = attacks::king(pos.king(us)) & pos.color(us);
    let later = usize::from(us != pos.turn());
    for piece_type in [PieceType::PAWN, PieceType::KNIGHT, PieceType::BISHOP, PieceType::ROOK, PieceType::QUEEN] {
        let (k, pieces) = (piece_type.index(), pos.piece_type(piece_type));
        ledger.each(PURCHASABLE.cell(k, later), purchasable & pieces);
        ledger.each(LOYAL.at(k), loyal & pieces);
    }
    whole.join(ledger);
}
