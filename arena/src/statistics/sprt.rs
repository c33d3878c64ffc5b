//! The generalized sequential probability ratio test (GSPRT).
//!
//! Two hypotheses on the Elo difference are compared by their log-likelihood ratio (LLR). Each is represented by its
//! maximum-likelihood distribution of scores (M. Van den Bergh, "A practical introduction to the GSPRT").

use super::results::{NORMALIZED_ELO, Results, score_of_elo};

/// The unit of a test's bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
pub enum Model {
    /// Normalized Elo: the length of a test depends little on the draw rate
    #[default]
    Normalized,
    /// Elo
    Logistic,
    /// BayesElo, whose scale depends on the draw rate; for single games, otherwise logistic
    Bayesian,
}

/// A sequential test of "at most `elo0`" against "at least `elo1`".
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The bounds of the hypotheses, in the unit of the model.
    pub elo: [f64; 2],
    alpha: f64,
    beta: f64,
    /// The unit of the bounds.
    pub model: Model,
}

/// A hypothesis of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
pub enum Hypothesis {
    /// The difference is not above `elo0`.
    H0,
    /// The difference is not below `elo1`.
    H1,
}

/// An invalid test.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SprtError {
    /// `elo0` is not below `elo1`.
    #[error("elo0 must be below elo1")]
    Bounds,
    /// An error rate is not between 0 and 0.5.
    #[error("alpha and beta must lie between 0 and 0.5")]
    Rates,
}

/// Count of a class of results that has not occurred, so that every distribution can be fitted.
const MIN_COUNT: f64 = 1e-3;

/// Scores and their probabilities.
type Distribution = Vec<(f64, f64)>;

impl Sprt {
    /// Creates a test in normalized Elo with the rates of false positives (`alpha`) and false negatives (`beta`).
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Self, SprtError> {
        let is_rate = |rate: f64| rate > 0.0 && rate < 0.5;
        if !(elo0 < elo1 && elo0.is_finite() && elo1.is_finite()) {
            return Err(SprtError::Bounds);
        }
        let test = Self { elo: [elo0, elo1], alpha, beta, model: Model::Normalized };
        (is_rate(alpha) && is_rate(beta)).then_some(test).ok_or(SprtError::Rates)
    }

    /// Returns the LLR at which `H0` and `H1` are accepted.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// Returns the log-likelihood ratio, positive in favor of `H1`.
    pub fn llr(&self, results: &Results) -> f64 {
        if results.count() == 0 {
            return 0.0;
        }
        let (count, seen) = results.frequencies(MIN_COUNT);
        if self.model == Model::Bayesian && [results.counts.first(), results.counts.last()].contains(&Some(&0)) {
            return 0.0;
        }
        let fit = |elo: f64| match self.model {
            Model::Bayesian if seen.len() == 3 => with_mean(&seen, score_of_bayes_elo(elo, seen[0].1, seen[2].1)),
            Model::Bayesian | Model::Logistic => with_mean(&seen, score_of_elo(elo)),
            Model::Normalized => with_deviations(&seen, elo / (NORMALIZED_ELO / results.games_each().sqrt())),
        };
        let [h0, h1] = self.elo.map(fit);
        count * seen.iter().zip(h0.iter().zip(&h1)).map(|((_, p), ((_, p0), (_, p1)))| p * (p1 / p0).ln()).sum::<f64>()
    }

    /// Returns the accepted hypothesis, if the test has ended.
    pub fn accepted(&self, results: &Results) -> Option<Hypothesis> {
        let (lower, upper) = self.bounds();
        match self.llr(results) {
            llr if llr >= upper => Some(Hypothesis::H1),
            llr if llr <= lower => Some(Hypothesis::H0),
            _ => None,
        }
    }
}

/// Returns the expected score of a BayesElo difference at these rates of losses and wins.
fn score_of_bayes_elo(elo: f64, lost: f64, won: f64) -> f64 {
    let draw_elo = 200.0 * ((1.0 - lost) / lost * (1.0 - won) / won).log10();
    let (wins, losses) = (score_of_elo(elo - draw_elo), score_of_elo(-elo - draw_elo));
    (1.0 + wins - losses) / 2.0
}

