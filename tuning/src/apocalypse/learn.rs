//! Trains the network of Apocalypse.

use apocalypse::rules::Position;
use apocalypse::values::network::{
    HIDDEN_ONE, INPUTS, LARGEST_INPUT, LARGEST_OUTPUT, MAX_INPUTS, NEURONS, Numbers, OUTPUT_ONE, Set, inputs, set_of,
};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;
use rand::{Rng, RngExt, SeedableRng};
use rayon::prelude::*;

use super::samples::Sample;

/// Parameters of the training.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LearningPlan {
    /// Passes over all positions.
    pub epochs: usize,
    /// Positions for one step.
    pub batch: usize,
    /// The size of the first steps; the last ones are a hundredth.
    pub rate: f32,
    /// The same seed gives the same network, whatever the number of processors.
    pub seed: u64,
}

/// A set of weights in floating point, row by row: input weights, biases, output weights.
type Rows = Vec<[f32; NEURONS]>;

/// Where the biases and the output weights stand.
const BIAS: usize = INPUTS;
const OUTPUT: usize = INPUTS + 1;
const ROWS: usize = INPUTS + 2;

/// Parts into which a batch is split; fixed, so that sums are the same on every machine.
const PARTS: usize = 4;
/// The validation set has one position of this many.
const VALIDATION_SHARE: usize = 50;

/// Root mean squared errors after an epoch.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    /// The set of weights, as [`set_of`] numbers them.
    pub set: usize,
    /// Epochs done.
    pub epoch: usize,
    /// Positions that this set learns from.
    pub positions: usize,
    /// The error while learning.
    pub training: f64,
    /// The error on the validation set.
    pub validation: f64,
}

/// Trains a new network on the values of positions, each set of weights on the positions that it evaluates. `report` is called
/// after each epoch.
pub fn learn(samples: &[Sample], plan: &LearningPlan, mut report: impl FnMut(&Progress)) -> Numbers {
    Numbers(std::array::from_fn(|set| {
        let is_in = |sample: &&Sample| set_of(sample.pos.occupied().count_ones()) == set;
        let samples: Vec<Sample> = samples.iter().filter(is_in).copied().collect();
        learn_set(set, &samples, plan, &mut report)
    }))
}

/// Trains a set of weights by Adam (Kingma and Ba, 2015) with steps that shrink.
fn learn_set(set: usize, samples: &[Sample], plan: &LearningPlan, report: &mut impl FnMut(&Progress)) -> Set {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(plan.seed);
    let mut rows = begin(&mut random);
    let (mut mean, mut square) = (vec![[0.0; NEURONS]; ROWS], vec![[0.0; NEURONS]; ROWS]);
    let (validation, mut order): (Vec<usize>, Vec<usize>) =
        (0..samples.len()).partition(|at| at % VALIDATION_SHARE == 0);
    let batches = plan.epochs * order.len().div_ceil(plan.batch);
    let mut step = 0;
    for epoch in 1..=plan.epochs {
        order.shuffle(&mut random);
        let mut training = 0.0;
        for batch in order.chunks(plan.batch) {
            let (slopes, error) = slopes(&rows, samples, batch, random.random());
            training += error;
            let shrunk = 0.01 + 0.99 * (1.0 + (std::f32::consts::PI * step as f32 / batches as f32).cos()) / 2.0;
            step += 1;
            let unbias = (1.0 - 0.999_f32.powi(step)).sqrt() / (1.0 - 0.9_f32.powi(step));
            let rate = plan.rate * shrunk * unbias;
            let scale = 1.0 / batch.len() as f32;
            for row in 0..ROWS {
                let most = if row == OUTPUT {
                    LARGEST_OUTPUT as f32 / OUTPUT_ONE as f32
                } else {
                    LARGEST_INPUT as f32 / HIDDEN_ONE as f32
                };
                for n in 0..NEURONS {
                    let slope = slopes[row][n] * scale;
                    let (mean, square) = (&mut mean[row][n], &mut square[row][n]);
                    *mean = 0.9 * *mean + 0.1 * slope;
                    *square = 0.999 * *square + 0.001 * slope * slope;
                    let weight = &mut rows[row][n];
                    *weight = (*weight - rate * *mean / (square.sqrt() + 1e-8)).clamp(-most, most);
                }
            }
        }
        let missed: f64 = validation.iter().map(|&at| f64::from(missed(&rows, &samples[at])).powi(2)).sum();
        let root = |sum: f64, count: usize| (sum / count as f64).sqrt();
        let (training, validation) = (root(training, order.len()), root(missed, validation.len()));
        report(&Progress { set, epoch, positions: samples.len(), training, validation });
    }
    let round = |row: &[f32; NEURONS], one: i32| row.map(|weight| (weight * one as f32).round() as i32);
    Set {
        hidden: rows[..=BIAS].iter().map(|row| round(row, HIDDEN_ONE)).collect(),
        output: round(&rows[OUTPUT], OUTPUT_ONE),
    }
}

