//! Stored games.

use serde::{Deserialize, Serialize};

/// A stored game in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GameSummary {
    /// Its number.
    pub game: u64,
    /// The game's name.
    pub variant: String,
    /// Who played White.
    pub white: String,
    /// Who played Black.
    pub black: String,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// How it ended, in words.
    pub reason: String,
    /// The day it began, `2026-01-31`.
    pub date: String,
    /// Plies, or turns in Apocalypse.
    pub plies: usize,
    /// The first moves.
    pub opening: String,
    /// The last position.
    pub fen: String,
}

/// Games found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct GameList {
    /// How many there are.
    pub total: usize,
    /// Those asked for, the latest first.
    pub games: Vec<GameSummary>,
}

/// What became of a PGN.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ImportReport {
    /// The numbers of the games stored.
    pub games: Vec<u64>,
    /// What was wrong with the others, one line each, with the game's place in the PGN.
    pub errors: Vec<String>,
}
