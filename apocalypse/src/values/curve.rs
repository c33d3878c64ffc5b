//! From sums to values between -1 and 1.

/// Values are multiples of a part of so many, so that nearly equal ones are equal.
const STEPS: f64 = (1 << 20) as f64;

/// Sums below this, which is nearly all there are, find their values in a table.
const TABLE: usize = 4096;

/// The values of sums in thousandths.
#[derive(Debug)]
pub(super) struct Curve([i32; TABLE]);

impl Curve {
    pub(super) fn new() -> Self {
        Self(std::array::from_fn(|sum| steps(sum as i32)))
    }

    /// The same as [`squeezed`], faster.
    #[inline]
    pub(super) fn value(&self, sum: i32) -> f64 {
        match self.0.get(sum.unsigned_abs() as usize) {
            Some(&steps) => f64::from(steps * sum.signum()) / STEPS,
            None => squeezed(sum),
        }
    }
}

/// The value of a sum in thousandths: `x / sqrt(1 + x^2)`, rounded towards zero. Nothing but multiplication, division,
/// and the root, which every machine rounds alike.
pub fn squeezed(sum: i32) -> f64 {
    f64::from(steps(sum)) / STEPS
}

fn steps(sum: i32) -> i32 {
    let x = f64::from(sum);
    let value = x / (x * x + 1e6).sqrt();
    ((value * STEPS) as i32).clamp(1 - STEPS as i32, STEPS as i32 - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_antisymmetric_and_never_certain() {
        assert!(squeezed(i32::MAX) < 1.0 && squeezed(-1_000_000_000) > -1.0 && squeezed(0) == 0.0);
        assert!((squeezed(1000) - 0.5_f64.sqrt()).abs() < 1e-6);
        let curve = Curve::new();
        for sum in -5000..5000 {
            assert_eq!((curve.value(sum), curve.value(-sum)), (squeezed(sum), -squeezed(sum)));
        }
    }
}
