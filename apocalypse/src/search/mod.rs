//! The search: every position is a matrix game, and good play is a mixed strategy.
//!
//! [`Engine`] searches Apocalypse by iterative deepening. A node is a double oracle (`oracle.rs`): small matrix games,
//! solved exactly and with proof ([`crate::matrix`]), whose cells are searches. Bounds are kept by position and depth
//! (`table.rs`); the last turn is one whole matrix of static values (`leaf.rs`). What comes out is not a move but a
//! [`Strategy`] for each side with the value both guarantee; the move is drawn from it (`sample.rs`).
//!
//! [`induction`] computes the same values by brute force, to test the search against.

mod deepen;
mod engine;
pub mod induction;
mod leaf;
mod oracle;
mod response;
mod root;
mod sample;
mod searcher;
mod strategy;
mod table;
mod weakness;

pub use engine::{DEFAULT_HASH, Engine, Settings};
pub use sample::{draw, played};
pub use searcher::MAX_DEPTH;
pub use strategy::{Answer, Asked, Report, Strategy};

#[cfg(test)]
mod tests;
