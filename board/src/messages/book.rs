//! Opening books.

use serde::Serialize;

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
