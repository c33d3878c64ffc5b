//! The laboratory: what a game is like, found by playing it many times.
//!
//! An [`experiment`] describes how games are played; [`play`] plays them into an [`archive`], from which everything else is
//! computed.

pub mod archive;
pub mod book;
pub mod compare;
pub mod experiment;
pub mod figures;
pub mod game;
pub mod interval;
pub mod odds;
pub mod play;
pub mod players;
pub mod regression;
pub mod report;
pub mod sheet;
pub mod starts;
pub mod summarise;
#[cfg(test)]
pub(crate) mod synthetic;
pub mod watch;
