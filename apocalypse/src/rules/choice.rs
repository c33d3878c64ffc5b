//! The choice of a side in two bytes, and lists of choices.

use std::fmt;

use arrayvec::ArrayVec;

use super::square::Square;

/// More choices than any side can have. At most eight ways lead to the last rank, each with at most thirteen squares to
/// put the pawn on, and what else there is are sixteen knight moves and fifteen steps of pawns.
pub const MAX_CHOICES: usize = 192;

/// The choices of one side: the safe ones first, then the speculative ones.
pub type Choices = ArrayVec<Choice, MAX_CHOICES>;

/// A choice of a side: a move of one piece. `via` differs from `to` only in a safe relocation, where the pawn steps onto
/// `via` on its last rank and is then put on `to`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Choice(u16);

const SPECULATIVE: u16 = 1 << 15;

impl Choice {
    /// A move to `to` that can be played on the board as it stands.
    #[inline]
    pub const fn safe(from: Square, to: Square) -> Self {
        Self::relocation(from, to, to)
    }

    /// A safe relocation of a pawn by way of `via`.
    #[inline]
    pub const fn relocation(from: Square, via: Square, to: Square) -> Self {
        Self(from.index() as u16 | (to.index() as u16) << 5 | (via.index() as u16) << 10)
    }

    /// A move that can be played only after a safe move of the opponent; which way a relocation takes is then seen.
    #[inline]
    pub const fn speculative(from: Square, to: Square) -> Self {
        Self(Self::safe(from, to).0 | SPECULATIVE)
    }

    /// Where the piece stands.
    #[inline]
    pub const fn from(self) -> Square {
        Square::new((self.0 & 31) as u8)
    }

    /// Where it arrives.
    #[inline]
    pub const fn to(self) -> Square {
        Square::new((self.0 >> 5 & 31) as u8)
    }

    /// Where it captures: `to` itself, or the square of the last rank that a safe relocation goes by.
    #[inline]
    pub const fn via(self) -> Square {
        Square::new((self.0 >> 10 & 31) as u8)
    }

    /// Returns `true` if the choice is a gamble on the opponent's move.
    #[inline]
    pub const fn is_speculative(self) -> bool {
        self.0 & SPECULATIVE != 0
    }

    /// Returns `true` for a safe relocation. A speculative one is encoded like any other move; only the position distinguishes it.
    #[inline]
    pub const fn is_safe_relocation(self) -> bool {
        self.0 >> 10 & 31 != self.0 >> 5 & 31
    }

    /// The same choice for the other colour on the board turned upside down.
    #[inline]
    #[must_use]
    pub const fn swapped(self) -> Self {
        let flipped = Self::relocation(self.from().flip(), self.via().flip(), self.to().flip());
        Self(flipped.0 | self.0 & SPECULATIVE)
    }

    /// The choice as a number, different for different choices.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0
    }
}

/// `a2a3`, or `b4c5d2` for a safe relocation by way of c5.
impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.is_safe_relocation() {
            true => write!(f, "{}{}{}", self.from(), self.via(), self.to()),
            false => write!(f, "{}{}", self.from(), self.to()),
        }
    }
}

/// Marks a speculative choice with `?`.
impl fmt::Debug for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}{}", if self.is_speculative() { "?" } else { "" })
    }
}
