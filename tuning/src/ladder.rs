//! The ladder: how many times the nodes of a player an opponent needs to be level with it. A match at one number of nodes says
//! nothing any more once it is won; that ratio goes on growing.
//!
//! Matches with several ratios are its rungs. Through their scores goes a logistic curve over the logarithm of the ratio, and where
//! it crosses a half the opponent is level. Pairs of games are what is counted, and their variance is that which was seen.

use arena::statistics::results::Z95;
use serde::{Deserialize, Serialize};

use crate::fitting::regression::Observations;
use crate::laboratory::interval::Interval;

/// A match at one ratio.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Rung {
    /// The opponent's nodes, in those of the player.
    pub ratio: f64,
    /// Pairs of games by the player's points: 0, ½, 1, 1½, 2.
    pub pairs: [u64; 5],
}

/// What is known of a player and an opponent.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Ladder {
    /// The name of the game.
    pub game: String,
    /// Who the player is: a version.
    pub player: String,
    /// Who the opponent is.
    pub opponent: String,
    /// The player's nodes a move.
    pub nodes: u64,
    /// The matches.
    pub rungs: Vec<Rung>,
    /// The ratio at which the opponent is level; none if the matches do not say.
    pub level: Option<Interval>,
}

/// The ratio at which the score is a half, with its interval; `None` where the matches do not bend towards any.
pub fn level(rungs: &[Rung]) -> Option<Interval> {
    let mut pairs = Observations::new(2);
    // Counted from their middle, so that what holds the regression back moves the level to no side.
    let middle = rungs.iter().map(|rung| rung.ratio.log2()).sum::<f64>() / rungs.len().max(1) as f64;
    for rung in rungs {
        // A pair lost and one won besides: who has won every pair has not shown that he always will, and a curve through nothing
        // but such scores is a step anywhere between them.
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
    let found = pairs.regress().ok().filter(|found| found.values[usize::from(FALL)] > LEAST_FALL)?;
    let (doublings, half) = found.ratio(START.into(), FALL.into());
    Some(Interval::of(middle + doublings, half / Z95).map(f64::exp2))
}

/// The curve's variables: the logit of the score in the middle of the rungs, and how much of it each doubling of the opponent's takes away.
const START: u16 = 0;
const FALL: u16 = 1;

/// A curve that falls no faster than that tells of no level.
const LEAST_FALL: f64 = 1e-3;

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    use crate::logistic::logistic;

    /// Pairs of a player for whom `ratio` times its nodes are level and a doubling is worth `fall` in the logit.
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
    fn a_known_level_lies_within_its_interval_nineteen_times_in_twenty() {
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
    fn a_level_beyond_the_rungs_is_told_with_the_interval_that_it_deserves() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
        let near = level(&drawn(&[4.0, 8.0], 6.0, 0.7, 200, &mut random)).unwrap();
        let far = level(&drawn(&[1.0, 2.0], 6.0, 0.7, 200, &mut random)).unwrap();
        assert!(far.high / far.low > 1.5 * near.high / near.low, "{near:?} {far:?}");
    }

    #[test]
    fn matches_that_say_nothing_of_a_level_give_none() {
        let rung = |ratio, pairs| Rung { ratio, pairs };
        assert_eq!(level(&[]), None);
        assert_eq!(level(&[rung(2.0, [0, 0, 10, 0, 0])]), None);
        assert_eq!(level(&[rung(2.0, [10, 0, 0, 0, 5]), rung(4.0, [5, 0, 0, 0, 10])]), None, "it rises");
        assert_eq!(level(&[rung(2.0, [0, 0, 0, 0, 10]), rung(4.0, [0, 0, 0, 0, 10])]), None, "all won");
    }

    #[test]
    fn a_level_between_rungs_that_are_all_won_and_all_lost_is_not_known_well() {
        let rung = |ratio, pairs| Rung { ratio, pairs };
        let found = level(&[rung(1.0, [0, 0, 0, 0, 20]), rung(16.0, [20, 0, 0, 0, 0])]).unwrap();
        assert!((found.value - 4.0).abs() < 1e-6 && found.low < 3.2 && found.high > 5.0, "{found:?}");
    }
}
