//! Positions as the board shows them.

use std::collections::BTreeMap;

use movegen::Color;
use serde::Serialize;

use super::request::Side;

/// A value for each side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Sides<T> {
    /// White's.
    pub white: T,
    /// Black's.
    pub black: T,
}

impl<T> Sides<T> {
    /// Converts an array indexed by color.
    pub fn new([white, black]: [T; 2]) -> Self {
        Self { white, black }
    }
}

/// A piece on the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PieceView {
    /// Its side.
    pub side: Side,
    /// The small letter of its type.
    pub letter: String,
    /// The name of its drawing.
    pub drawing: String,
    /// Its name.
    pub name: String,
    /// `true` if its loss can lose the game. In games with governments it wears a crown.
    pub royal: bool,
}

/// The side that chooses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Turn {
    /// White.
    #[default]
    White,
    /// Black.
    Black,
    /// Both sides, in secret.
    Both,
}

impl From<movegen::Turn> for Turn {
    fn from(turn: movegen::Turn) -> Self {
        match turn {
            movegen::Turn::One(Color::White) => Self::White,
            movegen::Turn::One(Color::Black) => Self::Black,
            movegen::Turn::Both => Self::Both,
        }
    }
}

/// The government of a side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Government {
    /// The letter of the piece type in power.
    pub letter: String,
    /// Its name: `junta`.
    pub name: String,
}

/// A change of government.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Coup {
    /// The side whose government falls.
    pub side: Side,
    /// The old government: `monarchy`.
    pub fell: String,
    /// The new government: `junta`.
    pub rules: String,
    /// The letter of the piece type in power now.
    pub letter: String,
    /// The squares of the new royals.
    pub royals: Vec<String>,
}

/// Kings on one line with at most one piece between them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FaceOff {
    /// The squares of the line, including the kings.
    pub line: Vec<String>,
    /// The square of the piece between them, which may not leave the line; none if the kings face each other.
    pub guard: Option<String>,
}

/// The result of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ResultView {
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub score: String,
    /// The winner; none for a draw.
    pub winner: Option<Side>,
    /// The reason: `checkmate`.
    pub reason: String,
    /// Result and reason as a sentence: `White wins by checkmate.`
    pub words: String,
}

/// The reason of a result that a PGN has without one.
pub(crate) const NOT_RECORDED: &str = "not recorded";

impl ResultView {
    /// Creates the result of a game that ended for a reason.
    pub fn new(winner: Option<Color>, reason: &str) -> Self {
        let score = winner.map_or("1/2-1/2", |winner| ["1-0", "0-1"][winner]);
        let words = match (winner.map(|winner| (winner.name(), (!winner).name())), reason) {
            (_, NOT_RECORDED) => format!("{score} (reason {NOT_RECORDED})"),
            (Some((winner, loser)), "no pawns left") => format!("{winner} wins: {loser} has no footmen left."),
            (Some((winner, loser)), "two penalties") => format!("{winner} wins: {loser} has two penalty points."),
            (Some((winner, _)), "time") => format!("{winner} wins on time."),
            (Some((winner, _)), reason) => format!("{winner} wins by {reason}."),
            (None, reason) => format!("Draw by {reason}."),
        };
        Self { score: score.to_owned(), winner: winner.map(Into::into), reason: reason.to_owned(), words }
    }
}

/// A position as the board shows it.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PositionView {
    /// The game's name.
    pub variant: String,
    /// The FEN.
    pub fen: String,
    /// The pieces by square.
    pub board: BTreeMap<String, PieceView>,
    /// The side that chooses.
    pub turn: Turn,
    /// The squares of the royals in check.
    pub check: Vec<String>,
    /// The squares of the pieces that give check.
    pub checkers: Vec<String>,
    /// The governments, in games that have them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub governments: Option<Sides<Government>>,
    /// Penalty points (Apocalypse).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub penalties: Option<Sides<u8>>,
    /// Kings that face each other but for at most one piece.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub face_off: Option<FaceOff>,
    /// The squares on which each king would win; empty while the king is far away.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub camps: Option<Sides<Vec<String>>>,
    /// The result by the position alone.
    pub result: Option<ResultView>,
}
