//! Positions as the board shows them, and what they consist of.

use std::collections::BTreeMap;

use serde::Serialize;

use super::request::Side;

/// Something of each side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Sides<T> {
    /// White's.
    pub white: T,
    /// Black's.
    pub black: T,
}

impl<T> Sides<T> {
    /// Made from an array by colour.
    pub fn new([white, black]: [T; 2]) -> Self {
        Self { white, black }
    }
}

/// A piece on the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PieceView {
    /// Whose it is.
    pub side: Side,
    /// The small letter of its kind.
    pub letter: String,
    /// The name of its drawing.
    pub drawing: String,
    /// What it is called.
    pub name: String,
    /// Whether its loss can lose the game: it wears a crown in games where others than kings can.
    pub royal: bool,
}

/// Who chooses now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Turn {
    /// White alone.
    White,
    /// Black alone.
    Black,
    /// Both sides, in secret.
    Both,
}

/// A side's government.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Government {
    /// The letter of the kind in power.
    pub letter: String,
    /// What it is called: `junta`.
    pub name: String,
}

/// A government that falls.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Coup {
    /// Whose.
    pub side: Side,
    /// What it was called: `monarchy`.
    pub fell: String,
    /// What rules now: `junta`.
    pub rules: String,
    /// The letter of the kind in power now.
    pub letter: String,
    /// The royals it has now.
    pub royals: Vec<String>,
}

/// Kings that would face each other, but for at most one piece.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FaceOff {
    /// The squares of the line, both kings' included.
    pub line: Vec<String>,
    /// The one piece that stands between and is held there; none in a position where they do face each other.
    pub guard: Option<String>,
}

/// How a game has ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ResultView {
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub score: String,
    /// Who has won.
    pub winner: Option<Side>,
    /// Why, for a program: `checkmate`.
    pub reason: String,
    /// Both as a sentence: `White wins by checkmate.`
    pub words: String,
}

/// A position as the board shows it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PositionView {
    /// The game's name.
    pub variant: String,
    /// The FEN.
    pub fen: String,
    /// The pieces by square.
    pub board: BTreeMap<String, PieceView>,
    /// Who chooses now.
    pub turn: Turn,
    /// The royals of the side to move that are in check.
    pub check: Vec<String>,
    /// The pieces that give check.
    pub checkers: Vec<String>,
    /// Governments, in games that have them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub governments: Option<Sides<Government>>,
    /// Penalty points, in Apocalypse.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub penalties: Option<Sides<u8>>,
    /// A face-off near enough to matter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub face_off: Option<FaceOff>,
    /// The last ranks that kings are near enough to for it to matter, by the side that would win there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub camps: Option<Sides<Vec<String>>>,
    /// The end, by the position alone.
    pub result: Option<ResultView>,
}
