//! Statistics: counts of games and pairs, Elo differences with errors, sequential tests.

pub mod counts;
pub mod results;
pub mod sprt;
