//! Values of positions of Apocalypse: from -1, Black wins, over 0, a draw, to 1, White wins.
//!
//! Both sides choose at once, so there is no side to move, and a search that mixes strategies averages values: they
//! must be what a game is expected to bring, not centipawns. This module knows no search and no choice.

use movegen::Color;
use movegen::apocalypse::Position;

use crate::Score;
use crate::score::LARGEST_EVALUATION;

/// A judge of positions that are not over.
pub trait Estimate: Clone + Send + Sync {
    /// What the game is expected to bring White, strictly between -1 and 1. The position with colours exchanged has the
    /// negated value, to the last bit.
    fn value(&self, pos: &Position) -> f64;
}

/// Counts men and penalty points, and nothing else: for measuring the search, and as a second opinion in tests.
#[derive(Clone, Copy, Debug, Default)]
pub struct Material;

impl Estimate for Material {
    #[inline]
    fn value(&self, pos: &Position) -> f64 {
        let side = |c: Color| {
            12 * pos.pawns(c).count_ones() as i32 + 10 * pos.knights(c).count_ones() as i32
                - 10 * i32::from(pos.penalties(c))
        };
        f64::from(side(Color::White) - side(Color::Black)) / 100.0
    }
}

/// A value as the centipawns that protocols want: `100 x` with `value = x / sqrt(1 + x^2)`, so that small values are a
/// hundred times as large and 0.71 is a pawn; at most [`LARGEST_EVALUATION`].
pub fn centipawns(value: f64) -> Score {
    let x = value / (1.0 - value * value).max(1e-12).sqrt();
    let most = f64::from(LARGEST_EVALUATION);
    (100.0 * x).clamp(-most, most).round() as Score
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn centipawns_grow_with_the_value_and_have_its_sign() {
        assert_eq!((centipawns(0.0), centipawns(0.5_f64.sqrt()), centipawns(0.01)), (0, 100, 1));
        assert_eq!((centipawns(1.0), centipawns(-1.0)), (LARGEST_EVALUATION, -LARGEST_EVALUATION));
        assert!((-99..99).all(|n| centipawns(f64::from(n) / 100.0) < centipawns(f64::from(n + 1) / 100.0)));
    }
}
