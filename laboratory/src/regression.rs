//! Logistic regression with cluster-robust errors: positions of one game share its result, so a game counts as one observation.

use crate::interval::Interval;
use crate::logistic::logistic;
use crate::parallel;

/// Variables that are not 0, with their values.
pub type Counts = Vec<(u16, f32)>;

/// Observations by game: results from 0 to 1, explained by sums of a few counts.
#[derive(Clone, Default, Debug)]
pub struct Observations {
    variables: usize,
    games: Vec<Vec<(f32, Counts)>>,
}

/// Coefficients by variable, in logits.
#[derive(Clone, PartialEq, Debug)]
pub struct Found {
    /// The coefficients.
    pub values: Vec<f64>,
    /// Their covariances.
    pub covariances: Vec<Vec<f64>>,
}

impl Found {
    /// Returns a value in units of another (delta method).
    pub fn ratio(&self, of: usize, unit: usize) -> Interval {
        let ratio = self.values[of] / self.values[unit];
        if of == unit {
            return Interval::of(1.0, 0.0);
        }
        let variance = self.covariances[of][of] - 2.0 * ratio * self.covariances[of][unit]
            + ratio * ratio * self.covariances[unit][unit];
        Interval::of(ratio, variance.max(0.0).sqrt() / self.values[unit].abs())
    }
}

/// Newton's method ends when no value changes by more.
const TOLERANCE: f64 = 1e-7;
const MAX_STEPS: usize = 200;
/// Ridge penalty: a variable without data stays at 0, and one that decides all its games is limited, as by a few observations.
const RIDGE: f64 = 0.1;
/// Games in parts of a sum; fixed, so that sums are the same on every machine.
const PART: usize = 64;
const UNDETERMINED: &str = "the games do not determine the values";

impl Observations {
    /// Creates observations of this number of variables, without games.
    pub fn new(variables: usize) -> Self {
        Self { variables, games: Vec::new() }
    }

    /// Begins a game.
    pub fn begin_game(&mut self) {
        self.games.push(Vec::new());
    }

    /// Adds an observation to the last game: a result from 0 to 1, and how often each variable counts.
    pub fn add(&mut self, result: f32, counts: impl Into<Counts>) {
        if let Some(game) = self.games.last_mut() {
            game.push((result, counts.into()));
        }
    }

    /// Returns the number of observations.
    pub fn count(&self) -> usize {
        self.games.iter().map(Vec::len).sum()
    }

    /// Returns the number of observations in which a variable counts.
    pub fn seen(&self, variable: usize) -> usize {
        let counts = self.games.iter().flatten().flat_map(|(_, counts)| counts);
        counts.filter(|(v, times)| usize::from(*v) == variable && *times != 0.0).count()
    }

    /// Returns the coefficients that explain the results best.
    pub fn regress(&self) -> Result<Found, String> {
        let mut values = vec![0.0; self.variables];
        for _ in 0..MAX_STEPS {
            let Sums { slopes, curves, .. } = self.sums(&values);
            let step = solve(curves, vec![slopes]).ok_or(UNDETERMINED)?.remove(0);
            // Far from the end a whole step may lead too far.
            let longest = step.iter().fold(0.0_f64, |longest, step| longest.max(step.abs()));
            values.iter_mut().zip(&step).for_each(|(value, step)| *value += step / longest.max(1.0));
            if longest < TOLERANCE {
                let Sums { curves, spread, .. } = self.sums(&values);
                // The covariances are the spread between two inverse curvatures. Both are symmetrical, so columns are rows.
                let half = transposed(&solve(curves.clone(), spread).ok_or(UNDETERMINED)?);
                return Ok(Found { values, covariances: solve(curves, half).ok_or(UNDETERMINED)? });
            }
        }
        Err("the values diverge: more games are needed".to_owned())
    }

    fn sums(&self, values: &[f64]) -> Sums {
        let n = self.variables;
        let of_part = |(): &mut (), part: &&[Vec<(f32, Counts)>]| {
            let mut sums = Sums::new(n);
            part.iter().for_each(|game| sums.add_game(game, values));
            sums
        };
        let parts: Vec<&[_]> = self.games.chunks(PART).collect();
        let mut sums = parallel::map(&parts, || (), of_part).iter().fold(Sums::new(n), Sums::plus);
        for (i, value) in values.iter().enumerate() {
            sums.slopes[i] -= RIDGE * value;
            sums.curves[i][i] += RIDGE;
        }
        sums
    }
}

/// The slope of the likelihood, its curvature, and how much games differ in their slopes.
struct Sums {
    slopes: Vec<f64>,
    curves: Vec<Vec<f64>>,
    spread: Vec<Vec<f64>>,
}

impl Sums {
    fn new(n: usize) -> Self {
        Self { slopes: vec![0.0; n], curves: vec![vec![0.0; n]; n], spread: vec![vec![0.0; n]; n] }
    }

