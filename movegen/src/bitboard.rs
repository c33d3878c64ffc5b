//! A set of squares in one machine word, with the operations of sets. Knows no pieces and no rules.

use std::fmt;
use std::iter::FusedIterator;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub};

use crate::square::Square;

/// A set of squares; bit `n` is the square with number `n` (a1 = 0, h8 = 63).
///
/// ```
/// use upheaval_movegen::{Bitboard, Square};
/// let rank = Bitboard::rank(3);
/// let both = rank & Bitboard::from_squares(&[Square::at(0, 3), Square::at(4, 3), Square::at(4, 4)]);
/// assert_eq!(both.into_iter().map(|at| at.to_string()).collect::<Vec<_>>(), ["a4", "e4"]);
/// assert_eq!((rank - both).count(), 6);
/// assert!(both.many() && both.shift(8).has(Square::at(0, 4)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Self = Self(0);
    /// All 64 squares.
    pub const FULL: Self = Self(!0);
    /// The a-file.
    pub const FILE_A: Self = Self(0x0101_0101_0101_0101);
    /// The h-file.
    pub const FILE_H: Self = Self(0x8080_8080_8080_8080);

    /// The set of one square.
    #[inline]
    pub const fn of(square: Square) -> Self {
        Self(1 << square.index())
    }

    /// All squares of a file (0 = a).
    #[inline]
    pub const fn file(file: u8) -> Self {
        Self(Self::FILE_A.0 << (file & 7))
    }

    /// All squares of a rank (0 = first).
    #[inline]
    pub const fn rank(rank: u8) -> Self {
        Self(0xff << (8 * (rank & 7)))
    }

    /// The set of the squares listed.
    pub const fn from_squares(squares: &[Square]) -> Self {
        let mut bits = 0;
        let mut i = 0;
        while i < squares.len() {
            bits |= 1 << squares[i].index();
            i += 1;
        }
        Self(bits)
    }

    /// Returns `true` if no square is in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns `true` if at least one square is in the set.
    #[inline]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Returns `true` if at least two squares are in the set.
    #[inline]
    pub const fn many(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// The number of squares in the set.
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns `true` if the square is in the set.
    #[inline]
    pub const fn has(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// Returns `true` if the two sets share a square.
    #[inline]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The first square of the set in the order a1, b1 … h8.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::new(self.0.trailing_zeros() as u8)) }
    }

    /// The set moved by `step` numbers (8 = one rank up, -1 = one file left); squares that leave the board over the
    /// first or last rank are dropped. The caller prevents wrapping over the side files.
    #[inline]
    pub const fn shift(self, step: i8) -> Self {
        if step >= 0 { Self(self.0 << step) } else { Self(self.0 >> -step) }
    }

    /// The set one file to the left (towards a).
    #[inline]
    pub const fn left(self) -> Self {
        Self((self.0 & !Self::FILE_A.0) >> 1)
    }

    /// The set one file to the right (towards h).
    #[inline]
    pub const fn right(self) -> Self {
        Self((self.0 & !Self::FILE_H.0) << 1)
    }

    /// The squares of the set and those next to them.
    #[inline]
    pub const fn around(self) -> Self {
        let row = self.0 | self.left().0 | self.right().0;
        Self(row | row << 8 | row >> 8)
    }

    /// The set with the square added.
    #[inline]
    pub const fn with(self, square: Square) -> Self {
        Self(self.0 | 1 << square.index())
    }

    /// The set with the square taken out.
    #[inline]
    pub const fn without(self, square: Square) -> Self {
        Self(self.0 & !(1 << square.index()))
    }
}

macro_rules! set_operator {
    ($($trait:ident $method:ident $assign:ident $assign_method:ident $op:tt;)*) => {$(
        impl $trait for Bitboard {
            type Output = Self;
            #[inline]
            fn $method(self, other: Self) -> Self {
                Self(self.0 $op other.0)
            }
        }
        impl $assign for Bitboard {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                self.0 = self.0 $op other.0;
            }
        }
    )*};
}

set_operator! {
    BitAnd bitand BitAndAssign bitand_assign &;
    BitOr bitor BitOrAssign bitor_assign |;
    BitXor bitxor BitXorAssign bitxor_assign ^;
}

impl Not for Bitboard {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

/// Set difference: the squares of the left side that are not in the right one.
impl Sub for Bitboard {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

/// The squares of a set, a1 first.
#[derive(Clone, Debug)]
pub struct Squares(u64);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = Bitboard(self.0).first()?;
        self.0 &= self.0 - 1;
        Some(square)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.0.count_ones() as usize;
        (n, Some(n))
    }
}

impl ExactSizeIterator for Squares {}
impl FusedIterator for Squares {}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;
    #[inline]
    fn into_iter(self) -> Squares {
        Squares(self.0)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<T: IntoIterator<Item = Square>>(squares: T) -> Self {
        squares.into_iter().fold(Self::EMPTY, Self::with)
    }
}

/// Draws the board, eighth rank on top, `#` for a square of the set.
impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            writeln!(f)?;
            for file in 0..8 {
                write!(f, "{} ", if self.has(Square::at(file, rank)) { '#' } else { '.' })?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn iteration_gives_every_square_once_in_order() {
        let set = Bitboard(0x8000_0100_0000_0011);
        let squares: Vec<_> = set.into_iter().map(|s| s.to_string()).collect();
        assert_eq!(squares, ["a1", "e1", "a6", "h8"]);
        assert_eq!(set.into_iter().collect::<Bitboard>(), set);
    }

    #[test]
    fn sideways_steps_do_not_wrap() {
        assert_eq!(Bitboard::FILE_A.left(), Bitboard::EMPTY);
        assert_eq!(Bitboard::FILE_H.right(), Bitboard::EMPTY);
        assert_eq!(Bitboard::file(3).left(), Bitboard::file(2));
    }

    #[test]
    fn squares_around_a_set_are_a_king_step_away() {
        for square in Square::all() {
            let near = Square::all().filter(|other| square.distance(*other) <= 1).collect();
            assert_eq!(Bitboard::of(square).around(), near, "{square}");
        }
    }

    #[test]
    fn difference_removes_common_squares() {
        assert_eq!(Bitboard::rank(0) - Bitboard::FILE_A, Bitboard(0xfe));
        assert!(!Bitboard(1).many() && Bitboard(3).many() && !Bitboard::EMPTY.many());
    }

    #[test]
    fn files_ranks_and_listed_squares_are_exact() {
        for square in Square::all() {
            let alone = |set: Bitboard, is_in: bool| assert_eq!(set.has(square), is_in, "{square} {set:?}");
            (0..8).for_each(|n| alone(Bitboard::file(n), n == square.file()));
            (0..8).for_each(|n| alone(Bitboard::rank(n), n == square.rank()));
        }
        let squares = [Square::at(0, 0), Square::at(4, 1), Square::at(7, 7)];
        assert_eq!(Bitboard::from_squares(&squares), squares.into_iter().collect());
        assert_eq!(Bitboard::file(8), Bitboard::file(0));
    }

    #[test]
    fn iterator_length_is_exact() {
        let mut squares = Bitboard(0x8000_0100_0000_0011).into_iter();
        for left in (1..=4).rev() {
            assert_eq!((squares.len(), squares.size_hint()), (left, (left, Some(left))));
            squares.next();
        }
        assert_eq!((squares.len(), squares.next()), (0, None));
    }
}
