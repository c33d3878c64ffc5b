//! The optimizer: Adam (D. Kingma and J. Ba, "Adam: a method for stochastic optimization", 2015) with a decreasing step size and
//! decoupled weight decay (I. Loshchilov and F. Hutter, "Decoupled weight decay regularization", 2019).

use clap::Args;
use clap::builder::RangedU64ValueParser as Range;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rayon::prelude::*;

/// Parameters of the training.
#[derive(Args, Clone, Copy, PartialEq, Debug)]
pub(crate) struct TrainingPlan {
    /// Epochs of the main training.
    #[arg(long, default_value_t = 16)]
    pub(crate) epochs: usize,
    /// Positions per step.
    #[arg(long, default_value_t = 2_048, value_parser = Range::<usize>::new().range(1..))]
    pub(crate) batch: usize,
    /// Initial step size; the last ones are a hundredth.
    #[arg(long, default_value_t = 0.002)]
    pub(crate) rate: f32,
    /// Weight decay, in units of the step size; more against overfitting.
    #[arg(long, default_value_t = 0.0)]
    pub(crate) decay: f32,
}

/// The weights of a network. A slope has the same shape.
pub(crate) trait Weights: Send + Sync {
    type Samples: Sync + ?Sized;

    fn zeroed(&self) -> Self;

    /// Returns the weights in rows of this length.
    fn rows(&self) -> (usize, &[f32]);

    fn rows_mut(&mut self) -> (usize, &mut [f32]);

    /// Returns the weights that are in no row. Their size is unlimited.
    fn biases_mut(&mut self) -> &mut [f32];

    /// Returns the largest size of a weight of each row, so that whole numbers will do.
    fn limit(&self, row: usize) -> f32;

    /// Returns the squared error at a position.
    fn error(&self, samples: &Self::Samples, at: usize) -> f32;

    /// Adds the slope of the squared error at a position, or at the mirrored position, to `slope` and returns the error.
    fn learn(&self, samples: &Self::Samples, at: usize, is_mirrored: bool, slope: &mut Self) -> f32;
}

/// Mean squared errors after an epoch, counted from 1. That of an empty validation set is NaN.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Progress {
    pub(crate) epoch: usize,
    pub(crate) training: f64,
    pub(crate) validation: f64,
}

/// Largest number of stretches of the validation set.
const STRETCHES: usize = 64;

/// Parts into which a batch is split; fixed, so that sums are the same on every machine.
const PARTS: usize = 4;

/// Trains weights on the samples of the first indices and measures the error on those of the second. `report` is called after each
/// epoch.
pub(crate) fn train<W: Weights>(
    weights: &mut W,
    samples: &W::Samples,
    (mut order, validation): (Vec<u32>, Vec<u32>),
    plan: &TrainingPlan,
    random: &mut Xoshiro256PlusPlus,
    mut report: impl FnMut(&Progress, &W),
) {
    let mut adam = Adam::new(weights, plan.decay);
    let batches = order.len().div_ceil(plan.batch);
    let mut slopes: Vec<W> = (0..PARTS).map(|_| weights.zeroed()).collect();
    for epoch in 0..plan.epochs {
        order.shuffle(random);
        let mut training = 0.0;
        for (number, batch) in order.chunks(plan.batch).enumerate() {
            training += learn(samples, batch, weights, &mut slopes, random.random());
            let done = (epoch * batches + number) as f32 / (plan.epochs * batches) as f32;
            let rate = plan.rate * (0.01 + 0.99 * (1.0 + (std::f32::consts::PI * done).cos()) / 2.0);
            adam.step(weights, &mut slopes, batch.len(), rate);
        }
        let missed: f64 = validation.par_iter().map(|&at| f64::from(weights.error(samples, at as usize))).sum();
        let progress = Progress {
            epoch: epoch + 1,
            training: training / order.len().max(1) as f64,
            validation: missed / validation.len() as f64,
        };
        report(&progress, weights);
    }
}

