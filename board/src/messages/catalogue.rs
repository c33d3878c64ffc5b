//! The catalogue of games.

use serde::Serialize;

use super::position::Sides;

/// All games and levels of play.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
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
