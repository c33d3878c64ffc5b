//! Estimates with 95 % confidence intervals.

use serde::{Deserialize, Deserializer, Serialize};

/// The quantile of the normal distribution for a two-sided 95 % interval.
pub const Z95: f64 = 1.959_963_985;

/// A value with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Interval {
    /// The estimate.
    pub value: f64,
    /// The lower end.
    #[serde(deserialize_with = "low_end")]
    pub low: f64,
    /// The upper end.
    #[serde(deserialize_with = "high_end")]
    pub high: f64,
}

/// JSON has no infinity and uses `null`.
fn low_end<'de, D: Deserializer<'de>>(text: D) -> Result<f64, D::Error> {
    Ok(Option::deserialize(text)?.unwrap_or(f64::NEG_INFINITY))
}

fn high_end<'de, D: Deserializer<'de>>(text: D) -> Result<f64, D::Error> {
    Ok(Option::deserialize(text)?.unwrap_or(f64::INFINITY))
}

impl Interval {
    /// Returns an estimate with its standard error.
    pub fn of(value: f64, error: f64) -> Self {
        Self { value, low: value - Z95 * error, high: value + Z95 * error }
    }

    /// Returns the mean of independent numbers, one per game.
    pub fn mean(numbers: impl IntoIterator<Item = f64>) -> Self {
        let (mut n, mut mean, mut squares) = (0.0, 0.0, 0.0);
        for x in numbers {
            n += 1.0;
            let before = x - mean;
            mean += before / n;
            squares += before * (x - mean);
        }
        match n {
            0.0 | 1.0 => Self { value: mean, low: f64::NEG_INFINITY, high: f64::INFINITY },
            _ => Self::of(mean, (squares / (n - 1.0) / n).sqrt()),
        }
    }

    /// Returns a share with the interval of Wilson, which is valid for small numbers.
    pub fn share(of: usize, all: usize) -> Self {
        if all == 0 {
            return Self { value: 0.0, low: 0.0, high: 1.0 };
        }
        let (n, p) = (all as f64, of as f64 / all as f64);
        let scale = 1.0 / (1.0 + Z95 * Z95 / n);
        let middle = scale * (p + Z95 * Z95 / (2.0 * n));
        let half = scale * Z95 * (p * (1.0 - p) / n + Z95 * Z95 / (4.0 * n * n)).sqrt();
        Self { value: p, low: (middle - half).max(0.0), high: (middle + half).min(1.0) }
    }

    /// Returns the ratio of two sums to which every game contributes a pair.
    pub fn ratio(pairs: impl IntoIterator<Item = (f64, f64)>) -> Self {
        let pairs: Vec<(f64, f64)> = pairs.into_iter().collect();
        let (above, below) = pairs.iter().fold((0.0, 0.0), |(a, b), &(x, y)| (a + x, b + y));
        if below == 0.0 {
            return Self::default();
        }
        let (ratio, n) = (above / below, pairs.len() as f64);
        let squares: f64 = pairs.iter().map(|&(x, y)| (x - ratio * y).powi(2)).sum();
        Self::of(ratio, (squares * n / (n - 1.0).max(1.0)).sqrt() / below)
    }

    /// Returns the entropy in bits of counts, corrected for unseen outcomes (Miller and Madow 1955).
    pub fn entropy(counts: impl Iterator<Item = usize> + Clone) -> Self {
        let n = counts.clone().sum::<usize>() as f64;
        let (mut entropy, mut squares, mut outcomes) = (0.0, 0.0, 0.0);
        for count in counts.filter(|&count| count > 0) {
            let p = count as f64 / n;
            let bits = -p.log2();
            entropy += p * bits;
            squares += p * bits * bits;
            outcomes += 1.0;
        }
        let correction = (outcomes - 1.0) / (2.0 * n * std::f64::consts::LN_2);
        Self::of(entropy + correction, ((squares - entropy * entropy).max(0.0) / n).sqrt())
    }

    /// Returns the standard error.
    pub fn error(&self) -> f64 {
        (self.high - self.low) / (2.0 * Z95)
    }

    /// Applies a monotonic function.
    #[must_use]
    pub fn map(self, f: impl Fn(f64) -> f64) -> Self {
        let (a, b) = (f(self.low), f(self.high));
        Self { value: f(self.value), low: a.min(b), high: a.max(b) }
    }