/// Returns the indices of training and validation positions, one of `one_in`. The latter are stretches of neighbours, because
/// positions of one game are similar.
pub(crate) fn split(len: usize, one_in: usize) -> (Vec<u32>, Vec<u32>) {
    let kept = len / one_in.max(2);
    let stretches = kept.clamp(1, STRETCHES);
    let (every, each) = ((len / stretches).max(1), kept / stretches);
    (0..len as u32).partition(|&i| i as usize % every >= each)
}

/// Computes the slopes of a batch, a part each, and returns the sum of its errors.
fn learn<W: Weights>(samples: &W::Samples, batch: &[u32], weights: &W, slopes: &mut [W], seed: u64) -> f64 {
    let part = batch.len().div_ceil(PARTS).max(1);
    let errors: Vec<f64> = slopes
        .par_iter_mut()
        .enumerate()
        .map(|(number, slope)| {
            slope.rows_mut().1.fill(0.0);
            slope.biases_mut().fill(0.0);
            let mut random = Xoshiro256PlusPlus::seed_from_u64(seed ^ number as u64);
            let indices = batch.chunks(part).nth(number).unwrap_or_default();
            // Mirrored half of the time: the games are symmetrical.
            let error = |&at: &u32| f64::from(weights.learn(samples, at as usize, random.random(), slope));
            indices.iter().map(error).sum()
        })
        .collect();
    errors.iter().sum()
}

/// Running means of the slopes and of their squares.
struct Adam<W> {
    mean: W,
    square: W,
    steps: i32,
    decay: f32,
}

/// Decay rates of the moving averages.
const KEEP_MEAN: f32 = 0.9;
const KEEP_SQUARE: f32 = 0.999;
const TINY: f32 = 1e-8;

impl<W: Weights> Adam<W> {
    fn new(weights: &W, decay: f32) -> Self {
        Self { mean: weights.zeroed(), square: weights.zeroed(), steps: 0, decay }
    }

    fn step(&mut self, model: &mut W, slopes: &mut [W], batch: usize, rate: f32) {
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
        let (width, all) = model.rows();
        let limits: Vec<f32> = (0..all.len() / width).map(|row| model.limit(row)).collect();
        let of_slopes: Vec<&[f32]> = slopes.iter().map(|slope| slope.rows().1).collect();
        let [(_, means), (_, squares)] = [&mut self.mean, &mut self.square].map(W::rows_mut);
        let moments = means.par_chunks_exact_mut(width).zip(squares.par_chunks_exact_mut(width));
        let rows = model.rows_mut().1.par_chunks_exact_mut(width).zip(moments).enumerate();
        rows.for_each(|(i, (weights, (means, squares)))| {
            for n in 0..width {
                let slope = of_slopes.iter().map(|slope| slope[i * width + n]).sum::<f32>() * scale;
                move_one(&mut weights[n], &mut means[n], &mut squares[n], slope);
                weights[n] = weights[n].clamp(-limits[i], limits[i]);
            }
        });
        let (means, squares) = (self.mean.biases_mut(), self.square.biases_mut());
        for (i, weight) in model.biases_mut().iter_mut().enumerate() {
            let slope = slopes.iter_mut().map(|slope| slope.biases_mut()[i]).sum::<f32>() * scale;
            move_one(weight, &mut means[i], &mut squares[i], slope);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::training::Model;
    use eval::network::Shape;

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
            Adam::new(&model, decay).step(&mut model, &mut [Model::zero(shape)], 1, 0.1);
            assert!(model.weights.iter().zip(&before).all(|(after, before)| (after - rest * before).abs() < 1e-6));
        }
    }

    #[test]
    fn few_positions_have_no_validation_set() {
        assert_eq!(split(3, 50), (vec![0, 1, 2], vec![]));
        assert_eq!(split(0, 50), (vec![], vec![]));
    }
}
