//! Piece-square tables, and their sum, which is updated move by move.

use std::fmt;

use movegen::{Color, Observer, Piece, PieceType, Position, Square};

use crate::pair::Pair;
use crate::weights::Weights;
use crate::weights::{PHASE, PLACEMENT, VALUE};

/// Material and placement of every piece on every square, White's positive, and its contribution to the phase.
#[derive(Clone)]
pub(crate) struct PieceSquares {
    placed: [[Pair; 64]; Piece::COUNT],
    phase: [i32; Piece::COUNT],
}

impl PieceSquares {
    pub(crate) fn new(weights: &Weights) -> Self {
        let mut tables = Self { placed: [[Pair::ZERO; 64]; Piece::COUNT], phase: [0; Piece::COUNT] };
        for (color, piece_type) in
            Color::BOTH.into_iter().flat_map(|color| (0..PieceType::MAX).map(move |piece_type| (color, piece_type)))
        {
            let (set, piece) = (weights.of(color), Piece::new(color, PieceType::new(piece_type as u8)).index());
            tables.phase[piece] = set.plain(PHASE.at(piece_type));
            for at in Square::all() {
                let value = set[VALUE.at(piece_type)] + set[PLACEMENT.cell(piece_type, own_view(color, at).index())];
                tables.placed[piece][at.index()] = match color {
                    Color::White => value,
                    Color::Black => -value,
                };
            }
        }
        tables
    }
}

/// Returns the square as its owner sees it: rank 1 is the owner's first.
#[inline]
pub(crate) const fn own_view(color: Color, at: Square) -> Square {
    match color {
        Color::White => at,
        Color::Black => at.flip(),
    }
}

/// The sums of material and placement, White's minus Black's, and of the phase.
#[derive(Clone, Copy)]
pub struct Accumulator {
    tables: &'static PieceSquares,
    sum: Pair,
    phase: i32,
}

impl Accumulator {
    pub(crate) const fn empty(tables: &'static PieceSquares) -> Self {
        Self { tables, sum: Pair::ZERO, phase: 0 }
    }

    pub(crate) fn of<V: movegen::Variant>(tables: &'static PieceSquares, pos: &Position<V>) -> Self {
        let mut accumulator = Self::empty(tables);
        for at in pos.occupied() {
            if let Some(piece) = pos.piece_at(at) {
                accumulator.put(piece, at);
            }
        }
        accumulator
    }

    /// Returns material and placement, White's minus Black's.
    #[inline]
    pub const fn sum(&self) -> Pair {
        self.sum
    }

    /// Returns the phase: the sum of contributions of all pieces.
    #[inline]
    pub const fn phase(&self) -> i32 {
        self.phase
    }
}

impl Observer for Accumulator {
    #[inline]
    fn put(&mut self, piece: Piece, at: Square) {
        self.sum += self.tables.placed[piece.index()][at.index()];
        self.phase += self.tables.phase[piece.index()];
    }

    #[inline]
    fn take(&mut self, piece: Piece, at: Square) {
        self.sum -= self.tables.placed[piece.index()][at.index()];
        self.phase -= self.tables.phase[piece.index()];
    }

    #[inline]
    fn gain(&mut self, _feature: usize) {}

    #[inline]
    fn lose(&mut self, _feature: usize) {}
}

/// Equal when the sums are.
impl PartialEq for Accumulator {
    fn eq(&self, other: &Self) -> bool {
        (self.sum, self.phase) == (other.sum, other.phase)
    }
}

impl fmt::Debug for Accumulator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} at phase {}", self.sum, self.phase)
    }
}
