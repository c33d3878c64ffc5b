//! Games in which both sides choose at once: positions are matrix games, and good play is a mixed strategy.
//!
//! [`matrix`] solves one matrix game, with proof.

pub mod matrix;
pub mod tables;
