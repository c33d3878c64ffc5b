//! Searches that the session wants, and what they find. On which thread they run, or in slices of what, is the business
//! of whoever runs the session: it implements [`Engines`] and hands what comes back to the session.

mod thinker;
#[cfg(feature = "native")]
mod threads;
mod wire;

use std::time::Duration;

use movegen::Color;
use serde::{Deserialize, Serialize};

pub use thinker::{Resources, Thinker, thinker, thinker_with};
#[cfg(feature = "native")]
pub use threads::{Listener, Threads};

use crate::messages::{Strategies, Value};
use crate::rules::Texts;

/// The number of levels of play.
pub const LEVELS: u8 = engine::skill::LEVELS as u8;

/// What a search is for: a game's own engine and a look at a position may run at the same time, two of a kind never.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
pub enum Lane {
    /// An engine plays.
    Play,
    /// Analysis, hint, threat, review.
    Look,
}

/// When a search ends; the first limit that is reached counts. Without any it runs until it is stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SearchLimits {
    /// Iterations, in plies.
    pub depth: Option<u32>,
    /// Positions.
    pub nodes: Option<u64>,
    /// Time for this search alone.
    pub time: Option<Duration>,
    /// Time left on the clock, and what is added to it after the move.
    pub clock: Option<(Duration, Duration)>,
}

/// One of [`movegen::variants::NAMES`]. (Written out, serde would take it for text borrowed from its input.)
pub type GameName = &'static str;

/// A search that is wanted. Searches and thoughts can travel as JSON between program and program of the same version.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Search {
    /// What for.
    pub lane: Lane,
    /// The game's name.
    #[serde(deserialize_with = "wire::variant")]
    pub variant: GameName,
    /// Where the game began.
    pub start: String,
    /// What was played.
    pub moves: Vec<Texts>,
    /// For whom, where both sides choose at once.
    #[serde(with = "wire::side")]
    pub side: Color,
    /// Whether the side to move passes first: what the other one threatens.
    pub pass: bool,
    /// Lines wanted.
    pub lines: usize,
    /// When it ends.
    pub limits: SearchLimits,
    /// From 1 to [`LEVELS`].
    pub level: u8,
}

/// A line that was found.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ThoughtLine {
    /// From 1.
    pub rank: usize,
    /// For White.
    pub value: Value,
    /// In plies.
    pub depth: u32,
    /// In coordinate notation.
    pub moves: Vec<String>,
}

/// What a search has found so far.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Thought {
    /// Iterations completed.
    pub depth: u32,
    /// Positions searched.
    pub nodes: u64,
    /// Time spent.
    pub time: Duration,
    /// The lines, best first.
    pub lines: Vec<ThoughtLine>,
    /// Both sides' strategies, where both choose at once.
    pub strategies: Option<Strategies>,
    /// The move to be played; only in the last thought, and none if the game is over.
    pub best: Option<String>,
    /// Whether this is the last one.
    pub done: bool,
}

/// Runs searches. What they find goes to [`crate::session::Session::thought`], the last thought of each marked as done; a
/// search that was cancelled may still tell what nobody will listen to.
pub trait Engines {
    /// Begins a search under a number that no other has had.
    fn start(&mut self, run: u64, search: Search);
    /// Lets a search answer as soon as it can.
    fn hurry(&mut self, run: u64);
    /// Ends a search; nothing of it matters any more.
    fn cancel(&mut self, run: u64);
}
