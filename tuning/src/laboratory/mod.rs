//! The laboratory: what a game is like, found by playing it many times.
//!
//! An [`experiment`] says how games are played; [`play`] plays them and keeps them in an [`archive`], from which everything else is
//! computed.

pub mod archive;
pub mod experiment;
pub mod game;
pub mod play;
pub mod players;
