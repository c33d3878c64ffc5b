//! Legal choices as a tree that the page follows without knowing the rules.

use serde::Serialize;

use super::position::{Coup, PieceView, ResultView};
use super::request::Side;

/// All legal choices of one side in a position.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Choices {
    /// The side.
    pub side: Side,
    /// The squares where a choice begins.
    pub origins: Vec<Origin>,
}

/// The choices that begin with a click on a square.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Origin {
    /// The square.
    pub square: String,
    /// The action that the click begins.
    pub act: Act,
    /// The target squares; empty for a piece to be bribed.
    pub targets: Vec<Step>,
    /// The payments for the piece on this square.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payments: Option<Payments>,
    /// Squares of enemy pieces that the piece reaches but cannot capture.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub harmless: Vec<String>,
}

/// The action that a click begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Act {
    /// Move an own piece.
    Move,
    /// Bribe an enemy piece.
    Turn,
}

/// A choice, or the next part of one.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Step {
    /// The square to click; in an answer to `promotion` the square of the pawn.
    pub square: String,
    /// The letter of the piece type, in an answer to `promotion`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub letter: Option<String>,
    /// The move for `play`, if the choice is complete.
    #[serde(default, rename = "move", skip_serializing_if = "Option::is_none")]
    pub m: Option<String>,
    /// The next question, if the choice is incomplete.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ask: Option<Ask>,
    /// The answers to the question.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub next: Vec<Self>,
    /// The mark of the square.
    pub mode: Mode,
    /// `true` for a gamble on the opponent's choice (Apocalypse).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub gamble: bool,
    /// The condition of a gamble in words, with the replies that meet it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub needs: Option<String>,
    /// The effect of the choice; for an incomplete choice the effect that all answers share.
    pub effect: Effect,
}

/// A question about an incomplete choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Ask {
    /// The piece type that the pawn promotes to.
    Promotion,
    /// The square where the pawn is placed (Apocalypse).
    Relocation,
}

/// The mark of a target square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Mode {
    /// A capture.
    Capture,
    /// An empty square on which the piece could also capture.
    #[default]
    Step,
    /// An empty square to which the piece can only move.
    MoveOnly,
}

/// The effect of a choice, shown before it is made.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Effect {
    /// The captured piece.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub captures: Option<Captured>,
    /// The letter of the new piece type, if the piece changes its type.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub becomes: Option<String>,
    /// `true` if the piece becomes royal.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub crowned: bool,
    /// The government that falls.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coup: Option<Coup>,
    /// `true` for castling.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub castles: bool,
    /// The squares of enemy royals that are in check afterwards.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub check: Vec<String>,
    /// The result, if the move ends the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<ResultView>,
    /// All squares that change.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<BoardChange>,
}

/// A square that changes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BoardChange {
    /// The square.
    pub square: String,
    /// The piece on it afterwards.
    pub piece: Option<PieceView>,
}

/// A captured piece.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Captured {
    /// The square of the piece; en passant it is not the target square.
    pub square: String,
    /// The piece.
    pub piece: PieceView,
}

/// The payments for a piece.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Payments {
    /// The price in words.
    pub price: String,
    /// The squares of all pieces that can be part of a payment.
    pub payers: Vec<String>,
    /// The moves, one for each payment.
    pub moves: Vec<String>,
}

/// The state of a payment.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PaymentView {
    /// The square of the piece to be bribed.
    pub target: String,
    /// The price in words.
    pub price: String,
    /// The squares paid so far, in the given order; all pawns if one was given and all are required.
    pub paid: Vec<String>,
    /// The squares of pieces that can be added.
    pub open: Vec<String>,
    /// The move, if the payment is complete.
    #[serde(default, rename = "move", skip_serializing_if = "Option::is_none")]
    pub m: Option<String>,
    /// The squares that the move changes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<BoardChange>,
    /// The missing part of the payment in words.
    pub needs: String,
}

/// The reason why a move is illegal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Explanation {
    /// `true` if the move is legal.
    pub legal: bool,
    /// The reason, as a sentence without a full stop: `the king would face the kaiser on the e-file`.
    pub words: String,
    /// Squares that show the reason: the line, the attackers, the king.
    pub squares: Vec<String>,
}
