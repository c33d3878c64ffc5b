//! Values of positions of Apocalypse: from -1, Black wins, over 0, a draw, to 1, White wins.
//!
//! Both sides choose at once, so there is no side to move, and a search that mixes strategies averages values: they
//! must be what a game is expected to bring, not centipawns. This module knows no search and no choice.

pub mod network;

use crate::rules::Position;
use movegen::{Color, Outcome};

pub use network::Network;

use eval::Score;
use eval::score::LARGEST_EVALUATION;

/// A judge of positions that are not over.
pub trait Estimate: Clone + Send + Sync {
    /// Returns the expected result for White, strictly between -1 and 1. The position with colours exchanged has the
    /// negated value, to the last bit.
    fn value(&self, pos: &Position) -> f64;
}

/// Returns the value of a result for White.
pub const fn outcome_value(outcome: Outcome) -> f64 {
    match outcome.winner {
        Some(Color::White) => 1.0,
        Some(Color::Black) => -1.0,
        None => 0.0,
    }
}

/// Counts pieces and penalty points: for measurements, tests, and the first games that a network learns from.
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

/// Chances in permille to win, draw and lose. The value is the share of wins minus the share of losses; about an eighth of
/// even games are drawn in self-play.
pub fn chances(value: f64) -> [u32; 3] {
    let draw = 120.0 * (1.0 - value * value);
    let win = (1000.0 - draw) / 2.0 + 500.0 * value;
    let (win, draw) = (win.clamp(0.0, 1000.0).round() as u32, draw.round() as u32);
    let draw = draw.min(1000 - win);
    [win, draw, 1000 - win - draw]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_antisymmetric() {
        for fen in ["N1p1n/pp1Pp/5/P2n1/1PPPN 10", "5/np1p1/5/3N1/2Pn1 01", "5/p4/PPPPP/5/NN3 01"] {
            let pos: Position = fen.parse().unwrap();
            assert_eq!(Material.value(&pos), -Material.value(&pos.swapped()), "{fen}");
        }
    }

    #[test]
    fn centipawns_are_monotonic_and_keep_the_sign() {
        assert_eq!((centipawns(0.0), centipawns(0.5_f64.sqrt()), centipawns(0.01)), (0, 100, 1));
        assert_eq!((centipawns(1.0), centipawns(-1.0)), (LARGEST_EVALUATION, -LARGEST_EVALUATION));
        assert!((-99..99).all(|n| centipawns(f64::from(n) / 100.0) < centipawns(f64::from(n + 1) / 100.0)));
    }

    #[test]
    fn chances_add_up_and_differ_by_the_value() {
        for n in -100..=100 {
            let value = f64::from(n) / 100.0;
            let [win, draw, loss] = chances(value);
            assert_eq!(win + draw + loss, 1000);
            assert!((f64::from(win) - f64::from(loss) - 1000.0 * value).abs() < 3.0, "{value}");
        }
        assert_eq!(chances(1.0), [1000, 0, 0]);
    }
}
