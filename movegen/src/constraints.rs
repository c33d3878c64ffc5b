//! What restricts the side to move, computed once a position and used by every generator call.

use crate::bitboard::Bitboard;
use crate::square::Square;

/// The men that capture along lines.
#[derive(Clone, Copy, Debug)]
pub struct Sliders {
    /// Along diagonals.
    pub diagonal: Bitboard,
    /// Along ranks and files.
    pub orthogonal: Bitboard,
}

/// What restricts the side to move.
#[derive(Clone, Copy, Debug)]
pub struct Constraints {
    /// Enemy men that give check to any royal.
    pub checkers: Bitboard,
    /// Squares on which a man other than the royal ends every check: all without a check, none under two. All as well
    /// where several royals are not bound to their safety.
    pub evasions: Bitboard,
    /// Own men that may only move along the line through their royal.
    pub pinned: Bitboard,
    /// The royal's square, the first one if there are several.
    pub royal: Square,
    /// The men whose moves are asked for; none in a position that is lost although men could move.
    pub movers: Bitboard,
}

impl Constraints {
    /// The same, for the moves of the man on one square alone.
    #[inline]
    #[must_use]
    pub const fn only(mut self, from: Square) -> Self {
        self.movers = Bitboard(self.movers.0 & Bitboard::of(from).0);
        self
    }

    /// Whether the side to move is in check.
    #[inline]
    pub const fn in_check(&self) -> bool {
        self.checkers.any()
    }

    /// Whether a check binds the side to move: with several royals that need not all be saved it does not.
    #[inline]
    pub const fn is_bound(&self) -> bool {
        self.checkers.any() && self.evasions.0 != Bitboard::FULL.0
    }
}
