//! The sizes and units of a network, and the row of numbers that everything in it is made of.

/// Supported numbers of neurons per perspective; loops over them are compiled for each.
pub const WIDTHS: [usize; 2] = [NARROW, WIDE];
/// The number of neurons of most networks.
pub const NARROW: usize = 128;
/// The number of neurons of networks trained on many positions.
pub const WIDE: usize = 256;
/// Sets of output weights, by the number of pieces on the board.
pub const BUCKETS: usize = 8;
/// The scale of the hidden layer: this number stands for 1.
pub const HIDDEN_ONE: i32 = 255;
/// The scale of the output weights: this number stands for 1.
pub const OUTPUT_ONE: i32 = 64;
/// Centipawns that one unit of output is worth: the logistic function of the output is the expected score.
pub const SCALE: i32 = 400;
/// The largest hidden weight: so that 64 pieces and the bias cannot overflow 16 bits.
pub const LARGEST_HIDDEN: i16 = 500;
/// The largest hidden bias.
pub const LARGEST_BIAS: i16 = 700;
/// The largest output weight: its product with a neuron has to fit into 16 bits.
pub const LARGEST_OUTPUT: i16 = 127;

/// The weights of one input or one output, a number for each neuron of a perspective; zeros where a network has fewer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub struct Row(pub [i16; WIDE]);

impl Row {
    /// Zeros.
    pub const ZERO: Self = Self([0; WIDE]);
}
