//! The network of a game.

use super::row::{BUCKETS, HIDDEN_ONE, LARGEST_OUTPUT, NARROW, OUTPUT_ONE, Row, SCALE, WIDE};
use super::shape::{Shape, bucket};
use crate::score::Score;

/// A network for one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    /// The shape.
    pub(crate) shape: Shape,
    /// By input, in units of [`HIDDEN_ONE`].
    pub(crate) inputs: Vec<Row>,
    /// The hidden layer's bias.
    pub(crate) bias: Row,
    /// By bucket and perspective, in units of [`OUTPUT_ONE`].
    pub(crate) output: [[Row; 2]; BUCKETS],
    /// By bucket, in units of `HIDDEN_ONE * OUTPUT_ONE`.
    pub(crate) output_bias: [i32; BUCKETS],
}

impl Network {
    /// A network of these rows, in the order of [`Shape::rows`].
    ///
    /// # Panics
    /// When the number of rows does not fit the shape: that is a fault of the trainer.
    pub fn from_rows(shape: Shape, rows: &[Row], output_bias: [i32; BUCKETS]) -> Self {
        let (inputs, rest) = rows.split_at(shape.inputs());
        let (bias, output) = rest.split_first().expect("a bias follows the inputs");
        let output = output.as_chunks::<2>().0.try_into().expect("every bucket has two rows");
        Self { shape, inputs: inputs.to_vec(), bias: *bias, output, output_bias }
    }

    /// Its rows, in the order of [`Shape::rows`], and the output bias by bucket: what [`Network::from_rows`] takes.
    pub fn to_rows(&self) -> (Vec<Row>, [i32; BUCKETS]) {
        let rows = self.inputs.iter().chain([&self.bias]).chain(self.output.as_flattened());
        (rows.copied().collect(), self.output_bias)
    }

    /// Returns the shape.
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// The value in centipawns for the side to move, from the neurons of both perspectives.
    #[inline]
    pub(crate) fn value(&self, own: &Row, other: &Row, pieces: u32) -> Score {
        let bucket = bucket(pieces);
        let [to_own, to_other] = &self.output[bucket];
        let [own, other] = match self.shape.neurons {
            NARROW => [activated::<NARROW>(own, to_own), activated::<NARROW>(other, to_other)],
            _ => [activated::<WIDE>(own, to_own), activated::<WIDE>(other, to_other)],
        };
        let sum = i64::from(own) + i64::from(other);
        let sum = sum / i64::from(HIDDEN_ONE) + i64::from(self.output_bias[bucket]);
        (sum * i64::from(SCALE) / i64::from(HIDDEN_ONE * OUTPUT_ONE)) as Score
    }
}

/// The sum over all neurons of a perspective cannot overflow.
const _: () = assert!(WIDE as i64 * (HIDDEN_ONE * HIDDEN_ONE) as i64 * LARGEST_OUTPUT as i64 <= i32::MAX as i64);

/// The sum of the clamped neurons squared, each times its weight. Written so that the compiler makes it two
/// multiplications of 16-bit lanes: a neuron times its weight fits into 16 bits.
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
#[inline]
fn activated<const N: usize>(neurons: &Row, weights: &Row) -> i32 {
    let mut sum = 0;
    for (&neuron, &weight) in neurons.0.iter().zip(&weights.0).take(N) {
        let clamped = neuron.clamp(0, HIDDEN_ONE as i16);
        sum += i32::from(clamped.wrapping_mul(weight)) * i32::from(clamped);
    }
    sum
}

/// The same in a browser, where the compiler does not find the instruction that multiplies lanes and adds them in pairs.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[inline]
fn activated<const N: usize>(neurons: &Row, weights: &Row) -> i32 {
    use std::arch::wasm32::{
        i16x8, i16x8_max, i16x8_min, i16x8_mul, i16x8_splat, i32x4_add, i32x4_dot_i16x8, i32x4_extract_lane,
        i32x4_splat,
    };
    let lanes = |&[a, b, c, d, e, f, g, h]: &[i16; 8]| i16x8(a, b, c, d, e, f, g, h);
    let (zero, one) = (i16x8_splat(0), i16x8_splat(HIDDEN_ONE as i16));
    let mut sum = i32x4_splat(0);
    for (neurons, weights) in neurons.0.as_chunks().0.iter().zip(weights.0.as_chunks().0).take(N / 8) {
        let clamped = i16x8_min(i16x8_max(lanes(neurons), zero), one);
        sum = i32x4_add(sum, i32x4_dot_i16x8(i16x8_mul(clamped, lanes(weights)), clamped));
    }
    i32x4_extract_lane::<0>(sum)
        + i32x4_extract_lane::<1>(sum)
        + i32x4_extract_lane::<2>(sum)
        + i32x4_extract_lane::<3>(sum)
}
