//! Colours, piece types and pieces.

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

/// The type of a piece: an index into the variant's letters. The six orthodox types have the same index in every game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct PieceType(u8);

impl PieceType {
    /// The maximum number of piece types of a game.
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

    /// The piece type with this index, below [`PieceType::MAX`].
    #[inline]
    pub const fn new(index: u8) -> Self {
        debug_assert!((index as usize) < Self::MAX);
        Self(index)
    }

    /// The index of the piece type.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A colour and a piece type in one byte: `piece type << 1 | colour`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Piece(u8);

impl Piece {
    /// One more than the largest [`Piece::index`], rounded up to a power of two.
    pub const COUNT: usize = 32;

    /// A piece of this colour and piece type.
    #[inline]
    pub const fn new(color: Color, piece_type: PieceType) -> Self {
        Self(piece_type.0 << 1 | color as u8)
    }

    /// The colour of the piece.
    #[inline]
    pub const fn color(self) -> Color {
        if self.0 & 1 == 0 { Color::White } else { Color::Black }
    }

    /// The type of the piece.
    #[inline]
    pub const fn piece_type(self) -> PieceType {
        PieceType(self.0 >> 1)
    }

    /// A number below [`Piece::COUNT`], different for every piece.
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

/// One bitboard per piece type. Stable Rust cannot write `[Bitboard; V::PIECE_TYPES]`, so a game names the array.
pub trait ByPieceType: Copy + Eq + Send + Sync + 'static + Index<usize, Output = Bitboard> + IndexMut<usize> {
    /// Every set empty.
    const EMPTY: Self;
    /// The number of piece types.
    const LEN: usize;
}

impl<const N: usize> ByPieceType for [Bitboard; N] {
    const EMPTY: Self = [Bitboard::EMPTY; N];
    const LEN: usize = N;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn piece_gives_back_its_color_and_kind() {
        for color in Color::BOTH {
            for piece_type in (0..PieceType::MAX as u8).map(PieceType::new) {
                let piece = Piece::new(color, piece_type);
                assert_eq!((piece.color(), piece.piece_type()), (color, piece_type));
                assert!(piece.index() < Piece::COUNT && piece.byte() != Piece::EMPTY);
            }
        }
    }

    #[test]
    fn every_piece_has_number_of_its_own() {
        let pieces = Color::BOTH
            .into_iter()
            .flat_map(|color| (0..PieceType::MAX as u8).map(move |n| Piece::new(color, PieceType::new(n))));
        let mut numbers: Vec<usize> = pieces.map(Piece::index).collect();
        numbers.sort_unstable();
        assert_eq!(numbers, (0..2 * PieceType::MAX).collect::<Vec<_>>());
    }

    #[test]
    fn colors_have_numbers_names_letters_and_directions() {
        let of = |color: Color| (color.index(), color.name(), color.letter(), color.forward(), color.rank(1));
        assert_eq!(Color::BOTH.map(of), [(0, "White", "w", 8, 1), (1, "Black", "b", -8, 6)]);
    }
}
