//! The laboratory: what a game is like, found by playing it many times.
//!
//! An `experiment` describes how games are played; `play` plays them into an [`archive`], from which everything else is computed.

pub mod archive;
pub(crate) mod book;
pub(crate) mod compare;
pub(crate) mod design;
pub(crate) mod experiment;
pub(crate) mod figures;
pub mod game;
pub mod interval;
pub(crate) mod play;
pub(crate) mod players;
pub(crate) mod regression;
pub(crate) mod report;
pub(crate) mod sheet;
pub(crate) mod starts;
pub(crate) mod summarise;
#[cfg(test)]
pub(crate) mod tests;
pub(crate) mod watch;