/// Returns the maximum-likelihood distribution with this mean.
fn with_mean(seen: &[(f64, f64)], mean: f64) -> Distribution {
    tilt(seen, |score| score - mean)
}

/// Returns the maximum-likelihood distribution whose mean is this number of its own standard deviations above ½.
///
/// The condition is not linear in the probabilities. It is linearized at each step by its influence function.
fn with_deviations(seen: &[(f64, f64)], deviations: f64) -> Distribution {
    const MAX_STEPS: usize = 30;
    const TOLERANCE: f64 = 1e-10;
    let even = 1.0 / seen.len() as f64;
    let mut fitted: Distribution = seen.iter().map(|&(score, _)| (score, even)).collect();
    for _ in 0..MAX_STEPS {
        let mean: f64 = fitted.iter().map(|(score, p)| score * p).sum();
        let deviation = fitted.iter().map(|(score, p)| p * (score - mean).powi(2)).sum::<f64>().sqrt();
        let next = tilt(seen, |score| {
            let apart = (score - mean) / deviation;
            score - 0.5 - deviations * deviation * (1.0 + apart * apart) / 2.0
        });
        let change = next.iter().zip(&fitted).map(|((_, p), (_, q))| (p - q).abs()).fold(0.0, f64::max);
        fitted = next;
        if change < TOLERANCE {
            break;
        }
    }
    fitted
}

