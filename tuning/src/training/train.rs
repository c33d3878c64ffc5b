//! The optimizer: Adam (D. Kingma and J. Ba, "Adam: a method for stochastic optimization", 2015) with a decreasing step size and
//! decoupled weight decay (I. Loshchilov and F. Hutter, "Decoupled weight decay regularization", 2019).

use eval::network::Shape;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rayon::prelude::*;

use super::data::Samples;
use super::model::Model;

/// Parameters of the training.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TrainingPlan {
    /// Passes over all positions.
    pub epochs: usize,
    /// Positions for one step.
    pub batch: usize,
    /// The size of the first steps; the last ones are a hundredth.
    pub rate: f32,
    /// Weight decay, in units of the step size.
    pub decay: f32,
    /// The validation set has one position of this many, in whole stretches.
    pub validation: usize,
    /// Seed. The result does not depend on the number of processors.
    pub seed: u64,
}

impl Default for TrainingPlan {
    fn default() -> Self {
        Self { epochs: 16, batch: 2_048, rate: 0.002, decay: 0.0, validation: 50, seed: 1 }
    }
}

/// Errors after an epoch.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    /// Epochs done.
    pub epoch: usize,
    /// The mean squared error while learning.
    pub training: f64,
    /// The mean squared error on the validation set; NaN if it is empty.
    pub validation: f64,
}

/// Largest number of stretches of the validation set.
const STRETCHES: usize = 64;

/// Parts into which a batch is split; fixed, so that sums are the same on every machine.
const PARTS: usize = 4;

/// Trains a model.
pub fn train(
    samples: &Samples,
    mut model: Model,
    plan: &TrainingPlan,
    mut report: impl FnMut(&Progress, &Model),
) -> Model {
    let shape = model.shape();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(plan.seed);
    let mut adam = Adam::new(shape, plan.decay);
    let (mut order, validation) = split(samples.len(), plan.validation);
    let batches = order.len().div_ceil(plan.batch);
    let mut slopes: Vec<Model> = (0..PARTS).map(|_| Model::zero(shape)).collect();
    for epoch in 0..plan.epochs {
        order.shuffle(&mut random);
        let mut training = 0.0;
        for (number, batch) in order.chunks(plan.batch).enumerate() {
            let seed: u64 = random.random();
            training += learn(samples, batch, &model, &mut slopes, seed);
            let done = (epoch * batches + number) as f32 / (plan.epochs * batches) as f32;
            let rate = plan.rate * (0.01 + 0.99 * (1.0 + (std::f32::consts::PI * done).cos()) / 2.0);
            adam.step(&mut model, &slopes, batch.len(), rate);
        }
        let missed: f64 = validation.par_iter().map(|&i| f64::from(model.error(&samples.get(i as usize)))).sum();
        let progress = Progress {
            epoch: epoch + 1,
            training: training / order.len().max(1) as f64,
            validation: missed / validation.len() as f64,
        };
        report(&progress, &model);
    }
    model
}

/// Returns the indices of training and validation positions. The latter are stretches of neighbours, because positions of one
/// game are similar.
fn split(len: usize, one_in: usize) -> (Vec<u32>, Vec<u32>) {
    let kept = len / one_in.max(2);
    let stretches = kept.clamp(1, STRETCHES);
    let (every, each) = ((len / stretches).max(1), kept / stretches);
    (0..len as u32).partition(|&i| i as usize % every >= each)
}

/// The slopes of a batch, a part each, and the sum of its errors.
fn learn(samples: &Samples, batch: &[u32], model: &Model, slopes: &mut [Model], seed: u64) -> f64 {
    let part = batch.len().div_ceil(PARTS).max(1);
    let errors: Vec<f64> = slopes
        .par_iter_mut()
        .enumerate()
        .map(|(number, slope)| {
            slope.weights.fill(0.0);
            slope.output_bias.fill(0.0);
            let mut random = Xoshiro256PlusPlus::seed_from_u64(seed ^ number as u64);
            let indices = batch.chunks(part).nth(number).unwrap_or_default();
            // Mirrored half of the time: the games are symmetrical.
            let error = |&i: &u32| {
                let mirror = if random.random() { 7 } else { 0 };
                f64::from(model.learn(&samples.get(i as usize), mirror, slope))
            };
            indices.iter().map(error).sum()
        })
        .collect();
    errors.iter().sum()
}

