//! Networks: one hidden layer kept while moves are played (NNUE, after Y. Nasu, "Efficiently updatable neural-network
//! based evaluation functions", 2018), in whole numbers.
//!
//! ```text
//! inputs      own pieces, then enemy pieces, by piece type and square as the perspective sees them, for each zone of its king and each
//!             of the piece types that may rule; then features of the state
//! hidden      one of WIDTHS neurons for each perspective, the side to move first
//! activation  the clamped neuron squared (SCReLU)
//! output      one set of weights for each of BUCKETS numbers of pieces on the board
//! ```
//! A network is data: a file in the game's folder of `gamedata`, made by the trainer in `tuning`. Nothing here trains.

mod accumulator;
mod carried;
mod chess;
mod file;
mod net;
mod row;
mod shape;

pub use accumulator::AccumulatorCache;
pub(crate) use accumulator::Neurons;
pub use carried::{NetworkTable, built_in};
pub use file::NetworkError;
pub use net::Network;
pub use row::{
    BUCKETS, HIDDEN_ONE, LARGEST_BIAS, LARGEST_HIDDEN, LARGEST_OUTPUT, NARROW, OUTPUT_ONE, Row, SCALE, WIDE, WIDTHS,
};
pub use shape::{Outlook, Shape, bucket};
