//! The ladder: how many times the nodes of a player an opponent needs to be level with it. A match at one number of nodes says
//! nothing any more once it is won; that ratio goes on growing.
//!
//! Matches with several ratios are its rungs. Through their scores goes a logistic curve over the logarithm of the ratio, and where
//! it crosses a half the opponent is level. Pairs of games are what is counted, and their variance is that which was seen.

use serde::{Deserialize, Serialize};

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
    let rungs: Vec<Seen> = rungs.iter().filter_map(Seen::of).collect();
    let Curve { start, fall } = Curve::through(&rungs)?;
    let crossing = start / fall;
    // The sandwich of Huber and White: slopes of the likelihood as they were seen, between its curvature.
    let curvature = Symmetric::sum(rungs.iter().map(|seen| {
        let p = logistic(start - fall * seen.at);
        (seen.count * p * (1.0 - p), seen.at)
    }));
    let spread = Symmetric::sum(rungs.iter().map(|seen| (seen.count * seen.variance, seen.at)));
    let by = curvature.solve([1.0 / fall, -start / (fall * fall)])?;
    let error = spread.form(by).sqrt();
    Some(Interval::of(crossing, error).map(f64::exp2))
}

/// A rung as the fit sees it.
struct Seen {
    /// The ratio in doublings.
    at: f64,
    count: f64,
    score: f64,
    variance: f64,
}

impl Seen {
    fn of(rung: &Rung) -> Option<Self> {
        let mut counts = rung.pairs.map(|count| count as f64);
        let played: f64 = counts.iter().sum();
        // Half a pair lost and half a pair won besides: who has won every pair has not shown that he always will, and a curve
        // through nothing but such scores is a step anywhere between them.
        counts[0] += 0.5;
        counts[4] += 0.5;
        let count = played + 1.0;
        let moment = |of: &dyn Fn(f64) -> f64| {
            (0..).zip(&counts).map(|(points, n)| n * of(f64::from(points) / 4.0)).sum::<f64>() / count
        };
        let score = moment(&|points| points);
        let variance = moment(&|points| (points - score).powi(2));
        (played > 0.0 && rung.ratio > 0.0).then(|| Self { at: rung.ratio.log2(), count, score, variance })
    }
}

/// A score of logistic(start - fall * doublings).
#[derive(Clone, Copy)]
struct Curve {
    start: f64,
    fall: f64,
}

impl Curve {
    /// The likeliest curve by Newton's method; `None` if there is none that falls.
    fn through(rungs: &[Seen]) -> Option<Self> {
        /// Steps after which a curve has been found or never will be.
        const STEPS: usize = 100;
        let (mut start, mut fall) = (0.0, 0.0);
        for _ in 0..STEPS {
            let (mut slope, mut parts) = ([0.0; 2], Vec::new());
            for seen in rungs {
                let p = logistic(start - fall * seen.at);
                let miss = seen.count * (seen.score - p);
                slope = [slope[0] + miss, slope[1] - miss * seen.at];
                parts.push((seen.count * p * (1.0 - p), seen.at));
            }
            let step = Symmetric::sum(parts.into_iter()).solve(slope)?;
            // A curve that is nearly a step is approached slowly.
            let short = (1.0 / (step[0].abs() + step[1].abs())).min(1.0);
            (start, fall) = (start + short * step[0], fall + short * step[1]);
            if step[0].abs() + step[1].abs() < 1e-10 {
                return (fall > 1e-3).then_some(Self { start, fall });
            }
        }
        None
    }
}

/// A symmetric matrix of two rows: the sum of weighted products of (1, -x) with itself.
struct Symmetric([f64; 3]);

impl Symmetric {
    fn sum(parts: impl Iterator<Item = (f64, f64)>) -> Self {
        Self(parts.fold([0.0; 3], |[a, b, c], (weight, x)| [a + weight, b - weight * x, c + weight * x * x]))
    }

    /// What it makes this vector of.
    fn solve(&self, [x, y]: [f64; 2]) -> Option<[f64; 2]> {
        let [a, b, c] = self.0;
        let determinant = a * c - b * b;
        let solved = [(c * x - b * y) / determinant, (a * y - b * x) / determinant];
        (determinant > 1e-9 && solved.iter().all(|x| x.is_finite())).then_some(solved)
    }

    fn form(&self, [x, y]: [f64; 2]) -> f64 {
        let [a, b, c] = self.0;
        a * x * x + 2.0 * b * x * y + c * y * y
    }
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

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