    /// Returns the p-value: the probability of such a difference by chance if both estimate the same value.
    pub fn p_value(&self, other: &Self) -> f64 {
        let error = self.error().hypot(other.error());
        if error == 0.0 {
            return if self.value == other.value { 1.0 } else { 0.0 };
        }
        2.0 * normal(-((self.value - other.value) / error).abs())
    }
}

/// Returns the Elo difference of an expected score.
pub fn elo_of_score(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// Returns the Elo difference of a score, limited for scores of 0 and 1.
pub fn elo(score: f64) -> f64 {
    elo_of_score(score.clamp(1e-4, 1.0 - 1e-4))
}

/// Returns the significant p-values at a family-wise error rate of 5 % (Holm 1979).
pub fn significant(p_values: &[f64]) -> Vec<bool> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    let mut is_significant = vec![false; p_values.len()];
    for (rank, at) in order.into_iter().enumerate() {
        if p_values[at] > 0.05 / (p_values.len() - rank) as f64 {
            break;
        }
        is_significant[at] = true;
    }
    is_significant
}

/// Returns the normal distribution function, by formula 7.1.26 of Abramowitz and Stegun (error below 2e-7).
pub fn normal(x: f64) -> f64 {
    const A: [f64; 5] = [0.254_829_592, -0.284_496_736, 1.421_413_741, -1.453_152_027, 1.061_405_429];
    let z = x.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * z);
    let tail = A.iter().rev().fold(0.0, |sum, a| (sum + a) * t) * (-z * z).exp() / 2.0;
    if x < 0.0 { tail } else { 1.0 - tail }
}

/// Writes a percentage: `54.1 % ± 0.9`.
pub fn percent(interval: Interval) -> String {
    written(interval.map(|share| 100.0 * share), 1, " %")
}

/// Writes a number with so many decimals.
pub fn plain(interval: Interval, decimals: usize) -> String {
    written(interval, decimals, "")
}

/// Writes an interval; of uneven ones the wider side.
fn written(Interval { value, low, high }: Interval, decimals: usize, unit: &str) -> String {
    let half = (high - value).max(value - low);
    let half = if half.is_finite() { format!(" ± {half:.decimals$}") } else { String::new() };
    format!("{value:.decimals$}{unit}{half}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-4
    }

    #[test]
    fn intervals_are_those_of_the_textbooks() {
        let mean = Interval::mean([1.0, 2.0, 3.0, 4.0]);
        assert!(is_near(mean.value, 2.5) && is_near(mean.error(), (5.0_f64 / 3.0 / 4.0).sqrt()));
        let share = Interval::share(1, 10);
        assert!(is_near(share.low, 0.017_876) && is_near(share.high, 0.404_150), "{share:?}");
        let ratio = Interval::ratio([(1.0, 2.0), (2.0, 2.0), (3.0, 2.0)]);
        assert!(is_near(ratio.value, 1.0) && is_near(ratio.error(), 0.288_675), "{ratio:?}");
        let bits = Interval::entropy([2500, 2500, 2500, 2500].into_iter());
        assert!((bits.value - 2.0).abs() < 1e-3 && bits.error() < 1e-6, "{bits:?}");
    }

    #[test]
    fn two_standard_errors_give_the_known_p_value() {
        let (one, other) = (Interval::of(1.0, 0.3), Interval::of(2.0, 0.4));
        assert!(is_near(one.p_value(&other), 0.0455), "{}", one.p_value(&other));
        assert!(is_near(one.p_value(&one), 1.0));
    }

    #[test]
    fn of_many_comparisons_the_unlikeliest_are_significant() {
        assert_eq!(significant(&[0.04, 0.001, 0.02]), [true, true, true]);
        assert_eq!(significant(&[0.04, 0.001, 0.03]), [false, true, false]);
        assert_eq!(significant(&[]), [false; 0]);
    }

    #[test]
    fn the_normal_distribution_has_its_known_values() {
        for (x, p) in [(0.0, 0.5), (1.0, 0.841_344_7), (-1.959_964, 0.025), (6.0, 1.0)] {
            assert!((normal(x) - p).abs() < 2e-7, "{x}");
        }
    }

    #[test]
    fn figures_are_written_with_their_intervals() {
        let interval = Interval { value: 0.541, low: 0.532, high: 0.549 };
        assert_eq!((percent(interval).as_str(), plain(interval, 2).as_str()), ("54.1 % ± 0.9", "0.54 ± 0.01"));
        assert_eq!(percent(Interval::mean([0.5])), "50.0 %");
    }
}
