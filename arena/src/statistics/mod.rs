//! What results say: counts of games and pairs, the difference in Elo with its error, the sequential test.

pub mod counts;
pub mod results;
pub mod sprt;
