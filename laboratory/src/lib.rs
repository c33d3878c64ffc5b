#![doc = include_str!("../README.md")]
//!
//! # Modules
//!
//! An [`experiment`] describes how games are played, [`mod@play`] plays one of them, [`game`] has its bytes; [`summarise`] computes the
//! [`figures`] of many; [`design`] measures a game of a file.
//!
//! There are no threads, unless the feature `parallel` is on, and no I/O. The crate `tuning` keeps archives and writes reports.

pub mod design;
pub mod experiment;
pub mod figures;
pub mod game;
pub mod interval;
pub mod logistic;
mod parallel;
pub mod play;
pub mod players;
pub mod regression;
pub mod sheet;
pub mod starts;
pub mod summarise;
pub mod watch;
