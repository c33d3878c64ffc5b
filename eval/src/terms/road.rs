//! The king's road to the far rank, in games where arriving there wins, and the lines that facing kings deny.

use movegen::{Bitboard, Color, attacks};

use crate::ledger::Ledger;
use crate::psqt::own_view;
use crate::survey::{Survey, seen_by};
use crate::weights::layout::{BARRED, FACED, ROAD, ROADS};

/// Looks at one side's way to the far rank, if it has just one royal.
#[inline]
pub(crate) fn road<L: Ledger>(us: Color, survey: &Survey, ledger: &mut L) {
    let (own, theirs) = (&survey.sides[us], &survey.sides[!us]);
    let (Some(royal), Some(enemy)) = (own.royal, theirs.royal) else {
        return;
    };
    let barred = theirs.all | theirs.faced | own.pieces;
    match steps(Bitboard::of(own_view(us, royal)), !seen_by(us, barred)) {
        Ok(moves) => ledger.count(ROAD.at(moves), 1),
        Err(missing) => ledger.count(BARRED.at(missing), 1),
    }
    ledger.each(FACED.only(), (own.faced & attacks::king(enemy)) - own.all - theirs.pieces);
}

/// The king moves to the far rank over free squares; if there is no way, the ranks missing.
#[inline]
fn steps(king: Bitboard, free: Bitboard) -> Result<usize, usize> {
    const GOAL: Bitboard = Bitboard::rank(7);
    let mut reached = king;
    for moves in 0..ROADS {
        if reached.meets(GOAL) {
            return Ok(moves);
        }
        let row = reached | reached.left() | reached.right();
        let next = reached | (row | row.shift(8) | row.shift(-8)) & free;
        if next == reached {
            let furthest = reached.0.leading_zeros() as usize / 8;
            return Err(furthest.min(7));
        }
        reached = next;
    }
    Ok(ROADS - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::Square;

    #[test]
    fn a_road_is_as_long_as_the_king_needs_moves() {
        let king = |name| Bitboard::of(Square::parse(name).unwrap());
        assert_eq!(steps(king("e1"), Bitboard::FULL), Ok(7));
        assert_eq!(steps(king("e8"), Bitboard::FULL), Ok(0));
        let gap_on_a = !(Bitboard::rank(5) - Bitboard::FILE_A);
        assert_eq!(steps(king("a4"), gap_on_a), Ok(4));
        assert_eq!(steps(king("e4"), gap_on_a), Ok(6), "four moves to a6, two more to a8");
        assert_eq!(steps(king("h1"), gap_on_a), Ok(8), "nine moves and more count as one less");
        assert_eq!(steps(king("e4"), !Bitboard::rank(6)), Err(2));
    }
}
