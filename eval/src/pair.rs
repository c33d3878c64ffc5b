//! A value for the middle game and one for the endgame in one number.

use std::fmt;
use std::ops::{Add, AddAssign, Mul, Sub};

/// A middle-game and an end-game value in centipawns.
///
/// ```text
/// bits    0-31         32-63
///         middle game  end game
/// ```
/// Packed as `end * 2^32 + middle`, so one addition or multiplication works on both halves: a negative middle-game half
/// borrows one from the end-game half, and [`Pair::end`] gives it back. Halves of 32 bits (and not of 16) keep sums
/// exact on every board that a FEN can describe, sixty queens included.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Pair(i64);

impl Pair {
    /// Nothing in either half.
    pub const ZERO: Self = Self(0);

    /// A pair of these two values.
    #[inline]
    pub const fn new(middle: i32, end: i32) -> Self {
        Self(((end as i64) << 32) + middle as i64)
    }

    /// The middle-game half.
    #[inline]
    pub const fn middle(self) -> i32 {
        self.0 as i32
    }

    /// The end-game half.
    #[inline]
    pub const fn end(self) -> i32 {
        ((self.0 + (1 << 31)) >> 32) as i32
    }

    /// The value between the halves: the middle game's at `phase == full`, the end game's at 0. Rounds towards zero,
    /// which keeps the values of a position and of its mirror image opposite.
    #[inline]
    pub const fn blend(self, phase: i32, full: i32) -> i32 {
        (self.middle() * phase + self.end() * (full - phase)) / full
    }
}

impl Add for Pair {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for Pair {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Sub for Pair {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Mul<i32> for Pair {
    type Output = Self;
    #[inline]
    fn mul(self, times: i32) -> Self {
        Self(self.0 * i64::from(times))
    }
}

/// Writes `middle/end`.
impl fmt::Debug for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.middle(), self.end())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_independent_for_any_sign() {
        let samples = [-30_000, -17, -1, 0, 1, 5, 29_999];
        for (a, b) in samples.into_iter().flat_map(|a| samples.map(|b| (a, b))) {
            let pair = Pair::new(a, b);
            assert_eq!((pair.middle(), pair.end()), (a, b));
            assert_eq!((Pair::ZERO - pair, pair - pair), (Pair::new(-a, -b), Pair::ZERO));
            for times in [-64, -1, 0, 3, 64] {
                assert_eq!(pair * times + Pair::new(b, a), Pair::new(a * times + b, b * times + a));
            }
        }
    }

    #[test]
    fn blend_interpolates_by_phase() {
        let pair = Pair::new(100, -60);
        assert_eq!((pair.blend(24, 24), pair.blend(12, 24), pair.blend(0, 24)), (100, 20, -60));
        assert_eq!((Pair::ZERO - pair).blend(7, 24), -pair.blend(7, 24));
    }
}
