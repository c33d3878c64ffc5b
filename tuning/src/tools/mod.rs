//! The tools behind the binaries of the same names. They stand in the library so that the engine, which is compiled for
//! every game that a tool can play, is compiled once and not once for each of them.

pub mod apocalypse;
mod files;
pub mod fit;
pub mod laboratory;
pub mod ladder;
pub mod mates;
pub mod matetrack;
pub mod near;
pub mod report;
pub mod selfplay;
pub mod tables;
pub mod train;
pub mod values;
