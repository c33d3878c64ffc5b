//! Sets of piece types.

use crate::piece::PieceType;

/// A set of piece types.
///
/// ```
/// use upheaval_movegen::PieceType;
/// use upheaval_movegen::definition::PieceSet;
/// let minors: PieceSet = [PieceType::KNIGHT, PieceType::BISHOP].into_iter().collect();
/// assert!(minors.has(PieceType::BISHOP) && !minors.has(PieceType::ROOK));
/// assert_eq!(minors.iter().map(PieceType::index).collect::<Vec<_>>(), [1, 2]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Hash)]
pub struct PieceSet(u16);

impl PieceSet {
    /// No piece type.
    pub const EMPTY: Self = Self(0);

    /// The set of one piece type.
    #[inline]
    pub const fn of(piece_type: PieceType) -> Self {
        Self(1 << piece_type.index())
    }

    /// Returns `true` if the type is in the set.
    #[inline]
    pub const fn has(self, piece_type: PieceType) -> bool {
        self.0 >> piece_type.index() & 1 != 0
    }

    /// Returns `true` if no type is in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of types in the set.
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The set with the type added.
    #[inline]
    #[must_use]
    pub const fn with(self, piece_type: PieceType) -> Self {
        Self(self.0 | 1 << piece_type.index())
    }

    /// The set with the type taken out.
    #[inline]
    #[must_use]
    pub const fn without(self, piece_type: PieceType) -> Self {
        Self(self.0 & !(1 << piece_type.index()))
    }

    /// The types in either set.
    #[inline]
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The types in both sets.
    #[inline]
    #[must_use]
    pub const fn common(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The types of the set in the order of their indices.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = PieceType> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let index = left.trailing_zeros();
            left &= left.wrapping_sub(1);
            (index < u16::BITS).then(|| PieceType::new(index as u8))
        })
    }
}

impl FromIterator<PieceType> for PieceSet {
    fn from_iter<T: IntoIterator<Item = PieceType>>(types: T) -> Self {
        types.into_iter().fold(Self::EMPTY, Self::with)
    }
}
