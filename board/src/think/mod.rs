//! Searches and measurements for the session. The caller of the session implements [`Engines`], which runs them, and passes their
//! reports back.

pub(crate) mod measure;
mod thinker;
#[cfg(feature = "native")]
mod threads;

use std::time::Duration;

use serde::{Deserialize, Serialize};

pub use games::{EvaluatorSource, Settings};
pub use measure::{MeasureTask, measure};
pub use thinker::Thinker;
#[cfg(feature = "native")]
pub use threads::{Listeners, Threads};

use crate::messages::{Side, Strategies, Value};
use crate::rules::Texts;

/// The number of levels of play.
pub const LEVELS: u8 = engine::skill::LEVELS as u8;

/// A lane of searches. Different lanes run at the same time; a lane runs one search at a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
pub enum Lane {
    /// The moves of an engine that plays.
    Play,
    /// Analysis, hint, threat, review.
    Look,
}

/// The limits of a search, of which the first one reached counts. Without any it runs until it is stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SearchLimits {
    /// Maximum depth in plies.
    pub depth: Option<u32>,
    /// Time for this search.
    pub time: Option<Duration>,
    /// Time left on the clock, and increment.
    pub clock: Option<(Duration, Duration)>,
}

/// A search. Searches and reports are exchanged as JSON between programs of the same version.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Search {
    /// The lane.
    pub lane: Lane,
    /// The game's name.
    pub variant: String,
    /// The FEN of the start position.
    pub start: String,
    /// The moves.
    pub moves: Vec<Texts>,
    /// The side to choose, where both sides choose at once.
    pub side: Side,
    /// `true` to pass first, which finds the threat of the other side.
    pub pass: bool,
    /// The number of lines.
    pub lines: usize,
    /// The limits.
    pub limits: SearchLimits,
    /// The level, from 1 to [`LEVELS`].
    pub level: u8,
    /// The definitions of games from a file, for engines of another process.
    #[serde(skip)]
    pub definitions: String,
}

/// A line of a report.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ThoughtLine {
    /// The rank, from 1 for the best line.
    pub rank: usize,
    /// The value for White.
    pub value: Value,
    /// In plies.
    pub depth: u32,
    /// In coordinate notation.
    pub moves: Vec<String>,
}

/// A report of a search.
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
    /// The chosen move, only in the last report; none if the game is over.
    pub best: Option<String>,
    /// `true` in the last report.
    pub done: bool,
}

/// Runs searches and measurements. Their reports are passed to [`Served::thought`](crate::session::Served::thought) and
/// [`Served::measured`](crate::session::Served::measured), the last one of each run with `done`. Reports of a cancelled run are ignored.
pub trait Engines {
    /// Starts a search with a unique number.
    fn start(&mut self, run: u64, search: Search);
    /// Starts a measurement with a unique number.
    fn measure(&mut self, run: u64, task: MeasureTask);
    /// Makes a search answer as soon as possible.
    fn hurry(&mut self, run: u64);
    /// Ends a search or a measurement, whose reports are no longer needed.
    fn cancel(&mut self, run: u64);
}
