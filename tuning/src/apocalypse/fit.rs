//! Fits the hand-made evaluator of Apocalypse to what searches and games made of positions ([`super::samples`]).

use apocalypse::rules::Position;
use apocalypse::values::Weights;
use apocalypse::values::features::{FEATURES, features};
use engine::bench::Random;

use super::samples::Sample;

/// The result of a fit.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// The weights.
    pub weights: Weights,
    /// The root of the mean squared error on the samples held back, before and after.
    pub error: [f64; 2],
}

/// Fits weights, beginning with those given, by stochastic gradient descent (Adam; Kingma and Ba, 2015). Every tenth
/// sample is held back to measure the error.
pub fn fit(samples: &[Sample], begin: &Weights, passes: u32, seed: u64) -> Fitted {
    const BATCH: usize = 256;
    let rows: Vec<(Vec<(usize, f64)>, f64)> = samples.iter().map(|sample| (row(&sample.pos), sample.value)).collect();
    let (held, mut used): (Vec<_>, Vec<_>) = (0..rows.len()).partition(|index| index % 10 == 0);
    let mut weights: Vec<f64> = begin.iter().map(|&weight| f64::from(weight) / 1000.0).collect();
    let error = |weights: &[f64]| {
        let squares = held.iter().map(|&index| (squeezed(sum(&rows[index].0, weights)) - rows[index].1).powi(2));
        (squares.sum::<f64>() / held.len().max(1) as f64).sqrt()
    };
    let before = error(&weights);
    let mut random = Random(seed);
    let (mut mean, mut square) = (vec![0.0; FEATURES], vec![0.0; FEATURES]);
    let mut step = 0;
    for pass in 0..passes {
        for i in (1..used.len()).rev() {
            used.swap(i, random.below(i + 1));
        }
        let rate = 0.01 * (1.0 - f64::from(pass) / f64::from(passes)).max(0.02);
        for batch in used.chunks(BATCH) {
            let mut gradient = vec![0.0; FEATURES];
            for &index in batch {
                let (row, value) = &rows[index];
                let x = sum(row, &weights);
                let slope = (1.0 + x * x).powf(-1.5);
                let at_fault = (squeezed(x) - value) * slope;
                row.iter().for_each(|&(feature, n)| gradient[feature] += at_fault * n);
            }
            step += 1;
            let correction = (1.0 - 0.999_f64.powi(step)).sqrt() / (1.0 - 0.9_f64.powi(step));
            for feature in 0..FEATURES {
                // A little pull to zero decides what the samples do not.
                let g = gradient[feature] / batch.len() as f64 + 2e-5 * weights[feature];
                mean[feature] = 0.9 * mean[feature] + 0.1 * g;
                square[feature] = 0.999 * square[feature] + 0.001 * g * g;
                weights[feature] -= rate * correction * mean[feature] / (square[feature].sqrt() + 1e-8);
            }
        }
    }
    let mut rounded = [0; FEATURES];
    rounded
        .iter_mut()
        .zip(&weights)
        .for_each(|(to, from)| *to = (from * 1000.0).round().clamp(-20_000.0, 20_000.0) as i32);
    Fitted { weights: rounded, error: [before, error(&weights)] }
}

fn row(pos: &Position) -> Vec<(usize, f64)> {
    let mut counts = [0; FEATURES];
    features(pos, &mut counts);
    counts.iter().enumerate().filter(|(_, n)| **n != 0).map(|(feature, &n)| (feature, f64::from(n))).collect()
}

fn sum(row: &[(usize, f64)], weights: &[f64]) -> f64 {
    row.iter().map(|&(feature, n)| n * weights[feature]).sum()
}

fn squeezed(x: f64) -> f64 {
    x / (1.0 + x * x).sqrt()
}
