//! The numbers of the hand-made evaluation: plain data for each game, read from a text file, open to a tuner.
//!
//! Where a number stands is said in [`layout`], how a file looks in [`text`]. Nothing here knows a position.

pub mod layout;
mod sets;
pub mod text;

pub use layout::{BLOCKS, Block, LEN, Term, Weight};
pub use sets::{Half, LARGEST, Parameter, Set, Weights};
pub use text::WeightsError;
