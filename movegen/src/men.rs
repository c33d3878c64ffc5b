//! Colours, kinds of men, and men: what stands on a square.

use std::ops::{Index, IndexMut, Not};

use crate::bitboard::Bitboard;

/// One of the two sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[repr(u8)]
pub enum Color {
    /// Moves first, up the board, capital letters.
    White,
    /// Moves second, down the board, small letters.
    Black,
}

impl Color {
    /// Both colours, White first.
    pub const BOTH: [Self; 2] = [Self::White, Self::Black];

    /// 0 for White, 1 for Black.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `rank` (0 = own first) counted from White's side.
    #[inline]
    pub const fn rank(self, rank: u8) -> u8 {
        match self {
            Self::White => rank,
            Self::Black => 7 - rank,
        }
    }

    /// One step forward in square numbers: +8 for White, -8 for Black.
    #[inline]
    pub const fn forward(self) -> i8 {
        match self {
            Self::White => 8,
            Self::Black => -8,
        }
    }

    /// `w` or `b`, as a FEN writes it.
    pub const fn letter(self) -> &'static str {
        match self {
            Self::White => "w",
            Self::Black => "b",
        }
    }

    /// `White` or `Black`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::White => "White",
            Self::Black => "Black",
        }
    }
}

impl Not for Color {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

impl<T> Index<Color> for [T; 2] {
    type Output = T;
    #[inline]
    fn index(&self, color: Color) -> &T {
        &self[color as usize]
    }
}

impl<T> IndexMut<Color> for [T; 2] {
    #[inline]
    fn index_mut(&mut self, color: Color) -> &mut T {
        &mut self[color as usize]
    }
}

/// The kind of a man: an index into the variant's letters. The six orthodox kinds have the same index in every game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct Kind(u8);

impl Kind {
    /// Most kinds that any game may have.
    pub const MAX: usize = 12;
    /// Pawn.
    pub const PAWN: Self = Self(0);
    /// Knight.
    pub const KNIGHT: Self = Self(1);
    /// Bishop.
    pub const BISHOP: Self = Self(2);
    /// Rook.
    pub const ROOK: Self = Self(3);
    /// Queen.
    pub const QUEEN: Self = Self(4);
    /// King.
    pub const KING: Self = Self(5);

    /// The kind with this index, below [`Kind::MAX`].
    #[inline]
    pub const fn new(index: u8) -> Self {
        debug_assert!((index as usize) < Self::MAX);
        Self(index)
    }

    /// The index of the kind.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A colour and a kind in one byte: `kind << 1 | colour`.
///
/// ```
/// use movegen::{Color, Kind, Man};
/// let man = Man::new(Color::Black, Kind::ROOK);
/// assert_eq!((man.color(), man.kind()), (Color::Black, Kind::ROOK));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Man(u8);

impl Man {
    /// One more than the largest [`Man::index`], rounded up to a power of two.
    pub const COUNT: usize = 32;

    /// A man of this colour and kind.
    #[inline]
    pub const fn new(color: Color, kind: Kind) -> Self {
        Self(kind.0 << 1 | color as u8)
    }

    /// The colour of the man.
    #[inline]
    pub const fn color(self) -> Color {
        if self.0 & 1 == 0 { Color::White } else { Color::Black }
    }

    /// The kind of the man.
    #[inline]
    pub const fn kind(self) -> Kind {
        Kind(self.0 >> 1)
    }

    /// A number below [`Man::COUNT`], different for every man.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 31) as usize
    }

    /// The byte that a mailbox stores for an empty square.
    pub(crate) const EMPTY: u8 = 0xff;

    #[inline]
    pub(crate) const fn from_byte(byte: u8) -> Option<Self> {
        if byte == Self::EMPTY { None } else { Some(Self(byte)) }
    }

    #[inline]
    pub(crate) const fn byte(self) -> u8 {
        self.0
    }
}

/// One bitboard for each kind of a game. Stable Rust cannot write `[Bitboard; V::KINDS]`, so a game names the array.
pub trait ByKind: Copy + Eq + Send + Sync + 'static + Index<usize, Output = Bitboard> + IndexMut<usize> {
    /// Every set empty.
    const EMPTY: Self;
    /// How many kinds there are.
    const LEN: usize;
}

impl<const N: usize> ByKind for [Bitboard; N] {
    const EMPTY: Self = [Bitboard::EMPTY; N];
    const LEN: usize = N;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_man_gives_back_its_color_and_kind() {
        for color in Color::BOTH {
            for kind in (0..Kind::MAX as u8).map(Kind::new) {
                let man = Man::new(color, kind);
                assert_eq!((man.color(), man.kind()), (color, kind));
                assert!(man.index() < Man::COUNT && man.byte() != Man::EMPTY);
            }
        }
    }

    #[test]
    fn every_man_has_a_number_of_its_own() {
        let men =
            Color::BOTH.into_iter().flat_map(|color| (0..Kind::MAX as u8).map(move |n| Man::new(color, Kind::new(n))));
        let mut numbers: Vec<usize> = men.map(Man::index).collect();
        numbers.sort_unstable();
        assert_eq!(numbers, (0..2 * Kind::MAX).collect::<Vec<_>>());
    }

    #[test]
    fn colors_have_numbers_names_letters_and_directions() {
        let of = |color: Color| (color.index(), color.name(), color.letter(), color.forward(), color.rank(1));
        assert_eq!(Color::BOTH.map(of), [(0, "White", "w", 8, 1), (1, "Black", "b", -8, 6)]);
    }
}