/// Returns small random weights, with neurons in the middle of their range.
fn begin(random: &mut impl Rng) -> Rows {
    let mut rows = vec![[0.0; NEURONS]; ROWS];
    rows.as_flattened_mut().iter_mut().for_each(|weight| *weight = random.random_range(-0.4..0.4));
    rows[BIAS] = [0.2; NEURONS];
    rows
}

/// Both views of a position.
struct Views {
    /// The inputs that count for White's view and for Black's.
    inputs: [[usize; 2]; MAX_INPUTS],
    /// Number of inputs.
    count: usize,
    neurons: [[f32; NEURONS]; 2],
}

impl Views {
    fn of(rows: &Rows, pos: &Position) -> Self {
        let mut views = Self { inputs: [[0; 2]; MAX_INPUTS], count: 0, neurons: [rows[BIAS]; 2] };
        inputs(pos, |white, black| {
            views.inputs[views.count] = [white, black];
            views.count += 1;
            for (neurons, input) in views.neurons.iter_mut().zip([white, black]) {
                neurons.iter_mut().zip(&rows[input]).for_each(|(neuron, weight)| *neuron += weight);
            }
        });
        views
    }

    fn inputs(&self) -> &[[usize; 2]] {
        &self.inputs[..self.count]
    }

    /// Returns the output before the output function.
    fn sum(&self, output: &[f32; NEURONS]) -> f32 {
        let active = |neuron: f32| neuron.clamp(0.0, 1.0).powi(2);
        let [white, black] = &self.neurons;
        (0..NEURONS).map(|n| output[n] * (active(white[n]) - active(black[n]))).sum()
    }
}

fn squeezed(sum: f32) -> f32 {
    sum / sum.hypot(1.0)
}

/// Returns the error of the network at a position.
fn missed(rows: &Rows, sample: &Sample) -> f32 {
    squeezed(Views::of(rows, &sample.pos).sum(&rows[OUTPUT])) - sample.value as f32
}

/// The slopes of a batch's halved squared errors, and the sum of the squared errors.
fn slopes(rows: &Rows, samples: &[Sample], batch: &[usize], seed: u64) -> (Rows, f64) {
    let parts: Vec<(Rows, f64)> = batch
        .par_chunks(batch.len().div_ceil(PARTS).max(1))
        .enumerate()
        .map(|(part, indices)| {
            let mut random = Xoshiro256PlusPlus::seed_from_u64(seed ^ part as u64);
            let (mut slopes, mut errors) = (vec![[0.0; NEURONS]; ROWS], 0.0);
            for &at in indices {
                let Sample { pos, value } = samples[at];
                // Positions are mirrored half of the time.
                let pos = if random.random() { pos.mirrored() } else { pos };
                errors += f64::from(add_slopes(rows, &Sample { pos, value }, &mut slopes)).powi(2);
            }
            (slopes, errors)
        })
        .collect();
    let mut sum = (vec![[0.0; NEURONS]; ROWS], 0.0);
    for (slopes, errors) in parts {
        sum.0.as_flattened_mut().iter_mut().zip(slopes.as_flattened()).for_each(|(sum, slope)| *sum += slope);
        sum.1 += errors;
    }
    sum
}

