//! Apocalypse: self-play with equilibrium backups and endings of known value ([`samples`]), training of the network ([`learn`]),
//! games against reference opponents ([`duel`], [`players`]), depth and accuracy of the search ([`measure`]) and of the tables
//! ([`check`]).

pub(crate) mod check;
pub(crate) mod duel;
pub(crate) mod evaluator;
pub(crate) mod learn;
pub(crate) mod measure;
pub(crate) mod players;
pub(crate) mod problems;
pub(crate) mod samples;
#[cfg(test)]
mod tests;

use std::time::Duration;

use apocalypse::Settings;

/// The settings of an engine that plays for this crate: one thread, a table of `hash` MiB, choices drawn from `seed`.
pub(crate) const fn settings(hash: usize, seed: u64) -> Settings {
    Settings { threads: 1, hash, overhead: Duration::ZERO, seed, likeliest: false, skill: engine::skill::Skill::Full }
}