    fn add_game(&mut self, game: &[(f32, Counts)], values: &[f64]) {
        let mut own = vec![0.0; values.len()];
        for (result, counts) in game {
            let x: f64 = counts.iter().map(|&(v, times)| values[usize::from(v)] * f64::from(times)).sum();
            let expected = logistic(x);
            let (missed, weight) = (f64::from(*result) - expected, expected * (1.0 - expected));
            for &(v, times) in counts {
                let (v, times) = (usize::from(v), f64::from(times));
                own[v] += missed * times;
                counts.iter().for_each(|&(w, t)| self.curves[v][usize::from(w)] += weight * times * f64::from(t));
            }
        }
        for (i, &a) in own.iter().enumerate().filter(|(_, a)| **a != 0.0) {
            self.slopes[i] += a;
            own.iter().enumerate().for_each(|(j, &b)| self.spread[i][j] += a * b);
        }
    }

    fn plus(mut self, other: &Self) -> Self {
        let add = |to: &mut [f64], from: &[f64]| to.iter_mut().zip(from).for_each(|(a, b)| *a += b);
        add(&mut self.slopes, &other.slopes);
        self.curves.iter_mut().zip(&other.curves).for_each(|(a, b)| add(a, b));
        self.spread.iter_mut().zip(&other.spread).for_each(|(a, b)| add(a, b));
        self
    }
}

fn transposed(rows: &[Vec<f64>]) -> Vec<Vec<f64>> {
    (0..rows.len()).map(|i| rows.iter().map(|row| row[i]).collect()).collect()
}

/// Solves a symmetrical system for several right sides, by elimination with pivots.
fn solve(mut matrix: Vec<Vec<f64>>, mut rights: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let n = matrix.len();
    for i in 0..n {
        let pivot = (i..n).max_by(|&a, &b| matrix[a][i].abs().total_cmp(&matrix[b][i].abs()))?;
        matrix.swap(i, pivot);
        rights.iter_mut().for_each(|right| right.swap(i, pivot));
        if matrix[i][i].abs() < 1e-12 {
            return None;
        }
        let row = matrix[i].clone();
        for below in i + 1..n {
            let factor = matrix[below][i] / row[i];
            if factor != 0.0 {
                (i..n).for_each(|j| matrix[below][j] -= factor * row[j]);
                rights.iter_mut().for_each(|right| right[below] -= factor * right[i]);
            }
        }
    }
    for right in &mut rights {
        for i in (0..n).rev() {
            let known: f64 = (i + 1..n).map(|j| matrix[i][j] * right[j]).sum();
            right[i] = (right[i] - known) / matrix[i][i];
        }
    }
    Some(rights)
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::bench::Random;

    fn fraction(random: &mut Random) -> f64 {
        random.below(1 << 30) as f64 / f64::from(1 << 30)
    }

    /// Games of ten observations that differ little.
    fn made(games: usize, truth: &[f64], random: &mut Random) -> Observations {
        let mut all = Observations::new(truth.len());
        for _ in 0..games {
            let counts: Vec<f64> = truth.iter().map(|_| random.below(7) as f64 - 3.0).collect();
            let x: f64 = counts.iter().zip(truth).map(|(a, b)| a * b).sum();
            let result = f32::from(u8::from(fraction(random) < logistic(x)));
            all.begin_game();
            for _ in 0..10 {
                all.add(
                    result,
                    counts.iter().enumerate().map(|(i, &times)| (i as u16, times as f32)).collect::<Counts>(),
                );
            }
        }
        all
    }

    #[test]
    fn intervals_cover_true_values() {
        let truth = [0.3, 0.9, -0.5];
        let mut random = Random(11);
        let (mut inside, mut width) = (0, 0.0);
        for _ in 0..60 {
            let found = made(400, &truth, &mut random).regress().unwrap();
            for (i, value) in truth.iter().enumerate().skip(1) {
                let ratio = found.ratio(i, 0);
                inside += usize::from((ratio.low..ratio.high).contains(&(value / truth[0])));
                width += (ratio.high - ratio.low) / 240.0;
            }
        }
        assert!((105..=120).contains(&inside), "{inside} of 120, {width}");
    }

    #[test]
    fn repeated_observations_add_no_certainty() {
        let once = made(300, &[0.4, 0.8], &mut Random(5)).regress().unwrap();
        let twice = made(300, &[0.4, 0.8], &mut Random(5));
        let mut doubled = Observations::new(2);
        for game in &twice.games {
            doubled.begin_game();
            game.iter().chain(game).for_each(|(result, counts)| doubled.add(*result, counts.clone()));
        }
        let again = doubled.regress().unwrap();
        assert!((once.ratio(1, 0).value - again.ratio(1, 0).value).abs() < 1e-4);
        assert!((once.ratio(1, 0).error() - again.ratio(1, 0).error()).abs() < 5e-4);
    }

    #[test]
    fn variable_without_data_stays_zero() {
        let mut all = Observations::new(2);
        for result in [1.0, 0.0, 1.0, 0.5] {
            all.begin_game();
            all.add(result, [(0, 1.0)]);
        }
        let found = all.regress().unwrap();
        assert!(found.values[1] == 0.0 && found.values[0] > 0.0);
    }
}
