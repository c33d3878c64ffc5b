//! The logistic curve, on which values stand for expected scores.

use eval::network::SCALE;

/// The expected score, 0 to 1, for a value in units of the curve.
pub(crate) fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// The expected score, 0 to 1, for a value in centipawns, as networks are trained to mean it.
pub(crate) fn expected(value: i32) -> f64 {
    logistic(f64::from(value) / f64::from(SCALE))
}
