//! Trains the network of Apocalypse.

use apocalypse::rules::Position;
use apocalypse::values::network::{
    HIDDEN_ONE, INPUTS, LARGEST_INPUT, LARGEST_OUTPUT, MAX_INPUTS, NEURONS, Numbers, OUTPUT_ONE, Set, inputs, set_of,
};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, RngExt, SeedableRng};

use super::samples::Sample;
use crate::training::{Progress, TrainingPlan, Weights, train};

/// A set of weights in floating point, row by row: input weights, biases, output weights.
type Rows = Vec<[f32; NEURONS]>;

/// The rows of the biases and of the output weights.
const BIAS: usize = INPUTS;
const OUTPUT: usize = INPUTS + 1;
const ROWS: usize = INPUTS + 2;

/// The validation set has one position of this many.
const VALIDATION_SHARE: u32 = 50;

/// Trains a new network on the values of positions, each set of weights on the positions that it evaluates. `report` is called after
/// each epoch with the set and its number of positions. The same seed gives the same network with any number of processors.
pub(crate) fn learn(
    samples: &[Sample],
    plan: &TrainingPlan,
    seed: u64,
    mut report: impl FnMut(usize, usize, &Progress),
) -> Numbers {
    Numbers(std::array::from_fn(|set| {
        let is_in = |sample: &&Sample| set_of(sample.pos.occupied().count_ones()) == set;
        let samples: Vec<Sample> = samples.iter().filter(is_in).copied().collect();
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut rows = begin(&mut random);
        let split = (0..samples.len() as u32).partition(|at| !at.is_multiple_of(VALIDATION_SHARE));
        train(&mut rows, &samples[..], split, plan, &mut random, |progress, _| report(set, samples.len(), progress));
        let round = |row: &[f32; NEURONS], one: i32| row.map(|weight| (weight * one as f32).round() as i32);
        Set {
            hidden: rows[..=BIAS].iter().map(|row| round(row, HIDDEN_ONE)).collect(),
            output: round(&rows[OUTPUT], OUTPUT_ONE),
        }
    }))
}

/// Returns small random weights, with neurons in the middle of their range.
fn begin(random: &mut impl Rng) -> Rows {
    let mut rows = vec![[0.0; NEURONS]; ROWS];
    rows.as_flattened_mut().iter_mut().for_each(|weight| *weight = random.random_range(-0.4..0.4));
    rows[BIAS] = [0.2; NEURONS];
    rows
}

impl Weights for Rows {
    type Samples = [Sample];

    fn zeroed(&self) -> Self {
        vec![[0.0; NEURONS]; ROWS]
    }

    fn rows(&self) -> (usize, &[f32]) {
        (NEURONS, self.as_flattened())
    }

    fn rows_mut(&mut self) -> (usize, &mut [f32]) {
        (NEURONS, self.as_flattened_mut())
    }

    fn biases_mut(&mut self) -> &mut [f32] {
        &mut []
    }

    fn limit(&self, row: usize) -> f32 {
        match row {
            OUTPUT => LARGEST_OUTPUT as f32 / OUTPUT_ONE as f32,
            _ => LARGEST_INPUT as f32 / HIDDEN_ONE as f32,
        }
    }

    fn error(&self, samples: &[Sample], at: usize) -> f32 {
        missed(self, &samples[at]).powi(2)
    }

    fn learn(&self, samples: &[Sample], at: usize, is_mirrored: bool, slope: &mut Self) -> f32 {
        let Sample { pos, value } = samples[at];
        let pos = if is_mirrored { pos.mirrored() } else { pos };
        add_slopes(self, &Sample { pos, value }, slope).powi(2)
    }
}

/// Both perspectives of a position.
struct Views {
    /// The inputs that are active for White and for Black.
    inputs: [[usize; 2]; MAX_INPUTS],
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

fn missed(rows: &Rows, sample: &Sample) -> f32 {
    squeezed(Views::of(rows, &sample.pos).sum(&rows[OUTPUT])) - sample.value as f32
}

/// Adds the slopes of half the squared error at a position and returns the error.
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
    for pair in views.inputs[..views.count].iter().chain(&[[BIAS; 2]]) {
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
        let plan = TrainingPlan { epochs: 12, batch: 100, rate: 0.02, decay: 0.0 };
        let all = samples(3_000, ahead);
        let mut errors = Vec::new();
        let numbers = learn(&all, &plan, 1, |_, positions, progress| {
            if positions > 0 {
                errors.push(progress.validation.sqrt());
            }
        });
        assert!(errors.len() == 12 && errors[11] < 0.1 && errors[11] < errors[0] / 2.0, "{errors:?}");
        let network = Network::new(&numbers);
        for sample in all.iter().take(100) {
            assert!((network.value(&sample.pos) - sample.value).abs() < 0.4, "{}", sample.pos);
        }
        let alone = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        assert_eq!(alone.install(|| learn(&all, &plan, 1, |_, _, _| ())), numbers);
    }
}
