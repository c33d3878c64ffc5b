//! What men are worth where they stand, kept as a running sum while moves are played.

use std::fmt;

use movegen::{Color, Kind, Man, Observer, Position, Square};

use crate::pair::Pair;
use crate::weights::Weights;
use crate::weights::layout::{PHASE, PLACEMENT, VALUE};

/// Material and placement of every man on every square, White's with a plus, and the phase each man stands for.
#[derive(Clone)]
pub(crate) struct PieceSquares {
    placed: [[Pair; 64]; Man::COUNT],
    phase: [i32; Man::COUNT],
}

impl PieceSquares {
    pub(crate) fn new(weights: &Weights) -> Self {
        let mut tables = Self { placed: [[Pair::ZERO; 64]; Man::COUNT], phase: [0; Man::COUNT] };
        for (color, kind) in Color::BOTH.into_iter().flat_map(|color| (0..Kind::MAX).map(move |kind| (color, kind))) {
            let (set, man) = (weights.of(color), Man::new(color, Kind::new(kind as u8)).index());
            tables.phase[man] = set.plain(PHASE.at(kind));
            for at in Square::all() {
                let value = set[VALUE.at(kind)] + set[PLACEMENT.cell(kind, own_view(color, at).index())];
                tables.placed[man][at.index()] = match color {
                    Color::White => value,
                    Color::Black => -value,
                };
            }
        }
        tables
    }
}

/// The square as its owner sees it: rank 1 is the owner's first.
#[inline]
pub(crate) const fn own_view(color: Color, at: Square) -> Square {
    match color {
        Color::White => at,
        Color::Black => at.flip(),
    }
}

/// The running sum of material and placement, White's minus Black's, and of the phase. Copied with each ply.
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
            if let Some(man) = pos.man_at(at) {
                accumulator.put(man, at);
            }
        }
        accumulator
    }

    /// Material and placement, White's minus Black's.
    #[inline]
    pub const fn sum(&self) -> Pair {
        self.sum
    }

    /// The sum of what the men on the board count for the middle game.
    #[inline]
    pub const fn phase(&self) -> i32 {
        self.phase
    }
}

impl Observer for Accumulator {
    #[inline]
    fn put(&mut self, man: Man, at: Square) {
        self.sum += self.tables.placed[man.index()][at.index()];
        self.phase += self.tables.phase[man.index()];
    }

    #[inline]
    fn take(&mut self, man: Man, at: Square) {
        self.sum -= self.tables.placed[man.index()][at.index()];
        self.phase -= self.tables.phase[man.index()];
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
