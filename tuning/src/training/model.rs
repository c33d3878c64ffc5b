//! A network in floating point: its value, and the gradient of the error.

use std::cmp::Ordering;

use eval::Network;
use eval::network::{BUCKETS, HIDDEN_ONE, LARGEST_BIAS, LARGEST_HIDDEN, LARGEST_OUTPUT, OUTPUT_ONE, Row, Shape, WIDE};
use movegen::{Color, Piece, PieceType, Square};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::data::{Sample, Samples, unpack};
use super::train::Weights;

/// A real number for each neuron of a perspective, as many as the widest network has.
type Reals = [f32; WIDE];

/// All weights; a slope has the same shape.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Model {
    shape: Shape,
    /// The rows one after the other, in the order of [`Shape::rows`]; each has a number for every neuron.
    pub(super) weights: Vec<f32>,
    output_bias: [f32; BUCKETS],
}

impl Model {
    pub(crate) fn zero(shape: Shape) -> Self {
        Self { shape, weights: vec![0.0; shape.rows() * shape.neurons], output_bias: [0.0; BUCKETS] }
    }

    /// Returns small random weights.
    pub(crate) fn random(shape: Shape, seed: u64) -> Self {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut model = Self::zero(shape);
        // Some thirty inputs hold at a time; neurons begin in the middle of where they are alive.
        for (i, row) in model.weights.chunks_exact_mut(shape.neurons).enumerate() {
            let (middle, reach) = match i.cmp(&shape.inputs()) {
                Ordering::Less => (0.0, 0.1),
                Ordering::Equal => (0.3, 0.1),
                Ordering::Greater => (0.0, 0.08),
            };
            row.iter_mut().for_each(|weight| *weight = middle + random.random_range(-reach..reach));
        }
        // The sets of output weights begin alike.
        let (first, others) = model.weights[(shape.inputs() + 1) * shape.neurons..].split_at_mut(2 * shape.neurons);
        others.chunks_exact_mut(first.len()).for_each(|bucket| bucket.copy_from_slice(first));
        model
    }

    pub(crate) fn of(network: &Network) -> Self {
        let shape = network.shape();
        let (rows, output_bias) = network.to_rows();
        let inputs = shape.inputs();
        let row = |(i, Row(row)): (usize, &Row)| {
            let one = if i <= inputs { HIDDEN_ONE } else { OUTPUT_ONE } as f32;
            row[..shape.neurons].iter().map(move |&weight| f32::from(weight) / one).collect::<Vec<_>>()
        };
        let one = (HIDDEN_ONE * OUTPUT_ONE) as f32;
        let weights = rows.iter().enumerate().flat_map(row).collect();
        Self { shape, weights, output_bias: output_bias.map(|bias| bias as f32 / one) }
    }

    /// Returns the model with the zones of a shape. Each zone is a copy of the one that the model used in its place. A model with
    /// other zones is unchanged.
    pub(crate) fn with_zones(mut self, of: Shape) -> Self {
        let shape = Shape { zones: of.zones, ..self.shape };
        let zones: Option<Vec<_>> = (0..of.zones).map(|zone| shape.zone_in(self.shape, zone)).collect();
        if let Some(zones) = zones {
            let all = (self.shape.inputs() - self.shape.features) * self.shape.neurons;
            let (of_pieces, others) = self.weights.split_at(all);
            let each = all / self.shape.zones;
            let copies = zones.into_iter().flat_map(|zone| &of_pieces[zone * each..][..each]);
            self.weights = copies.chain(others).copied().collect();
            self.shape = shape;
        }
        self
    }

    /// Returns the model with this many neurons. New neurons have output weights of 0; a model with enough neurons is unchanged.
    pub(crate) fn with_neurons(self, neurons: usize, seed: u64) -> Self {
        if self.shape.neurons >= neurons {
            return self;
        }
        let outputs = self.shape.inputs() + 1;
        let mut wide = Self { output_bias: self.output_bias, ..Self::random(self.shape.with_neurons(neurons), seed) };
        for (i, row) in wide.weights.chunks_exact_mut(neurons).enumerate() {
            let (own, added) = row.split_at_mut(self.shape.neurons);
            own.copy_from_slice(self.row(i));
            if i >= outputs {
                added.fill(0.0);
            }
        }
        wide
    }

    #[inline]
    fn row(&self, row: usize) -> &[f32] {
        let neurons = self.shape.neurons;
        &self.weights[row * neurons..][..neurons]
    }

