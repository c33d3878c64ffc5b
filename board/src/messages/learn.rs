//! Lessons and puzzles.

use serde::Serialize;

use super::request::Side;

/// The lessons of a game and the number of its puzzles.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LessonList {
    /// The game's name.
    pub variant: String,
    /// The tasks in their order.
    pub tasks: Vec<LessonTask>,
    /// The number of puzzles.
    pub puzzles: usize,
}

/// A task on the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LessonTask {
    /// The name for `check`: `insurrection/3`.
    pub task: String,
    /// A heading.
    pub title: String,
    /// The task in two or three sentences.
    pub text: String,
    /// Hints, the vaguest first.
    pub hints: Vec<String>,
    /// The position.
    pub fen: String,
    /// The side to move.
    pub side: Side,
}

/// A mate to be found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PuzzleView {
    /// The name for `check`: `subversion/mate/7`.
    pub task: String,
    /// `White mates in 3.`
    pub text: String,
    /// The position.
    pub fen: String,
    /// The side to move.
    pub side: Side,
    /// The number of moves to the mate.
    pub moves: u32,
}

/// The state of a task.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum TaskVerdict {
    /// Solved.
    Solved,
    /// Correct so far; the opponent replies.
    GoOn,
    /// Not the solution. The last move is to be taken back.
    Wrong,
}

/// The verdict on a move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TaskReply {
    /// The state of the task.
    pub verdict: TaskVerdict,
    /// The verdict in words.
    pub text: String,
    /// The opponent's reply, in coordinate notation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reply: Option<String>,
}
