//! Elo differences and their errors from the results of a match.
//!
//! The unit is the pair: two games from one opening with colors reversed. Its games are not independent, so counting
//! pairs by their five scores (pentanomial) gives unbiased errors; counting games by three (trinomial) is for matches
//! without pairs. The formulas are those of the normal approximation (M. Van den Bergh, "Comments on normalized Elo").

use std::f64::consts::LN_10;
use std::fmt;

pub use laboratory::interval::{Z95, elo_of_score, normal};

/// The counts of a match by score of the first player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Results {
    /// Counts by score, the lowest first; scores are equally spaced from 0 to 1.
    pub(crate) counts: Vec<u64>,
}

/// A value and the half width of its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The likeliest value.
    pub value: f64,
    /// Half the interval; infinite or NaN if undefined.
    pub error: f64,
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+.2} +/- {:.2}", hundredths(self.value), self.error)
    }
}

/// Rounds to two decimals, without a negative zero.
pub(crate) fn hundredths(value: f64) -> f64 {
    (value * 100.0).round() / 100.0 + 0.0
}

impl Results {
    /// Creates results of single games.
    pub fn of_games(wins: u64, draws: u64, losses: u64) -> Self {
        Self { counts: vec![losses, draws, wins] }
    }

    /// Creates results of pairs, counted by points: 0, ½, 1, 1½, 2.
    pub fn of_pairs(counts: [u64; 5]) -> Self {
        Self { counts: counts.to_vec() }
    }

    /// Returns the number of games or pairs.
    pub fn count(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Returns the games per unit.
    pub(crate) fn games_each(&self) -> f64 {
        if self.counts.len() == 5 { 2.0 } else { 1.0 }
    }

    /// Returns score and frequency of each class. `least` replaces an empty class.
    pub(crate) fn frequencies(&self, least: f64) -> (f64, Vec<(f64, f64)>) {
        let counts: Vec<f64> = self.counts.iter().map(|&n| if n == 0 { least } else { n as f64 }).collect();
        let sum: f64 = counts.iter().sum();
        let top = (counts.len() - 1) as f64;
        (sum, counts.iter().enumerate().map(|(i, n)| (i as f64 / top, n / sum)).collect())
    }

    /// Returns the mean score, 0 to 1; NaN without games.
    pub fn mean(&self) -> f64 {
        self.frequencies(0.0).1.iter().map(|(score, p)| score * p).sum()
    }

    /// Returns the variance of the score of one unit.
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        self.frequencies(0.0).1.iter().map(|(score, p)| p * (score - mean).powi(2)).sum()
    }

    /// Returns the Elo difference.
    pub fn elo(&self) -> Estimate {
        let reach = Z95 * (self.variance() / self.count() as f64).sqrt();
        let (mean, elo) = (self.mean(), elo_of_score);
        Estimate { value: elo(mean), error: (elo(mean + reach) - elo(mean - reach)) / 2.0 }
    }

    /// Returns the difference in normalized Elo: the significance per game, independent of the draw rate.
    pub fn normalized_elo(&self) -> Estimate {
        let per_game = (self.games_each() * self.variance()).sqrt();
        let games = self.count() as f64 * self.games_each();
        Estimate { value: (self.mean() - 0.5) / per_game * NORMALIZED_ELO, error: Z95 * NORMALIZED_ELO / games.sqrt() }
    }

    /// Returns the likelihood of superiority of the first player, 0 to 1.
    pub fn likelihood_of_superiority(&self) -> f64 {
        normal((self.mean() - 0.5) / (self.variance() / self.count() as f64).sqrt())
    }
}

/// Normalized Elo of one standard deviation of a game; near an even score the same as Elo without draws.
pub(crate) const NORMALIZED_ELO: f64 = 800.0 / LN_10;

/// Returns the expected score of an Elo difference.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() <= 0.005_001 + expected.abs() * 1e-4, "{found} is not {expected}");
    }

    /// Source: app/tests/elo_test.cpp of fastchess.
    #[test]
    fn published_values_of_games() {
        let results = Results::of_games(136, 111, 96);
        near(results.elo().value, 40.70);
        near(results.elo().error, 30.43);
        near(results.normalized_elo().value, 49.77);
        near(results.normalized_elo().error, 36.77);
        near(results.likelihood_of_superiority() * 100.0, 99.60);
        let results = Results::of_games(76, 123, 89);
        near(results.normalized_elo().value, -20.76);
        near(results.normalized_elo().error, 40.13);
        near(results.likelihood_of_superiority() * 100.0, 15.53);
        near(Results::of_games(34, 0, 356).normalized_elo().value, -508.44);
    }

    /// Same source.
    #[test]
    fn published_values_of_pairs() {
        let results = Results::of_pairs([34, 54, 31 + 32, 64, 75]);
        near(results.elo().value, 55.58);
        near(results.elo().error, 27.65);
        near(results.normalized_elo().value, 57.94);
        near(results.normalized_elo().error, 28.28);
        let results = Results::of_pairs([332, 433, 457 + 41, 333, 334]);
        near(results.elo().value, -8.64);
        near(results.elo().error, 10.33);
        near(results.likelihood_of_superiority() * 100.0, 5.05);
        let results = Results::of_pairs([7895, 8757, 5485 + 200, 568, 9999]);
        near(results.elo().value, -21.04);
        near(results.normalized_elo().value, -19.01);
        near(results.normalized_elo().error, 2.65);
    }

    /// Source: fastchess 1.8.2, after a match of eight games; its Elo error is NaN, too.
    #[test]
    fn nearly_perfect_score_has_no_elo_error() {
        let results = Results::of_pairs([0, 0, 0, 1, 3]);
        near(results.elo().value, 470.44);
        assert!(results.elo().error.is_nan());
        near(results.normalized_elo().value, 992.88);
        near(results.normalized_elo().error, 240.76);
    }

    #[test]
    fn score_and_elo_are_inverse() {
        for elo in [-700.0, -20.0, 0.0, 3.5, 400.0] {
            near(elo_of_score(score_of_elo(elo)), elo);
        }
    }
}