/// Returns the maximum-likelihood distribution under which `condition` has mean 0: each probability is divided by 1 +
/// x·condition, where x is a Lagrange multiplier.
fn tilt(seen: &[(f64, f64)], condition: impl Fn(f64) -> f64) -> Distribution {
    const HALVINGS: usize = 200;
    let weights: Vec<f64> = seen.iter().map(|&(score, _)| condition(score)).collect();
    let least = weights.iter().copied().fold(f64::INFINITY, f64::min);
    let most = weights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if !(least < 0.0 && most > 0.0) {
        return seen.to_vec();
    }
    // Between these bounds every divisor is positive, and the mean falls from plus to minus infinity.
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    let mut x = 0.0;
    for _ in 0..HALVINGS {
        x = f64::midpoint(low, high);
        let mean: f64 = seen.iter().zip(&weights).map(|((_, p), w)| p * w / (1.0 + x * w)).sum();
        if mean > 0.0 {
            low = x;
        } else {
            high = x;
        }
    }
    seen.iter().zip(&weights).map(|(&(score, p), w)| (score, p / (1.0 + x * w))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks an LLR to 0.01. Source: app/tests/sprt_test.cpp of fastchess.
    fn check(elo0: f64, elo1: f64, model: Model, results: &Results, expected: f64) {
        close(elo0, elo1, model, results, expected, 0.01);
    }

    fn close(elo0: f64, elo1: f64, model: Model, results: &Results, expected: f64, within: f64) {
        let llr = Sprt { model, ..Sprt::new(elo0, elo1, 0.05, 0.05).unwrap() }.llr(results);
        assert!((llr - expected).abs() <= within, "{results:?}: {llr} is not {expected}");
    }

    #[test]
    fn published_values_of_games() {
        use Model::{Bayesian, Logistic, Normalized};
        check(0.0, 2.0, Bayesian, &Results::of_games(68_965, 128_429, 68_526), -1.26);
        check(0.5, 2.5, Bayesian, &Results::of_games(21_629, 41_111, 21_484), -1.13);
        check(0.0, 2.0, Normalized, &Results::of_games(36_433, 68_692, 36_027), 0.92);
        check(-1.75, 0.25, Normalized, &Results::of_games(10_871, 20_431, 10_650), 2.30);
        check(0.5, 2.5, Logistic, &Results::of_games(21_404, 40_708, 21_184), -1.57);
        check(0.0, 2.0, Logistic, &Results::of_games(57_433, 106_593, 57_030), -2.59);
    }

    #[test]
    fn published_values_of_pairs() {
        use Model::{Logistic, Normalized};
        check(0.0, 2.0, Normalized, &Results::of_pairs([365, 16_618, 36_029 + 200, 16_974, 390]), 2.25);
        check(-1.75, 0.25, Normalized, &Results::of_pairs([127, 4_883, 10_311 + 401, 5_150, 104]), 3.01);
        check(0.5, 2.5, Logistic, &Results::of_pairs([223, 9_863, 20_279 + 1_000, 10_037, 246]), -3.07);
        check(0.0, 2.0, Logistic, &Results::of_pairs([871, 26_175, 55_003 + 980, 26_678, 821]), -4.98);
    }

    /// Same source: 120.56 and 111.82, with a tolerance of 1 % there. The exact values differ by 0.012 and 0.022.
    #[test]
    fn published_values_of_one_sided_results() {
        close(0.0, 10.0, Model::Normalized, &Results::of_games(4250, 0, 0), 120.56, 0.0125);
        close(0.0, 5.0, Model::Normalized, &Results::of_pairs([0, 0, 0, 0, 5550]), 111.82, 0.0225);
    }

    /// One-sided results can be computed by hand.
    #[test]
    fn one_sided_results_have_the_value_of_the_definition() {
        // Only wins: a share a wins, the rest loses, and (a - ½) / sqrt(a (1 - a)) is t. With t = 5 sqrt(2) ln 10 / 800
        // that is a = 0.510175 against 0.5.
        let wins = 104.0 * (0.510_175_f64 / 0.5).ln();
        close(0.0, 5.0, Model::Normalized, &Results::of_pairs([0, 0, 0, 0, 104]), wins, 0.01);
        // Only draws: a share e wins, and e is nearly t squared, t = 5 ln 10 / 800.
        let share = (5.0 * std::f64::consts::LN_10 / 800.0).powi(2);
        let draws = 16_700.0 * (1.0 - share).ln();
        close(0.0, 5.0, Model::Normalized, &Results::of_games(0, 16_700, 0), draws, 0.035);
        // Found by a random search over all distributions.
        check(0.0, 50.0, Model::Normalized, &Results::of_pairs([0, 0, 0, 1, 3]), 0.6768);
        let bayesian = Sprt { model: Model::Bayesian, ..Sprt::new(0.0, 5.0, 0.05, 0.05).unwrap() };
        assert_eq!(bayesian.llr(&Results::of_games(9, 1, 0)), 0.0);
    }

    #[test]
    fn sequential_test_ends_at_its_bounds() {
        let test = Sprt::new(-1.75, 0.25, 0.05, 0.05).unwrap();
        let (lower, upper) = test.bounds();
        assert_eq!((format!("{lower:.2}"), format!("{upper:.2}")), ("-2.94".into(), "2.94".into()));
        assert_eq!(test.accepted(&Results::of_pairs([127, 4_883, 10_712, 5_150, 104])), Some(Hypothesis::H1));
        let mirrored = Sprt::new(-0.25, 1.75, 0.05, 0.05).unwrap();
        assert_eq!(mirrored.accepted(&Results::of_pairs([104, 5_150, 10_712, 4_883, 127])), Some(Hypothesis::H0));
        assert_eq!(test.accepted(&Results::of_pairs([0; 5])), None);
        assert_eq!(test.accepted(&Results::of_games(1, 0, 0)), None);
    }

    #[test]
    fn invalid_bounds_and_rates_are_rejected() {
        assert_eq!(Sprt::new(5.0, 5.0, 0.05, 0.05), Err(SprtError::Bounds));
        assert_eq!(Sprt::new(0.0, f64::NAN, 0.05, 0.05), Err(SprtError::Bounds));
        assert_eq!(Sprt::new(0.0, 5.0, 0.0, 0.05), Err(SprtError::Rates));
        assert_eq!(Sprt::new(0.0, 5.0, 0.05, 0.5), Err(SprtError::Rates));
    }
}
