//! What the engine finds.

use serde::{Deserialize, Serialize};

use super::request::{Place, Side};

/// A value from White's point of view.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Value {
    /// In hundredths of a pawn.
    Centipawns(i32),
    /// White wins in so many moves, or Black in so many if negative. 0 is no value: the game is over then.
    Mate(i32),
    /// What the game is expected to bring White, -1 to 1 (Apocalypse).
    Expected(f64),
}

/// A value and what goes with it.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct ThoughtScore {
    /// The value.
    pub value: Value,
    /// White's share of an evaluation bar, 0 to 1.
    pub bar: f64,
}

/// A choice and how likely it is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Share {
    /// The choice.
    #[serde(rename = "move")]
    pub m: String,
    /// From 0 to 1.
    pub share: f64,
    /// Whether it is a gamble.
    pub gamble: bool,
}

/// Both sides' strategies in a turn of Apocalypse, the likeliest choices first.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Strategies {
    /// White's.
    pub white: Vec<Share>,
    /// Black's.
    pub black: Vec<Share>,
    /// What White's guarantees White, -1 to 1.
    pub low: f64,
    /// What Black's leaves to White at most.
    pub high: f64,
}

/// One line of thought.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AnalysisLine {
    /// From 1, the best.
    pub rank: usize,
    /// Its value.
    pub score: ThoughtScore,
    /// In plies.
    pub depth: u32,
    /// In coordinate notation.
    pub moves: Vec<String>,
    /// As people write it.
    pub san: Vec<String>,
    /// For each of the first moves the squares to draw an arrow between.
    pub arrows: Vec<[String; 2]>,
}

/// A report of a run of the engine.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Analysis {
    /// The number that the request was answered with.
    pub run: u64,
    /// What was asked for: `analyse`, `hint` or `threat`.
    pub purpose: String,
    /// What is looked at.
    pub place: Place,
    /// For whom; the threat's side for `threat`.
    pub side: Option<Side>,
    /// Depth in plies, turns in Apocalypse.
    pub depth: u32,
    /// Positions searched.
    pub nodes: u64,
    /// Positions a second.
    pub speed: u64,
    /// Milliseconds.
    pub millis: u64,
    /// The lines, best first.
    pub lines: Vec<AnalysisLine>,
    /// In Apocalypse.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strategies: Option<Strategies>,
    /// The value.
    pub score: Option<ThoughtScore>,
    /// Whether the run is over.
    pub done: bool,
}

/// What a review thinks of one ply.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReviewNote {
    /// The ply, from 0.
    pub ply: usize,
    /// `inaccuracy`, `mistake` or `blunder`; none for a sound move.
    pub fault: Option<String>,
    /// What was better, as people write it.
    pub better: Option<String>,
    /// The same in coordinate notation.
    pub better_move: Option<String>,
    /// What it cost, as part of a whole point, 0 to 1.
    pub cost: f64,
}

/// How a review stands.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReviewReport {
    /// The number that the request was answered with.
    pub run: u64,
    /// Positions looked at.
    pub done: usize,
    /// Positions of the game.
    pub total: usize,
    /// The values found, by the number of plies played; the first is that of the beginning.
    pub values: Vec<Option<ThoughtScore>>,
    /// The plies judged so far.
    pub notes: Vec<ReviewNote>,
    /// Whether it is over, finished or stopped.
    pub over: bool,
}
