//! Stored games.

use serde::{Deserialize, Serialize};

/// A stored game in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
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
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
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
