//! The catalogue of games.

use serde::Serialize;

use super::position::Sides;

/// All games and levels of play.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Catalogue {
    /// The games, chess first.
    pub games: Vec<GameInfo>,
    /// The levels, weakest first.
    pub levels: Vec<Level>,
}

/// A level of play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Level {
    /// From 1.
    pub level: u8,
    /// What it is called.
    pub name: String,
}

/// One game of the catalogue.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GameInfo {
    /// The name by which requests call it.
    pub variant: String,
    /// What people call it.
    pub title: String,
    /// The game in one sentence.
    pub about: String,
    /// Files of the board.
    pub files: u8,
    /// Ranks of the board.
    pub ranks: u8,
    /// The FEN of the first position.
    pub start: String,
    /// The kinds of pieces.
    pub piece_types: Vec<PieceTypeInfo>,
    /// Letters of the piece types that a pawn may become, the likeliest first.
    pub promotions: Vec<String>,
    /// Both sides choose at once.
    pub simultaneous: bool,
    /// Sides have governments, and captors change.
    pub governments: bool,
    /// Pieces can be won over.
    pub bribes: bool,
    /// A king wins by reaching the other end.
    pub campmate: bool,
    /// Kings may not face each other.
    pub face_off: bool,
    /// The threat of the side that is not to move can be asked for.
    pub threats: bool,
    /// What was played in a position can be asked for.
    pub book: bool,
}

/// One kind of pieces.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PieceTypeInfo {
    /// The small letter in FENs and moves.
    pub letter: String,
    /// The name of its drawing: `pawn`, `tower`, ….
    pub drawing: String,
    /// What White and Black call it: kaiser and king.
    pub name: Sides<String>,
    /// How it moves, in one sentence.
    pub about: String,
}