/// Running means of the slopes and of their squares.
struct Adam {
    mean: Model,
    square: Model,
    steps: i32,
    decay: f32,
}

/// Decay rates of the moving averages.
const KEEP_MEAN: f32 = 0.9;
const KEEP_SQUARE: f32 = 0.999;
const TINY: f32 = 1e-8;

impl Adam {
    fn new(shape: Shape, decay: f32) -> Self {
        Self { mean: Model::zero(shape), square: Model::zero(shape), steps: 0, decay }
    }

    fn step(&mut self, model: &mut Model, slopes: &[Model], batch: usize, rate: f32) {
        self.steps += 1;
        let unbias = |keep: f32| 1.0 - keep.powi(self.steps);
        let kept = 1.0 - rate * self.decay;
        let rate = rate * unbias(KEEP_SQUARE).sqrt() / unbias(KEEP_MEAN);
        let scale = 1.0 / batch as f32;
        let move_one = |weight: &mut f32, mean: &mut f32, square: &mut f32, slope: f32| {
            *mean = KEEP_MEAN * *mean + (1.0 - KEEP_MEAN) * slope;
            *square = KEEP_SQUARE * *square + (1.0 - KEEP_SQUARE) * slope * slope;
            *weight = kept * *weight - rate * *mean / (square.sqrt() + TINY);
        };
        let Shape { neurons, .. } = model.shape();
        let limits: Vec<f32> = (0..model.shape().rows()).map(|row| model.limit(row)).collect();
        let moments =
            self.mean.weights.par_chunks_exact_mut(neurons).zip(self.square.weights.par_chunks_exact_mut(neurons));
        let rows = model.weights.par_chunks_exact_mut(neurons).zip(moments).enumerate();
        rows.for_each(|(i, (weights, (means, squares)))| {
            let at = i * neurons;
            for n in 0..weights.len() {
                let slope = slopes.iter().map(|slope| slope.weights[at + n]).sum::<f32>() * scale;
                move_one(&mut weights[n], &mut means[n], &mut squares[n], slope);
                weights[n] = weights[n].clamp(-limits[i], limits[i]);
            }
        });
        for (i, weight) in model.output_bias.iter_mut().enumerate() {
            let slope = slopes.iter().map(|slope| slope.output_bias[i]).sum::<f32>() * scale;
            move_one(weight, &mut self.mean.output_bias[i], &mut self.square.output_bias[i], slope);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn validation_set_consists_of_stretches() {
        for (len, one_in, stretches) in
            [(1_000_000, 50, 64), (100_003, 20, 64), (1_000, 50, 20), (120, 50, 2), (60, 50, 1)]
        {
            let (training, validation) = split(len, one_in);
            assert_eq!(training.len() + validation.len(), len);
            assert!(validation.len().abs_diff(len / one_in) <= 64, "{len}: {} validation", validation.len());
            let begins = 1 + validation.windows(2).filter(|pair| pair[1] != pair[0] + 1).count();
            assert!((stretches..=stretches + 1).contains(&begins), "{len}: {begins} stretches");
        }
    }

    #[test]
    fn unused_weights_decay() {
        let shape = Shape::plain::<movegen::Chess>();
        for (decay, rest) in [(0.5, 0.95), (0.0, 1.0)] {
            let mut model = Model::random(shape, 3);
            let before = model.weights.clone();
            Adam::new(shape, decay).step(&mut model, &[Model::zero(shape)], 1, 0.1);
            assert!(model.weights.iter().zip(&before).all(|(after, before)| (after - rest * before).abs() < 1e-6));
        }
    }

    #[test]
    fn few_positions_have_no_validation_set() {
        assert_eq!(split(3, 50), (vec![0, 1, 2], vec![]));
        assert_eq!(split(0, 50), (vec![], vec![]));
    }
}
