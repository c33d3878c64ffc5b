//! The fit: Adam on the logistic loss, in batches whose parts are added up in a fixed order.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::traces::Traces;
use super::variables::Variables;
use crate::logistic::logistic;

/// How to fit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FitPlan {
    /// How often every position is learnt from.
    pub epochs: usize,
    /// Positions for one step.
    pub batch: usize,
    /// The size of the first steps in centipawns; the last ones are a hundredth.
    pub rate: f64,
    /// The part of the target that is the game's result; the rest is the search's value.
    pub result: f64,
    /// Centipawns that stand for an expected score of 73 %.
    pub scale: f64,
    /// How strongly weights are held where they began: one that moves as far as its kind is expected to costs half as
    /// many nats, of all positions together. Positions of one game tell much the same, so more than 1 is right.
    pub pull: f64,
    /// How strongly neighbours are held together, on the same scale: one that moves so far and the other not.
    pub smooth: f64,
    /// One game in so many is kept aside to measure the error on what was never learnt.
    pub aside: usize,
    /// The same seed gives the same weights, whatever the number of processors.
    pub seed: u64,
}

impl Default for FitPlan {
    fn default() -> Self {
        Self {
            epochs: 40,
            batch: 8_192,
            rate: 1.5,
            result: 0.5,
            scale: 400.0,
            pull: 10.0,
            smooth: 10.0,
            aside: 20,
            seed: 1,
        }
    }
}

/// The error after an epoch: nats a position, less what the best forecast of the targets would leave.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    /// Epochs done.
    pub epoch: usize,
    /// On the positions learnt from, as they were learnt.
    pub learnt: f64,
    /// On the positions kept aside; no number if there are none.
    pub aside: f64,
}

/// Where a fit is: all that it needs to go on. Numbers are kept as their bits, so that nothing is lost in a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct State {
    /// Epochs done.
    pub epoch: usize,
    /// Steps done.
    steps: usize,
    values: Vec<u64>,
    means: Vec<u64>,
    squares: Vec<u64>,
}

impl State {
    /// The beginning.
    pub fn new(values: &[f64]) -> Self {
        let nothing = vec![0; values.len()];
        Self { epoch: 0, steps: 0, values: bits(values), means: nothing.clone(), squares: nothing }
    }

    /// The values of the variables.
    pub fn values(&self) -> Vec<f64> {
        numbers(&self.values)
    }

    /// Whether it is of a fit of so many variables, and its numbers are numbers.
    pub fn fits(&self, variables: usize) -> bool {
        let parts = [&self.values, &self.means, &self.squares];
        parts.iter().all(|part| part.len() == variables && numbers(part).iter().all(|x| x.is_finite()))
    }
}

fn bits(values: &[f64]) -> Vec<u64> {
    values.iter().map(|x| x.to_bits()).collect()
}

fn numbers(bits: &[u64]) -> Vec<f64> {
    bits.iter().map(|&x| f64::from_bits(x)).collect()
}

/// Positions in parts of a sum; fixed, so that sums are the same on every machine.
const PART: usize = 512;

/// How slowly the means forget.
const KEEP_MEAN: f64 = 0.9;
const KEEP_SQUARE: f64 = 0.999;
const TINY: f64 = 1e-12;

/// A fit under way.
pub struct Fit<'a> {
    learnt: &'a Traces,
    aside: &'a Traces,
    plan: FitPlan,
    start: Vec<f64>,
    /// One over the square of how far each variable is expected to move.
    stiff: Vec<f64>,
    neighbours: Vec<[usize; 2]>,
}

impl<'a> Fit<'a> {
    /// A fit of variables to these positions, from their own values.
    pub fn new(learnt: &'a Traces, aside: &'a Traces, plan: FitPlan, variables: &Variables) -> Self {
        let stiff = variables.reaches().into_iter().map(|reach| 1.0 / (reach * reach)).collect();
        Self { learnt, aside, plan, start: variables.values(), stiff, neighbours: variables.neighbours() }
    }

