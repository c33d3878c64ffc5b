//! Castling rights.

use crate::piece::Color;

/// Castling rights as a set of four bits: White short, White long, Black short, Black long.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Castling(pub u8);

impl Castling {
    /// No right.
    pub const NONE: Self = Self(0);
    /// All four rights.
    pub const ALL: Self = Self(15);
    /// Both rights of Black.
    pub const BLACK: Self = Self(12);

    /// The right of one side and wing (0 = short, 1 = long).
    #[inline]
    pub const fn right(color: Color, wing: usize) -> Self {
        Self(1 << (color as usize * 2 + wing))
    }

    /// Returns `true` if the set contains every right of `other`.
    #[inline]
    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// The rights in both sets.
    #[inline]
    #[must_use]
    pub const fn common(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}
