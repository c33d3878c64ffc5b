//! Values with their places on an evaluation bar.

use crate::messages::{ThoughtScore, Value};

/// A value with its place on an evaluation bar.
pub(super) fn score(value: Value) -> ThoughtScore {
    ThoughtScore { value, bar: bar(value) }
}

/// White's part of an evaluation bar: a logistic curve on which a pawn is worth 0.58 and three pawns 0.73.
fn bar(value: Value) -> f64 {
    /// Centipawns that multiply the odds by e.
    const SPREAD: f64 = 300.0;
    match value {
        Value::Centipawns(value) => 1.0 / (1.0 + (-f64::from(value) / SPREAD).exp()),
        Value::Mate(moves) => {
            if moves >= 0 {
                1.0
            } else {
                0.0
            }
        }
        Value::Expected(value) => f64::midpoint(value, 1.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_is_half_white_when_nobody_stands_better() {
        assert_eq!([Value::Centipawns(0), Value::Expected(0.0)].map(bar), [0.5, 0.5]);
        assert!(bar(Value::Centipawns(300)) > 0.7 && bar(Value::Centipawns(-300)) < 0.3);
        assert_eq!([Value::Mate(3), Value::Mate(-1), Value::Expected(-1.0)].map(bar), [1.0, 0.0, 0.0]);
    }
}