    /// How fast what holds the values grows with each of them, in nats a position.
    fn holds(&self, values: &[f64]) -> Vec<f64> {
        let FitPlan { pull, smooth, .. } = self.plan;
        let moved: Vec<f64> = values.iter().zip(&self.start).map(|(value, start)| value - start).collect();
        let mut holds: Vec<f64> = moved.iter().zip(&self.stiff).map(|(moved, stiff)| pull * stiff * moved).collect();
        for &[a, b] in &self.neighbours {
            let apart = smooth * self.stiff[a] * (moved[a] - moved[b]);
            holds[a] += apart;
            holds[b] -= apart;
        }
        let positions = self.learnt.len().max(1) as f64;
        holds.iter_mut().for_each(|hold| *hold /= positions);
        holds
    }

    /// Learns from every position once.
    pub fn epoch(&self, state: &mut State) -> Progress {
        let plan = &self.plan;
        let mut order: Vec<u32> = (0..self.learnt.len() as u32).collect();
        order.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(plan.seed.wrapping_add((state.epoch as u64) << 32)));
        let batches = order.len().div_ceil(plan.batch.max(1));
        let (mut values, mut means, mut squares) = (state.values(), numbers(&state.means), numbers(&state.squares));
        let mut lost = 0.0;
        for (number, batch) in order.chunks(plan.batch.max(1)).enumerate() {
            let (error, mut slopes) = self.slopes(batch, &values);
            lost += error;
            state.steps += 1;
            let unbias = |keep: f64| 1.0 - keep.powi(i32::try_from(state.steps).unwrap_or(i32::MAX));
            let done = (state.epoch * batches + number) as f64 / (plan.epochs * batches) as f64;
            let rate = plan.rate * (0.01 + 0.99 * (1.0 + (std::f64::consts::PI * done).cos()) / 2.0);
            let rate = rate * unbias(KEEP_SQUARE).sqrt() / unbias(KEEP_MEAN);
            let holds = self.holds(&values);
            for (i, slope) in slopes.iter_mut().enumerate() {
                *slope = *slope / batch.len() as f64 + holds[i];
                means[i] = KEEP_MEAN * means[i] + (1.0 - KEEP_MEAN) * *slope;
                squares[i] = KEEP_SQUARE * squares[i] + (1.0 - KEEP_SQUARE) * *slope * *slope;
                values[i] -= rate * means[i] / (squares[i].sqrt() + TINY);
            }
        }
        state.epoch += 1;
        (state.values, state.means, state.squares) = (bits(&values), bits(&means), bits(&squares));
        let aside = self.error(self.aside, &values);
        Progress { epoch: state.epoch, learnt: lost / order.len().max(1) as f64, aside }
    }

    /// The mean error on the positions learnt from and on those kept aside.
    pub fn errors(&self, values: &[f64]) -> [f64; 2] {
        [self.error(self.learnt, values), self.error(self.aside, values)]
    }

    fn error(&self, traces: &Traces, values: &[f64]) -> f64 {
        let all: Vec<u32> = (0..traces.len() as u32).collect();
        let of_part = |part: &[u32]| -> f64 {
            let error =
                |&i: &u32| loss(traces.value(i as usize, values, |_, _| {}), self.target(traces, i), self.plan.scale).0;
            part.iter().map(error).sum()
        };
        let parts: Vec<f64> = all.par_chunks(PART).map(of_part).collect();
        parts.iter().sum::<f64>() / traces.len() as f64
    }

    /// The sum of the errors of a batch and how fast it grows with each variable.
    fn slopes(&self, batch: &[u32], values: &[f64]) -> (f64, Vec<f64>) {
        let of_part = |part: &[u32]| {
            let mut slopes = vec![0.0; values.len()];
            let mut lost = 0.0;
            let mut own = Vec::new();
            for &i in part {
                own.clear();
                let value = self.learnt.value(i as usize, values, |variable, slope| own.push((variable, slope)));
                let (error, steep) = loss(value, self.target(self.learnt, i), self.plan.scale);
                lost += error;
                own.iter().for_each(|&(variable, slope)| slopes[variable] += steep * slope);
            }
            (lost, slopes)
        };
        let parts: Vec<(f64, Vec<f64>)> = batch.par_chunks(PART).map(of_part).collect();
        let mut sum = (0.0, vec![0.0; values.len()]);
        for (lost, slopes) in parts {
            sum.0 += lost;
            sum.1.iter_mut().zip(slopes).for_each(|(sum, slope)| *sum += slope);
        }
        sum
    }

    /// The score that White is to be expected to make.
    fn target(&self, traces: &Traces, i: u32) -> f64 {
        let searched = logistic(traces.searched(i as usize) / self.plan.scale);
        self.plan.result * traces.result(i as usize) + (1.0 - self.plan.result) * searched
    }
}
/// What a value misses of a target, in nats beyond the target's own, and how fast that grows with the value.
fn loss(value: f64, target: f64, scale: f64) -> (f64, f64) {
    let x = value / scale;
    // ln (1 + e^x) without overflow.
    let forecast = x.max(0.0) + (-x.abs()).exp().ln_1p() - target * x;
    let entropy = |p: f64| if p > 0.0 { -p * p.ln() } else { 0.0 };
    (forecast - entropy(target) - entropy(1.0 - target), (logistic(x) - target) / scale)
}

