//! Lessons and puzzles.

use serde::Serialize;

use super::request::Side;

/// The tasks of a game's introduction, and how many puzzles there are.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LessonList {
    /// The game's name.
    pub variant: String,
    /// The tasks in their order.
    pub tasks: Vec<LessonTask>,
    /// The number of puzzles.
    pub puzzles: usize,
}

/// A small task on the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LessonTask {
    /// What `check` calls it: `insurrection/3`.
    pub task: String,
    /// A heading.
    pub title: String,
    /// What to do, and why, in two or three sentences.
    pub text: String,
    /// Hints, the vaguest first.
    pub hints: Vec<String>,
    /// The position.
    pub fen: String,
    /// Who is to move.
    pub side: Side,
}

/// A mate to be found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PuzzleView {
    /// What `check` calls it: `subversion/mate/7`.
    pub task: String,
    /// `White mates in 3.`
    pub text: String,
    /// The position.
    pub fen: String,
    /// Who is to move.
    pub side: Side,
    /// In so many moves.
    pub moves: u32,
}

/// How a task stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum TaskVerdict {
    /// It is solved.
    Solved,
    /// Good so far; the opponent replies.
    GoOn,
    /// Not what was asked for. The last move should be taken back.
    Wrong,
}

/// What is said to a move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TaskReply {
    /// How the task stands.
    pub verdict: TaskVerdict,
    /// In words.
    pub text: String,
    /// The opponent's reply, in coordinate notation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reply: Option<String>,
}
