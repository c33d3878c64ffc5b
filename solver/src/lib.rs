#![doc = include_str!("../README.md")]
//!
//! # Modules
//!
//! `search`: the proof-number search. `table`: its table. `solver`: what is asked of it. `certificate`: proofs in writing.
//! [`helpmate`]: mates in which both sides cooperate. [`simultaneous`]: forced wins of Apocalypse.

mod certificate;
pub mod helpmate;
mod search;
pub mod simultaneous;
mod solver;
mod table;
#[cfg(test)]
mod tests;

pub use certificate::Certificate;
pub use search::{Progress, Stipulation};
pub use solver::{Budget, Keys, MAX_MOVES, Solution, Solver, Verdict};
