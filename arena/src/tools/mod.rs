//! The tools behind the binaries of the same names. They stand in the library so that the engine, which is compiled for
//! every game that a tool can play, is compiled once and not once for each of them.

pub mod files;
pub mod openings;
pub mod pgn;
pub mod sprt;
pub mod spsa;
