//! Apocalypse: self-play with equilibrium backups and endings of known value ([`samples`]), training of the network ([`learn`]),
//! games against reference opponents ([`duel`], [`players`]), depth and accuracy of the
//! search ([`measure`]) and of the tables ([`check`]).

pub mod check;
pub mod duel;
pub mod evaluator;
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
