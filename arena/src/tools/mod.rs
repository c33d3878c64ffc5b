//! The subcommands for openings, PGN files, sequential tests and SPSA.

pub mod files;
pub mod openings;
pub mod pgn;
pub mod sprt;
pub mod spsa;