    #[inline]
    fn row_mut(&mut self, row: usize) -> &mut [f32] {
        let neurons = self.shape.neurons;
        &mut self.weights[row * neurons..][..neurons]
    }

    /// The first row of output weights for a bucket: of the side to move; the other side's is the next one.
    #[inline]
    fn output(&self, bucket: usize) -> usize {
        self.shape.inputs() + 1 + 2 * bucket
    }

    #[inline]
    fn inputs(&self, sample: &Sample<'_>, view: Color, mirror: usize) -> impl Iterator<Item = usize> {
        let shape = self.shape;
        let pieces = sample.pieces.iter().map(move |&packed| {
            let (piece, at) = unpack(packed);
            let piece = Piece::new(Color::BOTH[piece % 2], PieceType::new((piece / 2) as u8));
            let at = at ^ mirror;
            (piece, Square::at((at & 7) as u8, (at >> 3) as u8))
        });
        let features = sample.features.iter().map(|&feature| usize::from(feature));
        let own_king = Piece::new(view, PieceType::KING);
        let kings = pieces.clone().filter(|&(piece, _)| piece == own_king).map(|(_, at)| at);
        let outlook = shape.outlook(view, kings, features.clone());
        let pieces = pieces.map(move |(piece, at)| shape.piece(view, outlook, piece, at));
        pieces.chain(features.map(move |feature| shape.feature(view, feature)))
    }

    fn neurons(&self, inputs: impl Iterator<Item = usize>) -> Reals {
        let mut sum = [0.0; WIDE];
        sum[..self.shape.neurons].copy_from_slice(self.row(self.shape.inputs()));
        for input in inputs {
            for (neuron, weight) in sum.iter_mut().zip(self.row(input)) {
                *neuron += weight;
            }
        }
        sum
    }

    /// The output for a position, and the neurons of both perspectives.
    fn forward(&self, sample: &Sample<'_>, mirror: usize) -> (f32, [Reals; 2]) {
        let views = [sample.turn, !sample.turn];
        let neurons = views.map(|view| self.neurons(self.inputs(sample, view, mirror)));
        let at = self.output(sample.bucket);
        let mut output = self.output_bias[sample.bucket];
        for (neurons, weights) in neurons.iter().zip([self.row(at), self.row(at + 1)]) {
            let terms = neurons.iter().zip(weights).map(|(&neuron, &weight)| {
                let clamped = neuron.clamp(0.0, 1.0);
                clamped * clamped * weight
            });
            output += sum(terms);
        }
        (output, neurons)
    }

    /// Adds the slope of the squared error at a position to `slope` and returns the error. `mirror` is 7 to learn from the
    /// position with its files reversed, else 0.
    fn learn_from(&self, sample: &Sample<'_>, mirror: usize, slope: &mut Self) -> f32 {
        let (output, neurons) = self.forward(sample, mirror);
        let score = logistic(sample.steepness * output);
        let miss = sample.miss(score);
        if miss == 0.0 {
            return 0.0;
        }
        let by_output = 2.0 * miss * score * (1.0 - score) * sample.steepness;
        slope.output_bias[sample.bucket] += by_output;
        let at = self.output(sample.bucket);
        for (i, view) in [sample.turn, !sample.turn].into_iter().enumerate() {
            let mut by_neuron: Reals = [0.0; WIDE];
            let rows = slope.row_mut(at + i).iter_mut().zip(self.row(at + i));
            for ((by_neuron, (by_weight, &weight)), &neuron) in by_neuron.iter_mut().zip(rows).zip(&neurons[i]) {
                let clamped = neuron.clamp(0.0, 1.0);
                *by_weight += by_output * clamped * clamped;
                let is_alive = clamped == neuron;
                *by_neuron = if is_alive { by_output * 2.0 * clamped * weight } else { 0.0 };
            }
            for input in self.inputs(sample, view, mirror).chain([self.shape.inputs()]) {
                for (by_weight, by_neuron) in slope.row_mut(input).iter_mut().zip(&by_neuron) {
                    *by_weight += by_neuron;
                }
            }
        }
        miss * miss
    }

