//! Checks and pins of the side to move, computed once per position and used by every generator call.

use crate::bitboard::Bitboard;
use crate::square::Square;

/// The pieces that capture along lines.
#[derive(Clone, Copy, Debug)]
pub struct Sliders {
    /// Along diagonals.
    pub diagonal: Bitboard,
    /// Along ranks and files.
    pub orthogonal: Bitboard,
}

/// Checks and pins of the side to move.
#[derive(Clone, Copy, Debug)]
pub struct Constraints {
    /// Enemy pieces that give check to any royal.
    pub checkers: Bitboard,
    /// Squares on which a piece other than the royal ends every check: all without a check, none under two. Also all
    /// if the side has several royals that may be left in check.
    pub evasions: Bitboard,
    /// Own pieces that may only move along the line through their royal.
    pub pinned: Bitboard,
    /// The royal's square, the first one if there are several.
    pub royal: Square,
    /// The pieces whose moves are generated; none in a position that is lost although pieces could move.
    pub movers: Bitboard,
}

impl Constraints {
    /// The same, for the moves of the piece on one square alone.
    #[inline]
    #[must_use]
    pub const fn only(mut self, from: Square) -> Self {
        self.movers = Bitboard(self.movers.0 & Bitboard::of(from).0);
        self
    }

    /// Returns `true` if the side to move is in check.
    #[inline]
    pub const fn in_check(&self) -> bool {
        self.checkers.any()
    }

    /// Returns `true` if the side to move must end a check: not with several royals of which some may be lost.
    #[inline]
    pub const fn is_bound(&self) -> bool {
        self.checkers.any() && self.evasions.0 != Bitboard::FULL.0
    }
}

#[cfg(test)]
mod tests {
    use crate::position::Position;
    use crate::square::Square;
    use crate::variant::Variant;
    use crate::variants::{Chess, Insurrection};

    /// Returns `true` if the side to move is in check and must end it.
    fn check<V: Variant>(fen: &str) -> (bool, bool) {
        let c = fen.parse::<Position<V>>().unwrap().constraints();
        (c.in_check(), c.is_bound())
    }

    #[test]
    fn check_binds_unless_there_are_other_royals() {
        assert_eq!(check::<Chess>("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), (false, false));
        assert_eq!(check::<Chess>("4k3/8/8/8/8/8/8/4K2r w - - 0 1"), (true, true));
        assert_eq!(check::<Insurrection>("4k2r/8/8/8/8/8/8/R3K2R w - - 0 1 Rk"), (true, false));
        assert_eq!(check::<Insurrection>("4k2r/8/8/8/8/8/8/4K2R w - - 0 1 Rk"), (true, true));
    }

    #[test]
    fn moves_are_selected_by_origin_square() {
        let c = Position::<Chess>::start().constraints();
        let one = c.only(Square::at(4, 1));
        assert_eq!(one.movers.into_iter().collect::<Vec<_>>(), [Square::at(4, 1)]);
        assert!(one.only(Square::at(3, 1)).movers.is_empty());
    }
}