/// Adds the slopes of one position; gives by how much it is valued too highly.
fn add_slopes(rows: &Rows, sample: &Sample, slopes: &mut Rows) -> f32 {
    let views = Views::of(rows, &sample.pos);
    let output = &rows[OUTPUT];
    let sum = views.sum(output);
    let missed = squeezed(sum) - sample.value as f32;
    let slope = missed * (1.0 + sum * sum).powf(-1.5);
    let mut of_neurons = [[0.0; NEURONS]; 2];
    for (view, sign) in [(0, 1.0), (1, -1.0)] {
        for n in 0..NEURONS {
            let neuron = views.neurons[view][n];
            let clamped = neuron.clamp(0.0, 1.0);
            slopes[OUTPUT][n] += slope * sign * clamped * clamped;
            of_neurons[view][n] = if clamped == neuron { slope * sign * output[n] * 2.0 * neuron } else { 0.0 };
        }
    }
    let of_bias = [[BIAS; 2]];
    for pair in views.inputs().iter().chain(&of_bias) {
        for (&input, slope) in pair.iter().zip(&of_neurons) {
            slopes[input].iter_mut().zip(slope).for_each(|(sum, slope)| *sum += slope);
        }
    }
    missed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::apocalypse::samples::ending;
    use apocalypse::values::{Estimate, Network};
    use engine::bench::Random;

    fn samples(count: usize, value: impl Fn(&Position) -> f64) -> Vec<Sample> {
        let (class, mut random) = ("2p1nv1p1n".parse().unwrap(), Random(5));
        let sample = |_| {
            let pos = ending(class, &mut random);
            Sample { pos, value: value(&pos) }
        };
        (0..count).map(sample).collect()
    }

    /// Every slope is what a small change of its weight does to the error, but where the change wakes a neuron or fills it.
    #[test]
    fn slopes_are_those_of_the_error() {
        let rows = begin(&mut Xoshiro256PlusPlus::seed_from_u64(3));
        let (mut seen, mut apart) = (0, 0);
        for sample in samples(20, |_| 0.3) {
            let mut slopes = vec![[0.0; NEURONS]; ROWS];
            add_slopes(&rows, &sample, &mut slopes);
            for row in 0..ROWS {
                for n in (row % 3..NEURONS).step_by(7) {
                    let error = |change: f32| {
                        let mut rows = rows.clone();
                        rows[row][n] += change;
                        missed(&rows, &sample).powi(2) / 2.0
                    };
                    let numeric = (error(0.002) - error(-0.002)) / 0.004;
                    seen += usize::from(slopes[row][n] != 0.0);
                    apart += usize::from((numeric - slopes[row][n]).abs() > 2e-3);
                }
            }
        }
        assert!(seen > 300 && apart * 50 < seen, "{apart} of {seen}");
    }

    #[test]
    fn training_converges_and_is_deterministic() {
        let rank = |set: u32| f64::from(set.trailing_zeros() / 5);
        let ahead = |pos: &Position| {
            let [white, black] = movegen::Color::BOTH.map(|side| pos.knights(side));
            (rank(white) + rank(black) - 4.0) / 8.0
        };
        let plan = LearningPlan { epochs: 12, batch: 100, rate: 0.02, seed: 1 };
        let all = samples(3_000, ahead);
        let mut errors = Vec::new();
        let numbers = learn(&all, &plan, |progress| {
            if progress.positions > 0 {
                errors.push(progress.validation);
            }
        });
        assert!(errors.len() == 12 && errors[11] < 0.1 && errors[11] < errors[0] / 2.0, "{errors:?}");
        let network = Network::new(&numbers);
        for sample in all.iter().take(100) {
            assert!((network.value(&sample.pos) - sample.value).abs() < 0.4, "{}", sample.pos);
        }
        let alone = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        assert_eq!(alone.install(|| learn(&all, &plan, |_| ())), numbers);
    }
}