    /// Returns the network in whole numbers.
    pub(crate) fn rounded(&self) -> Network {
        let inputs = self.shape.inputs();
        let row = |(i, weights): (usize, &[f32])| {
            let one = if i <= inputs { HIDDEN_ONE } else { OUTPUT_ONE } as f32;
            let limit = self.limit(i);
            let mut row = Row::ZERO;
            for (to, weight) in row.0.iter_mut().zip(weights) {
                *to = (weight.clamp(-limit, limit) * one).round() as i16;
            }
            row
        };
        let rows: Vec<Row> = self.weights.chunks_exact(self.shape.neurons).enumerate().map(row).collect();
        let one = (HIDDEN_ONE * OUTPUT_ONE) as f32;
        Network::from_rows(self.shape, &rows, self.output_bias.map(|bias| (bias * one).round() as i32))
    }
}

impl Weights for Model {
    type Samples = Samples;

    fn zeroed(&self) -> Self {
        Self::zero(self.shape)
    }

    fn rows(&self) -> (usize, &[f32]) {
        (self.shape.neurons, &self.weights)
    }

    fn rows_mut(&mut self) -> (usize, &mut [f32]) {
        (self.shape.neurons, &mut self.weights)
    }

    fn biases_mut(&mut self) -> &mut [f32] {
        &mut self.output_bias
    }

    fn limit(&self, row: usize) -> f32 {
        let inputs = self.shape.inputs();
        match row {
            row if row < inputs => f32::from(LARGEST_HIDDEN) / HIDDEN_ONE as f32,
            row if row == inputs => f32::from(LARGEST_BIAS) / HIDDEN_ONE as f32,
            _ => f32::from(LARGEST_OUTPUT) / OUTPUT_ONE as f32,
        }
    }

    fn error(&self, samples: &Samples, at: usize) -> f32 {
        let sample = samples.get(at);
        sample.miss(logistic(sample.steepness * self.forward(&sample, 0).0)).powi(2)
    }

    fn learn(&self, samples: &Samples, at: usize, is_mirrored: bool, slope: &mut Self) -> f32 {
        self.learn_from(&samples.get(at), if is_mirrored { 7 } else { 0 }, slope)
    }
}

/// Adds up in lanes, so that the compiler can use them all.
#[inline]
fn sum(terms: impl Iterator<Item = f32>) -> f32 {
    let mut lanes = [0.0; 16];
    terms.enumerate().for_each(|(i, term)| lanes[i % 16] += term);
    lanes.iter().sum()
}

