//! Results of the engine.

use serde::{Deserialize, Serialize};

use super::request::{Place, Side};

/// A value from White's point of view.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Value {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Moves to a mate: positive if White wins, negative if Black wins. Never 0: the game is over then.
    Mate(i32),
    /// The expected result for White, -1 to 1 (Apocalypse).
    Expected(f64),
}

/// A value with its place on an evaluation bar.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ThoughtScore {
    /// The value.
    pub value: Value,
    /// White's part of an evaluation bar, 0 to 1.
    pub bar: f64,
}

/// A choice and its probability.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Share {
    /// The choice.
    #[serde(rename = "move")]
    pub m: String,
    /// The probability, 0 to 1.
    pub share: f64,
    /// `true` for a gamble.
    pub gamble: bool,
}

/// The strategies of both sides in a turn of Apocalypse, most probable choices first.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Strategies {
    /// White's strategy.
    pub white: Vec<Share>,
    /// Black's strategy.
    pub black: Vec<Share>,
    /// A lower bound of White's expected result, -1 to 1.
    pub low: f64,
    /// An upper bound of it.
    pub high: f64,
}

/// One line of an analysis.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AnalysisLine {
    /// The rank, from 1 for the best line.
    pub rank: usize,
    /// The value.
    pub score: ThoughtScore,
    /// The depth in plies.
    pub depth: u32,
    /// The moves in coordinate notation.
    pub moves: Vec<String>,
    /// The moves in algebraic notation.
    pub san: Vec<String>,
    /// The squares of an arrow for each of the first moves.
    pub arrows: Vec<[String; 2]>,
}

/// The purpose of an analysis.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Purpose {
    /// An analysis without a time limit.
    Analyse,
    /// A hint for the side to move.
    Hint,
    /// The threat of the side that is not to move.
    Threat,
}

/// A report of an analysis.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Analysis {
    /// The number in the answer to the request.
    pub run: u64,
    /// The purpose.
    pub purpose: Purpose,
    /// The position.
    pub place: Place,
    /// The side that moves first in the lines; none for an analysis of both sides' choices.
    pub side: Option<Side>,
    /// The depth in plies, in turns in Apocalypse.
    pub depth: u32,
    /// Positions searched.
    pub nodes: u64,
    /// Positions searched per second.
    pub speed: u64,
    /// Milliseconds.
    pub millis: u64,
    /// The lines, best first.
    pub lines: Vec<AnalysisLine>,
    /// The strategies of both sides (Apocalypse).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strategies: Option<Strategies>,
    /// The value of the best line.
    pub score: Option<ThoughtScore>,
    /// `true` in the last report.
    pub done: bool,
}

/// The grade of a mistake.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Fault {
    /// A small loss.
    Inaccuracy,
    /// A loss of more than an eighth of a point.
    Mistake,
    /// A loss of a quarter of a point or more.
    Blunder,
}

/// The verdict of a review on one ply.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ReviewNote {
    /// The ply, from 0.
    pub ply: usize,
    /// The grade; none for a sound move.
    pub fault: Option<Fault>,
    /// A better move in algebraic notation.
    pub better: Option<String>,
    /// The same move in coordinate notation.
    pub better_move: Option<String>,
    /// The cost of the move in points of the game, 0 to 1.
    pub cost: f64,
}

/// The progress of a review.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReviewReport {
    /// The number in the answer to the request.
    pub run: u64,
    /// Positions analysed.
    pub done: usize,
    /// Positions of the game.
    pub total: usize,
    /// The values by the number of plies played, from the start position on; none where not yet known.
    pub values: Vec<Option<ThoughtScore>>,
    /// The verdicts so far.
    pub notes: Vec<ReviewNote>,
    /// `true` when the review is finished or stopped.
    pub over: bool,
}

/// The subject of a figure of a measured game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum FigureSubject {
    /// Results and course of the games.
    Games,
    /// The value of a piece type.
    Pieces,
    /// The share of the games in which a rule matters.
    Rules,
}

/// A figure of measured games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FigureRow {
    /// The subject.
    pub subject: FigureSubject,
    /// The name.
    pub name: String,
    /// The value of each game with its interval; `null` if a game has no such figure.
    pub values: Vec<Option<String>>,
    /// `true` if the games differ by more than chance, corrected for the number of figures.
    pub significant: bool,
}

/// A measured game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MeasuredGame {
    /// The name.
    pub variant: String,
    /// The rules that mattered in none of its games.
    pub unused: Vec<String>,
}

/// The figures of one game, or of two side by side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MeasuredGames {
    /// The games in the order of the values.
    pub games: Vec<MeasuredGame>,
    /// The figures.
    pub rows: Vec<FigureRow>,
}

/// A report of a measurement.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Measurement {
    /// The number of the run.
    pub run: u64,
    /// The number of games played, of each game.
    pub played: u32,
    /// The share of the work that is done, 0 to 1.
    pub share: f64,
    /// `true` in the last report.
    pub done: bool,
    /// The figures, in the last report; none if the games could not be played.
    pub figures: Option<MeasuredGames>,
}
