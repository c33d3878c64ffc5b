//! Apocalypse: self-play with equilibrium back-ups and endings of known value ([`samples`]), from which the network is trained
//! ([`learn`]) and the hand-made evaluator fitted ([`fit`]); games against opponents of known kinds ([`duel`], [`players`]); how
//! deep and exact the search is ([`measure`]), and how exact its tables are ([`check`]).

pub mod check;
pub mod duel;
pub mod evaluator;
pub mod fit;
pub mod learn;
pub mod measure;
pub mod players;
pub mod samples;
mod stopwatch;

use std::time::Duration;

use apocalypse::Settings;

/// The settings of an engine that plays for this crate: one thread, a table of `hash` MiB, choices drawn from `seed`.
pub const fn settings(hash: usize, seed: u64) -> Settings {
    Settings { threads: 1, hash, overhead: Duration::ZERO, seed, likeliest: false, skill: engine::skill::Skill::Full }
}

#[cfg(test)]
mod tests;