/// The scale at which values tell results best: centipawns for an expected score of 73 %.
pub fn best_scale(traces: &Traces, values: &[f64]) -> f64 {
    let worth: Vec<f64> = (0..traces.len()).into_par_iter().map(|i| traces.value(i, values, |_, _| {})).collect();
    let error = |scale: f64| -> f64 {
        let lost = |(i, &value): (usize, &f64)| loss(value, traces.result(i), scale).0;
        worth.iter().enumerate().map(lost).sum()
    };
    // The error has one valley in the inverse of the scale: thirds of what is left are cut off.
    let (mut low, mut high) = (1.0 / 2_000.0, 1.0 / 40.0);
    for _ in 0..40 {
        let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if error(1.0 / a) <= error(1.0 / b) { high = b } else { low = a }
    }
    2.0 / (low + high)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fitting::Sharing;
    use eval::Weights;
    use movegen::{Chess, Variant};

    #[test]
    fn a_fit_that_was_stopped_goes_on_as_if_it_had_not() {
        let variables = Variables::new(Weights::of_game(Chess::NAME, Chess::LETTERS), Sharing::default());
        let traces = Traces::of_walks::<Chess>(300, &variables);
        let begin = variables.values();
        let plan = FitPlan { epochs: 4, batch: 64, pull: 0.1, smooth: 0.1, ..FitPlan::default() };
        let fit = Fit::new(&traces, &traces, plan, &variables);
        let mut whole = State::new(&begin);
        let errors: Vec<f64> = (0..4).map(|_| fit.epoch(&mut whole).aside).collect();
        assert!(errors[3] < fit.errors(&begin)[1], "{errors:?}");
        let mut parts = State::new(&begin);
        for _ in 0..4 {
            parts = serde_json::from_str(&serde_json::to_string(&parts).unwrap()).unwrap();
            fit.epoch(&mut parts);
        }
        assert!(parts == whole && parts.fits(begin.len()) && !parts.fits(1));
    }

    #[test]
    fn the_loss_is_least_at_the_target_and_its_slope_is_a_difference() {
        let (least, slope) = loss(0.0, 0.5, 400.0);
        assert!(least.abs() < 1e-12 && slope.abs() < 1e-12);
        for (value, target) in [(120.0, 0.3), (-900.0, 1.0), (5_000.0, 0.0), (-5_000.0, 1.0)] {
            let (here, slope) = loss(value, target, 300.0);
            let found = (loss(value + 0.01, target, 300.0).0 - here) / 0.01;
            assert!(here > 0.0 && (found - slope).abs() < 1e-6, "{found} for {slope}");
        }
    }
}
