//! Lists: games and levels, lessons and puzzles, opening books, stored games.

use serde::{Deserialize, Serialize};

use super::position::Sides;
use super::request::Side;

/// All games and levels of play.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Catalogue {
    /// The games, chess first.
    pub games: Vec<GameInfo>,
    /// The levels, weakest first.
    pub levels: Vec<Level>,
}

/// A level of play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Level {
    /// The number, from 1.
    pub level: u8,
    /// The name.
    pub name: String,
}

/// One game of the catalogue.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct GameInfo {
    /// The name in requests.
    pub variant: String,
    /// The name for players.
    pub title: String,
    /// A description in one sentence.
    pub about: String,
    /// The game from which a game of a text inherits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<String>,
    /// The number of files.
    pub files: u8,
    /// The number of ranks.
    pub ranks: u8,
    /// The FEN of the start position.
    pub start: String,
    /// The piece types.
    pub piece_types: Vec<PieceTypeInfo>,
    /// Letters of the piece types that a pawn can promote to, most frequent first.
    pub promotions: Vec<String>,
    /// `true` if both sides choose at once.
    pub simultaneous: bool,
    /// `true` if sides have governments and capturing pieces change their type.
    pub governments: bool,
    /// `true` if pieces can be bribed.
    pub bribes: bool,
    /// `true` if a king wins by reaching the last rank.
    pub campmate: bool,
    /// `true` if kings may not face each other.
    pub face_off: bool,
    /// `true` if `threat` is supported.
    pub threats: bool,
    /// `true` if `book` is supported.
    pub book: bool,
    /// The number of puzzles.
    pub puzzles: usize,
}

/// A piece type.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PieceTypeInfo {
    /// The small letter in FENs and moves.
    pub letter: String,
    /// The name of the drawing: `pawn`, `tower`, ….
    pub drawing: String,
    /// White's and Black's name: kaiser and king.
    pub name: Sides<String>,
    /// The movement in one sentence.
    pub about: String,
}

/// A section of a file of games that is refused.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DefinitionFault {
    /// The line, from 1.
    pub line: usize,
    /// The name of the section.
    pub section: String,
    /// The key; empty if the error is one of the whole section.
    pub key: String,
    /// The reason.
    pub why: String,
}

/// The games of a file.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DefinedGames {
    /// Their names in the catalogue.
    pub names: Vec<String>,
    /// The sections that are refused.
    pub faults: Vec<DefinitionFault>,
}

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

/// A book move.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BookLine {
    /// The move in coordinate notation.
    #[serde(rename = "move")]
    pub m: String,
    /// The move in algebraic notation.
    pub san: String,
    /// The number of games.
    pub games: u32,
    /// White's points in them.
    pub white: f64,
    /// The squares of an arrow.
    pub arrow: [String; 2],
}

/// The book moves of a position.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BookView {
    /// A description of the games, in lines.
    pub about: Vec<String>,
    /// The moves, most frequent first; none if no game reached the position.
    pub moves: Vec<BookLine>,
}

/// A stored game in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameSummary {
    /// Its number.
    pub game: u64,
    /// The game's name.
    pub variant: String,
    /// White's name.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// The reason of the result in words.
    pub reason: String,
    /// The day it began, `2026-01-31`.
    pub date: String,
    /// The number of plies, of turns in Apocalypse.
    pub plies: usize,
    /// The first moves.
    pub opening: String,
    /// The last position.
    pub fen: String,
}

/// Games that match a search.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameList {
    /// The number of all matching games.
    pub total: usize,
    /// The requested part of them, latest first.
    pub games: Vec<GameSummary>,
}

/// The result of an import.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ImportReport {
    /// The numbers of the stored games.
    pub games: Vec<u64>,
    /// One line for each game that could not be read, with its place in the PGN.
    pub errors: Vec<String>,
}
