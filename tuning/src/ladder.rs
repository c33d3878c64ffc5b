//! The ratio of nodes at which an opponent is level with a player: measurable where a match at equal nodes is one-sided.
//!
//! A logistic curve over the logarithm of the ratio is fitted to the scores of matches at several ratios; the opponent is level
//! where the curve crosses one half. Observations are pairs of games, with their observed variance.

use serde::{Deserialize, Serialize};

use laboratory::interval::Interval;
use laboratory::regression::Observations;

/// A match at one ratio.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Rung {
    /// The opponent's nodes, in those of the player.
    pub ratio: f64,
    /// Pairs of games by the player's points: 0, ½, 1, 1½, 2.
    pub pairs: [u64; 5],
}

/// The measurements of a player and an opponent.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Ladder {
    /// The name of the game.
    pub game: String,
    /// The name of the player: a version.
    pub player: String,
    /// The name of the opponent.
    pub opponent: String,
    /// The player's nodes a move.
    pub nodes: u64,
    /// The matches.
    pub rungs: Vec<Rung>,
    /// The ratio at which the opponent is level; `None` if the matches do not determine it.
    pub level: Option<Interval>,
}

/// Returns the ratio at which the score is one half, with its interval; `None` if the scores do not fall with the ratio.
pub(crate) fn level(rungs: &[Rung]) -> Option<Interval> {
    let mut pairs = Observations::new(2);
    // Centred, so that the ridge of the regression does not shift the level.
    let middle = rungs.iter().map(|rung| rung.ratio.log2()).sum::<f64>() / rungs.len().max(1) as f64;
    for rung in rungs {
        // One lost and one won pair are added: scores of 0 and 1 only would give a step function at an arbitrary ratio.
        let mut counts = rung.pairs;
        counts[0] += 1;
        counts[4] += 1;
        for (points, times) in (0..).zip(counts) {
            for _ in 0..times {
                pairs.begin_game();
                pairs.add(points as f32 / 4.0, [(START, 1.0), (FALL, (middle - rung.ratio.log2()) as f32)]);
            }
        }
    }
    let found = pairs.regress().ok().filter(|found| found.values[usize::from(FALL)] > MIN_FALL)?;
    Some(found.ratio(START.into(), FALL.into()).map(|doublings| (middle + doublings).exp2()))
}

/// The variables of the curve: the logit of the score at the mean ratio, and its decrease per doubling of the ratio.
const START: u16 = 0;
const FALL: u16 = 1;

/// A flatter curve determines no level.
const MIN_FALL: f64 = 1e-3;

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    use laboratory::logistic::logistic;

    /// Draws pairs of a player that is level at `level` times its nodes; a doubling changes the logit by `fall`.
    fn drawn(ratios: &[f64], level: f64, fall: f64, pairs: usize, random: &mut impl rand::Rng) -> Vec<Rung> {
        let rung = |&ratio: &f64| {
            let p = logistic(-fall * (ratio / level).log2());
            let mut counts = [0; 5];
            for _ in 0..pairs {
                // A quarter of the pairs are decided by their opening.
                let is_split = random.random_bool(0.25);
                let won = |random: &mut dyn FnMut() -> f64| 2 * usize::from(random() < p);
                let mut die = || random.random::<f64>();
                let points = if is_split { 2 } else { won(&mut die) + won(&mut die) };
                counts[points] += 1;
            }
            Rung { ratio, pairs: counts }
        };
        ratios.iter().map(rung).collect()
    }

    #[test]
    fn interval_covers_the_level_in_95_percent() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
        let mut held = 0;
        for _ in 0..300 {
            let found = level(&drawn(&[2.0, 4.0, 8.0, 16.0], 6.0, 0.7, 100, &mut random)).unwrap();
            held += usize::from((found.low..found.high).contains(&6.0));
            assert!(found.high / found.low < 2.0, "{found:?}");
        }
        assert!((275..=297).contains(&held), "{held} of 300");
    }

    #[test]
    fn extrapolated_level_has_a_wide_interval() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
        let near = level(&drawn(&[4.0, 8.0], 6.0, 0.7, 200, &mut random)).unwrap();
        let far = level(&drawn(&[1.0, 2.0], 6.0, 0.7, 200, &mut random)).unwrap();
        assert!(far.high / far.low > 1.5 * near.high / near.low, "{near:?} {far:?}");
    }

    #[test]
    fn scores_without_a_level_give_none() {
        let rung = |ratio, pairs| Rung { ratio, pairs };
        assert_eq!(level(&[]), None);
        assert_eq!(level(&[rung(2.0, [0, 0, 10, 0, 0])]), None);
        assert_eq!(level(&[rung(2.0, [10, 0, 0, 0, 5]), rung(4.0, [5, 0, 0, 0, 10])]), None, "it rises");
        assert_eq!(level(&[rung(2.0, [0, 0, 0, 0, 10]), rung(4.0, [0, 0, 0, 0, 10])]), None, "all won");
    }

    #[test]
    fn one_sided_scores_give_a_wide_interval() {
        let rung = |ratio, pairs| Rung { ratio, pairs };
        let found = level(&[rung(1.0, [0, 0, 0, 0, 20]), rung(16.0, [20, 0, 0, 0, 0])]).unwrap();
        assert!((found.value - 4.0).abs() < 1e-6 && found.low < 3.2 && found.high > 5.0, "{found:?}");
    }
}
