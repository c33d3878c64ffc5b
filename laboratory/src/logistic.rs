//! The logistic curve, on which values stand for expected scores.

use eval::network::SCALE;

/// The expected score, 0 to 1, for a value in units of the curve.
pub fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// The expected score, 0 to 1, for a value in centipawns, as networks are trained to mean it.
pub fn expected(value: i32) -> f64 {
    expected_on(SCALE, value)
}

/// The same on a curve on which so many centipawns are an expected score of 73 %.
pub fn expected_on(scale: i32, value: i32) -> f64 {
    logistic(f64::from(value) / f64::from(scale))
}