/// The expected score for an output, in the precision that the trainer calculates in.
#[inline]
fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::training::data::pack;
    use engine::Bound;
    use eval::{Evaluate, Evaluator};
    use movegen::{Chess, Insurrection, Position, State, Variant};

    /// A position with pieces and features, packed.
    fn packed<V: Variant>(pos: &Position<V>) -> (Vec<u16>, Vec<u8>) {
        let pieces = pos.pieces().map(|(piece, at)| pack(piece, at)).collect();
        (pieces, pos.state().features().map(|feature| feature as u8).collect())
    }

    /// A position that Black wins in nine games of ten.
    fn sample((pieces, features): &(Vec<u16>, Vec<u8>)) -> Sample<'_> {
        let (turn, bound) = (Color::Black, Bound::Exact);
        Sample { pieces, features, turn, target: 0.9, bound, steepness: 1.0, bucket: 5 }
    }

    const FEN: &str = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 4 4 Kn";

    #[test]
    fn the_slope_is_that_of_the_error() {
        let model = Model::random(Shape::of::<Insurrection>(), 4);
        let packed = packed::<Insurrection>(&FEN.parse().unwrap());
        let sample = Sample { steepness: 1.5, ..sample(&packed) };
        let mut slope = Model::zero(model.shape);
        let error = model.learn_from(&sample, 0, &mut slope);
        let squared =
            |model: &Model| (logistic(sample.steepness * model.forward(&sample, 0).0) - sample.target).powi(2);
        assert!((error - squared(&model)).abs() < 1e-6);
        let inputs = model.shape.inputs();
        let some = model.inputs(&sample, Color::Black, 0).last().unwrap();
        for (row, n) in [(some, 3), (some, 90), (inputs, 17), (inputs + 11, 5), (inputs + 12, 64), (inputs + 1, 2)] {
            let moved = |by: f32| {
                let mut other = model.clone();
                other.row_mut(row)[n] += by;
                f64::from(squared(&other))
            };
            let expected = (moved(2e-3) - moved(-2e-3)) / 4e-3;
            assert!((f64::from(slope.row(row)[n]) - expected).abs() < 1e-4, "row {row}, neuron {n}: {expected}");
        }
    }

    #[test]
    fn bounds_that_hold_teach_nothing() {
        let model = Model::random(Shape::of::<Insurrection>(), 4);
        let packed = packed::<Insurrection>(&FEN.parse().unwrap());
        for (bound, high, low) in [(Bound::Lower, true, false), (Bound::Upper, false, true), (Bound::Exact, true, true)]
        {
            for (target, teaches) in [(0.99, high), (0.01, low)] {
                let sample = Sample { target, bound, ..sample(&packed) };
                let mut slope = Model::zero(model.shape);
                assert_eq!(model.learn_from(&sample, 0, &mut slope) > 0.0, teaches, "{bound:?} {target}");
                assert_eq!(slope.output_bias[5] != 0.0, teaches, "{bound:?} {target}");
            }
        }
    }

    #[test]
    fn continued_network_starts_unchanged() {
        let network = Model::random(Shape::of::<Insurrection>(), 3).rounded();
        assert_eq!(Model::of(&network).rounded(), network);
    }

    #[test]
    fn added_zones_change_no_value() {
        let plain = Model::random(Shape::plain::<Insurrection>(), 4);
        let zoned = plain.clone().with_zones(Shape::of::<Insurrection>());
        assert_eq!(zoned.shape, Shape::of::<Insurrection>());
        let by_feature = plain.clone().with_zones(Shape::by_feature::<Insurrection>());
        assert_eq!(by_feature.shape, Shape::by_feature::<Insurrection>());
        assert_eq!(by_feature.with_zones(zoned.shape), zoned);
        let packed = packed::<Insurrection>(&FEN.parse().unwrap());
        let sample = sample(&packed);
        assert_eq!(plain.forward(&sample, 0).0, zoned.forward(&sample, 0).0);
        assert_eq!(zoned.clone().with_zones(plain.shape), zoned);
    }

    #[test]
    fn added_neurons_change_no_value() {
        let narrow = Model::random(Shape::of::<Insurrection>(), 4);
        let wide = narrow.clone().with_neurons(WIDE, 5);
        let packed = packed::<Insurrection>(&FEN.parse().unwrap());
        let sample = sample(&packed);
        assert_eq!(narrow.forward(&sample, 0).0, wide.forward(&sample, 0).0);
        assert_eq!(wide.clone().with_neurons(WIDE, 6), wide);
        let pos: Position<Insurrection> = FEN.parse().unwrap();
        let values = [narrow, wide].map(|model| {
            let evaluator = Evaluator::<Insurrection>::with_network(model.rounded());
            evaluator.score_afresh(&pos)
        });
        assert_eq!(values[0], values[1]);
    }

    fn whole_numbers_are_near<V: Variant>(fen: &str) {
        let model = Model::random(Shape::of::<V>(), 9);
        let pos: Position<V> = fen.parse().unwrap();
        let packed = packed(&pos);
        let bucket = eval::network::bucket(packed.0.len() as u32);
        let evaluator = Evaluator::<V>::with_network(model.rounded());
        let sample = Sample { turn: pos.turn(), bucket, ..sample(&packed) };
        let real = model.forward(&sample, 0).0 * eval::network::SCALE as f32;
        let whole = evaluator.score_afresh(&pos);
        // Output weights as small as those of a beginner are rounded by a tenth; the clock takes less than a centipawn off.
        assert!((real - whole as f32).abs() < 15.0, "{fen}: {real} became {whole}");
    }

    #[test]
    fn whole_numbers_give_nearly_the_same_value() {
        whole_numbers_are_near::<Insurrection>(FEN);
        whole_numbers_are_near::<Chess>("r1b2rk1/2q1bppp/p1np1n2/1p2p3/4P3/1BN1BN2/PPPQ1PPP/2KR3R b - - 4 11");
        whole_numbers_are_near::<Chess>("8/2k5/3p1K2/8/4r3/8/1R6/8 w - - 0 60");
    }

    #[test]
    fn zones_train_mirrored_positions_alike() {
        let model = Model::random(Shape::of::<Chess>(), 9);
        let packed = packed(&"8/2k5/3p1K2/8/4r3/8/1R6/8 w - - 0 60".parse::<Position<Chess>>().unwrap());
        let sample = Sample { turn: Color::White, bucket: 0, ..sample(&packed) };
        assert_eq!(model.forward(&sample, 0).0, model.forward(&sample, 7).0);
    }
}
