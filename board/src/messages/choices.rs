//! What may be chosen, as a tree that the page walks without knowing a rule.

use serde::Serialize;

use super::position::{Coup, PieceView, ResultView};
use super::request::Side;

/// Everything that one side may choose in a position.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Choices {
    /// Whose choices these are.
    pub side: Side,
    /// The pieces that can do something, or to whom something can be done, by square.
    pub origins: Vec<Origin>,
}

/// What begins with a click on a square.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Origin {
    /// The square.
    pub square: String,
    /// What the click begins.
    pub act: Act,
    /// Where the piece may go; empty for a piece to be won over.
    pub targets: Vec<Step>,
    /// What may be paid for the piece on this square.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payments: Option<Payments>,
    /// Enemy pieces on its way that it can only look at: it moves so, but does not capture so.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub harmless: Vec<String>,
}

/// What a click begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Act {
    /// An own piece is to move.
    Move,
    /// An enemy piece is to be won over.
    Turn,
}

/// A choice, or the next part of one.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Step {
    /// The square that is clicked; in an answer to `promotion` the square where it happens.
    pub square: String,
    /// The letter of the kind that is picked, in an answer to `promotion`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// The move, if the choice is complete: this is what `play` wants.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub m: Option<String>,
    /// What is asked next, if it is not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ask: Option<Ask>,
    /// The answers to that.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub next: Vec<Self>,
    /// How the square is to be marked.
    pub mode: Mode,
    /// Whether this is a gamble on the opponent's choice (Apocalypse).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub gamble: bool,
    /// What a gamble waits for, in words; replies that make it valid first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub needs: Option<String>,
    /// What it would do; for an incomplete choice what all its answers have in common.
    pub effect: Effect,
}

/// What is asked next.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Ask {
    /// What the pawn becomes.
    Promotion,
    /// Where the pawn is put (Apocalypse).
    Relocation,
}

/// How a target is marked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Mode {
    /// It takes what stands there.
    Capture,
    /// The square is empty; it would capture there as well.
    Step,
    /// The square is empty, and the piece can only move there.
    MoveOnly,
}

/// What a choice would do, for a look before it is made.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Effect {
    /// Whom it captures.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub captures: Option<Captured>,
    /// The letter of the kind that the piece is afterwards, if another than before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub becomes: Option<String>,
    /// Whether it is royal then, and was not before.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub crowned: bool,
    /// The government that falls.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coup: Option<Coup>,
    /// Whether it castles.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub castles: bool,
    /// Royals of the enemy that are in check then.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub check: Vec<String>,
    /// How the game ends by it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<ResultView>,
    /// All squares that change, with the pieces that stand there then.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<BoardChange>,
}

/// A square that changes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct BoardChange {
    /// Which one.
    pub square: String,
    /// Who stands there then.
    pub piece: Option<PieceView>,
}

/// A piece that is captured.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Captured {
    /// Where it stands: en passant not where the captor goes.
    pub square: String,
    /// Who it is.
    pub piece: PieceView,
}

/// What may be paid for a piece.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Payments {
    /// The price in words: `three officers, or two and all pawns`.
    pub price: String,
    /// All squares of pieces that can be part of a payment.
    pub payers: Vec<String>,
    /// The moves, one for each payment; `pay` helps to put one together.
    pub moves: Vec<String>,
}

/// How a payment stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PaymentView {
    /// The piece to be won over.
    pub target: String,
    /// The price in words.
    pub price: String,
    /// The pieces paid so far, in the order given; all pawns where one was named and all are needed.
    pub paid: Vec<String>,
    /// Pieces that may be added.
    pub open: Vec<String>,
    /// The move, if this is enough.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub m: Option<String>,
    /// What it would change, if this is enough.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<BoardChange>,
    /// What still counts, in words: `one more officer, or all pawns`.
    pub needs: String,
}

/// Why something may not be done.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Explanation {
    /// Whether it may be done after all.
    pub legal: bool,
    /// The reason, as a sentence without a full stop: `the king would face the kaiser on the e-file`.
    pub words: String,
    /// Squares that show it: the line, the attackers, the king.
    pub squares: Vec<String>,
}
