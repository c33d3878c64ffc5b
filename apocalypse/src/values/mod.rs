//! Values of positions of Apocalypse: from -1, Black wins, over 0, a draw, to 1, White wins.
//!
//! Both sides choose at once, so there is no side to move, and a search that mixes strategies averages values: they
//! must be what a game is expected to bring, not centipawns. This module knows no search and no choice.

mod curve;
pub mod features;
pub mod network;
pub mod rows;
pub mod weights;

use std::sync::{Arc, LazyLock};

use crate::rules::Position;
use movegen::{Color, Outcome};

use curve::Curve;
pub use curve::squeezed;
use features::{Ranks, Sum, features};
pub use network::Network;
pub use weights::Weights;

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

/// Counts pieces and penalty points, and nothing else: for measuring the search, and as a second opinion in tests.
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

/// A hand-made evaluator, which a network is measured against: a weighted sum of [`features()`], squeezed between -1 and 1.
#[derive(Clone, Debug)]
pub struct HandMade(Arc<Prepared>);

/// Weights, and the tables made of them.
#[derive(Debug)]
struct Prepared {
    weights: Weights,
    ranks: Ranks,
    curve: Curve,
}

/// The weights of the game's own file.
static OWN: LazyLock<HandMade> = LazyLock::new(|| {
    HandMade::with_weights(weights::parse(weights::built_in()).expect("the tests read the file of weights"))
});

impl HandMade {
    /// An evaluator with the game's own weights.
    pub fn new() -> Self {
        OWN.clone()
    }

    /// The weights.
    pub fn weights(&self) -> &Weights {
        &self.0.weights
    }

    /// An evaluator with these weights.
    pub fn with_weights(weights: Weights) -> Self {
        Self(Arc::new(Prepared { ranks: Ranks::new(&weights), curve: Curve::new(), weights }))
    }
}

/// With the game's own weights.
impl Default for HandMade {
    fn default() -> Self {
        Self::new()
    }
}

impl Estimate for HandMade {
    #[inline]
    fn value(&self, pos: &Position) -> f64 {
        let mut sum = Sum { weights: &self.0.weights, ranks: &self.0.ranks, sum: 0 };
        features(pos, &mut sum);
        self.0.curve.value(sum.sum)
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
    fn the_games_own_weights_can_be_read() {
        assert!(HandMade::new().0.weights.iter().any(|&weight| weight != 0));
    }

    #[test]
    fn values_are_antisymmetric() {
        let evaluator = HandMade::new();
        for fen in ["N1p1n/pp1Pp/5/P2n1/1PPPN 10", "5/np1p1/5/3N1/2Pn1 01", "5/p4/PPPPP/5/NN3 01"] {
            let pos: Position = fen.parse().unwrap();
            assert_eq!(evaluator.value(&pos), -evaluator.value(&pos.swapped()), "{fen}");
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
