//! Squares, files and ranks of the 8x8 board: names and arithmetic, nothing about pieces.

use std::fmt;

/// A square of the 8x8 board, numbered a1 = 0, b1 = 1 … h8 = 63.
///
/// ```
/// use upheaval_movegen::Square;
/// let at = Square::parse("e4").unwrap();
/// assert_eq!((at.file(), at.rank(), at.index()), (4, 3, 28));
/// assert_eq!(at.offset(8).to_string(), "e5");
/// assert_eq!(at.distance(Square::at(0, 0)), 4);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square with this number; only the lowest six bits count.
    #[inline]
    pub const fn new(index: u8) -> Self {
        Self(index & 63)
    }

    /// The square on `file` (0 = a) and `rank` (0 = the first); both below 8.
    #[inline]
    pub const fn at(file: u8, rank: u8) -> Self {
        Self::new(rank * 8 + file)
    }

    /// The number of the square, always below 64. The mask proves that to the compiler and removes the bounds check.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// The number of the square as the byte it is stored in.
    #[inline]
    pub const fn byte(self) -> u8 {
        self.0
    }

    /// The file, 0 = a … 7 = h.
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 & 7
    }

    /// The rank, 0 = first … 7 = eighth.
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 >> 3
    }

    /// The square `step` numbers further on (8 = one rank up); the caller knows that it is on the board.
    #[inline]
    pub const fn offset(self, step: i8) -> Self {
        Self::new(self.0.wrapping_add_signed(step))
    }

    /// The same file seen from the other side: a1 becomes a8.
    #[inline]
    pub const fn flip(self) -> Self {
        Self(self.0 ^ 56)
    }

    /// Steps a king needs from here to `other` on an empty board.
    #[inline]
    pub const fn distance(self, other: Self) -> u8 {
        let files = self.file().abs_diff(other.file());
        let ranks = self.rank().abs_diff(other.rank());
        if files > ranks { files } else { ranks }
    }

    /// Reads `e4`; `None` for anything else.
    pub const fn parse(text: &str) -> Option<Self> {
        match *text.as_bytes() {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Some(Self::at(file - b'a', rank - b'1')),
            _ => None,
        }
    }

    /// All squares, a1 first.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..64).map(Self)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file()) as char, (b'1' + self.rank()) as char)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_reads_its_own_name() {
        for square in Square::all() {
            assert_eq!(Square::parse(&square.to_string()), Some(square));
        }
        for wrong in ["", "e", "e9", "i1", "e44", "E4", "é4"] {
            assert_eq!(Square::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn distance_counts_king_steps() {
        let square = |name| Square::parse(name).unwrap();
        assert_eq!(square("a1").distance(square("h8")), 7);
        assert_eq!(square("e4").distance(square("f2")), 2);
        assert_eq!(square("a4").distance(square("h3")), 7);
        assert_eq!(square("e4").distance(square("e4")), 0);
    }
}
