//! Values of positions of Apocalypse: from -1, Black wins, over 0, a draw, to 1, White wins.
//!
//! Both sides choose at once, so there is no side to move, and a search that mixes strategies averages values: they
//! must be what a game is expected to bring, not centipawns. This module knows no search and no choice.

pub mod features;
pub mod weights;

use std::sync::{Arc, LazyLock};

use crate::rules::Position;
use movegen::{Color, Outcome};

use features::{Ranks, Sum, features};
pub use weights::Weights;

use eval::Score;
use eval::score::LARGEST_EVALUATION;

/// A judge of positions that are not over.
pub trait Estimate: Clone + Send + Sync {
    /// What the game is expected to bring White, strictly between -1 and 1. The position with colours exchanged has the
    /// negated value, to the last bit.
    fn value(&self, pos: &Position) -> f64;
}

/// What the end of a game is worth to White.
pub const fn outcome_value(outcome: Outcome) -> f64 {
    match outcome.winner {
        Some(Color::White) => 1.0,
        Some(Color::Black) => -1.0,
        None => 0.0,
    }
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

/// The evaluator: a weighted sum of [`features()`], squeezed between -1 and 1.
#[derive(Clone, Debug)]
pub struct HandMade(Arc<Prepared>);

/// Weights, and the tables made of them.
#[derive(Debug)]
struct Prepared {
    weights: Weights,
    ranks: Ranks,
    /// The values of the sums from 0 on, in steps.
    curve: [i32; CURVE],
}

/// Sums below this, which is nearly all there are, find their values in a table.
const CURVE: usize = 4096;

/// The weights of the game's own file.
static OWN: LazyLock<HandMade> =
    LazyLock::new(|| HandMade::with_weights(weights::parse(weights::OWN).expect("the tests read the file of weights")));

impl HandMade {
    /// An evaluator with the game's own weights.
    pub fn new() -> Self {
        OWN.clone()
    }

    /// An evaluator with these weights.
    pub fn with_weights(weights: Weights) -> Self {
        let curve = std::array::from_fn(|sum| steps(sum as i32));
        Self(Arc::new(Prepared { ranks: Ranks::new(&weights), curve, weights }))
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
        match self.0.curve.get(sum.sum.unsigned_abs() as usize) {
            Some(&steps) => f64::from(steps * sum.sum.signum()) / STEPS,
            None => squeezed(sum.sum),
        }
    }
}

/// Values are multiples of a part of so many, so that nearly equal ones are equal.
const STEPS: f64 = (1 << 20) as f64;

/// The value of a sum in thousandths: `x / sqrt(1 + x^2)`, rounded towards zero. Nothing but multiplication, division,
/// and the root, which every machine rounds alike.
pub fn squeezed(sum: i32) -> f64 {
    f64::from(steps(sum)) / STEPS
}

fn steps(sum: i32) -> i32 {
    let x = f64::from(sum);
    let value = x / (x * x + 1e6).sqrt();
    ((value * STEPS) as i32).clamp(1 - STEPS as i32, STEPS as i32 - 1)
}

/// A value as the centipawns that protocols want: `100 x` with `value = x / sqrt(1 + x^2)`, so that small values are a
/// hundred times as large and 0.71 is a pawn; at most [`LARGEST_EVALUATION`].
pub fn centipawns(value: f64) -> Score {
    let x = value / (1.0 - value * value).max(1e-12).sqrt();
    let most = f64::from(LARGEST_EVALUATION);
    (100.0 * x).clamp(-most, most).round() as Score
}

/// Chances in permille to win, draw and lose. The value says how many more games are won than lost; that about an eighth
/// of even games are drawn has been counted in self-play.
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
    fn values_are_antisymmetric_and_never_certain() {
        let evaluator = HandMade::new();
        for fen in ["N1p1n/pp1Pp/5/P2n1/1PPPN 10", "5/np1p1/5/3N1/2Pn1 01", "5/p4/PPPPP/5/NN3 01"] {
            let pos: Position = fen.parse().unwrap();
            assert_eq!(evaluator.value(&pos), -evaluator.value(&pos.swapped()), "{fen}");
        }
        assert!(squeezed(i32::MAX) < 1.0 && squeezed(-1_000_000_000) > -1.0 && squeezed(0) == 0.0);
        assert!((0..CURVE as i32).all(|sum| evaluator.0.curve[sum as usize] == -steps(-sum)));
        assert!((squeezed(1000) - 0.5_f64.sqrt()).abs() < 1e-6);
    }

    #[test]
    fn centipawns_grow_with_the_value_and_have_its_sign() {
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
