//! Apocalypse: self-play with equilibrium back-ups, from which the evaluator's weights are fitted ([`fit`]); games against
//! opponents of known kinds ([`duel`], [`players`]); how deep and exact the search is ([`measure`]), and how exact its
//! tables are ([`check`]).

pub mod check;
pub mod duel;
pub mod fit;
pub mod measure;
pub mod players;
mod stopwatch;

use std::time::Duration;

use apocalypse::Settings;

/// The settings of an engine that plays for this crate: one thread, a table of `hash` MiB, choices drawn from `seed`.
pub const fn settings(hash: usize, seed: u64) -> Settings {
    Settings { threads: 1, hash, overhead: Duration::ZERO, seed, likeliest: false, skill: engine::skill::Skill::Full }
}

#[cfg(test)]
mod tests;
