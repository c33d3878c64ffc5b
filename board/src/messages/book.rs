//! What was played at the beginning of many games.

use serde::Serialize;

/// A move that was played in a position.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct BookLine {
    /// In coordinate notation.
    #[serde(rename = "move")]
    pub m: String,
    /// As people write it.
    pub san: String,
    /// In how many games.
    pub games: u32,
    /// White's points in them, in games.
    pub white: f64,
    /// The squares to draw an arrow between.
    pub arrow: [String; 2],
}

/// What was played in a position.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct BookView {
    /// How the games were played, in lines.
    pub about: Vec<String>,
    /// The moves, the commonest first; none where the games have not been.
    pub moves: Vec<BookLine>,
}
