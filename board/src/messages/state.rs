//! The game on the board and its history.

use serde::Serialize;

use super::analysis::{ReviewNote, Share, Strategies, Value};
use super::choices::Captured;
use super::position::{Coup, Government, PieceView, PositionView, ResultView, Sides};
use super::request::{Player, Side, TimeControl};

/// An event of a move, in the order of happening.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "event", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum GameEvent {
    /// A piece is captured.
    Capture(Captured),
    /// A capturing piece changes its type.
    Becomes {
        /// Its square.
        square: String,
        /// The letter of the old piece type.
        was: String,
        /// The letter of the new piece type.
        now: String,
        /// `true` if the piece becomes royal.
        royal: bool,
    },
    /// A pawn promotes.
    Promotion {
        /// Its square.
        square: String,
        /// The letter of the new piece type.
        now: String,
    },
    /// A government falls.
    Coup(Coup),
    /// King and rook castle.
    Castle {
        /// The side of the board.
        wing: Wing,
    },
    /// A piece is bribed.
    Bribe {
        /// Its square.
        square: String,
        /// The piece after the change of sides.
        piece: PieceView,
        /// The squares of the pieces paid.
        paid: Vec<String>,
        /// The price in words: `a bishop, a knight and two pawns`.
        price: String,
    },
    /// A gamble on the opponent's choice (Apocalypse).
    Gamble {
        /// The side that gambles.
        side: Side,
        /// `true` if the choice was playable.
        played: bool,
        /// Its condition in words.
        words: String,
    },
    /// A penalty point (Apocalypse).
    Penalty {
        /// The side that gets it.
        side: Side,
        /// Its number of points afterwards.
        points: u8,
    },
    /// A pawn is relocated instead of promoted (Apocalypse).
    Relocation {
        /// The pawn's side.
        side: Side,
        /// Its new square.
        square: String,
    },
    /// Two pieces arrive on one square (Apocalypse).
    Clash {
        /// The square.
        square: String,
        /// The piece that is left; none if both are captured.
        left: Option<PieceView>,
    },
    /// Two pieces that attack each other change places (Apocalypse).
    Swap {
        /// One square.
        first: String,
        /// The other.
        second: String,
    },
    /// Royals are in check.
    Check {
        /// Their squares.
        royals: Vec<String>,
    },
}

/// A side of the board for castling.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Wing {
    /// The h-file's side.
    King,
    /// The a-file's side.
    Queen,
}

/// The move of one side in a ply, or in a turn of Apocalypse.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MoveMade {
    /// The side.
    pub side: Side,
    /// The move in coordinate notation.
    #[serde(rename = "move")]
    pub m: String,
    /// The move in algebraic notation.
    pub san: String,
    /// The squares to mark: origin and target; of a bribe the payers and the target.
    pub squares: Vec<String>,
    /// Milliseconds spent, in games with a clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub millis: Option<u64>,
    /// The seal of a choice made before the opponent's (Apocalypse).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sealed: Option<Sealed>,
}

/// The seal of a choice made before the opponent's: the SHA-256 of `MOVE NONCE`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Sealed {
    /// The side that chose.
    pub side: Side,
    /// The hash in 64 hexadecimal digits.
    pub hash: String,
    /// The 32 hexadecimal digits after the move, once the choice is revealed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nonce: Option<String>,
}

/// One ply of the history, or one turn of Apocalypse.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct HistoryEntry {
    /// The number of plies before it.
    pub ply: usize,
    /// The move number.
    pub number: u32,
    /// One move, two in Apocalypse.
    pub moves: Vec<MoveMade>,
    /// The events.
    pub events: Vec<GameEvent>,
    /// The position afterwards.
    pub fen: String,
    /// The governments afterwards, in games that have them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub governments: Option<Sides<Government>>,
    /// The value of the position afterwards, by an engine or a review.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
    /// A comment, by the user or from a PGN.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// The verdict of a review on the move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<ReviewNote>,
    /// The numeric annotation glyph of the move in PGN, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nag: Option<u8>,
    /// The probabilities that the engine drew its choice from (Apocalypse).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub odds: Option<Vec<Share>>,
    /// The strategies of both sides, which only `odds` returns.
    #[serde(skip)]
    pub strategies: Option<Strategies>,
}

/// A line that leaves the game or another variation.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Variation {
    /// The variation that it leaves, an earlier one of the list; none for the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<usize>,
    /// The number of plies before its first move.
    pub ply: usize,
    /// The moves.
    pub entries: Vec<HistoryEntry>,
}

/// The clock of one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ClockView {
    /// Milliseconds left when the state was sent.
    pub left: u64,
    /// `true` while it runs.
    pub running: bool,
}

/// A thinking engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Thinking {
    /// Its side.
    pub side: Side,
}

/// The game on the board.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct GameState {
    /// A number that grows with every change.
    pub version: u64,
    /// The number of the stored game.
    pub game: u64,
    /// The position now.
    pub position: PositionView,
    /// The FEN of the start position.
    pub start: String,
    /// The players.
    pub players: Sides<Player>,
    /// The players' names.
    pub names: Sides<String>,
    /// `true` for the sides that the page may move for now.
    pub may_move: Sides<bool>,
    /// The squares of the last move.
    pub last_move: Vec<String>,
    /// The moves, without the first `kept` ones.
    pub history: Vec<HistoryEntry>,
    /// The variations.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variations: Vec<Variation>,
    /// The number of earlier moves, which are those of the last state; 0 except at a hosted table.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub kept: usize,
    /// The comment before the first move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// The result.
    pub result: Option<ResultView>,
    /// The time control.
    pub time: Option<TimeControl>,
    /// The clocks.
    pub clocks: Option<Sides<ClockView>>,
    /// `true` while the game is paused.
    pub paused: bool,
    /// The engine that is choosing its move.
    pub thinking: Option<Thinking>,
    /// The seals of choices that are not yet revealed (Apocalypse).
    pub sealed: Vec<Sealed>,
    /// `true` for the sides that have chosen in this turn (Apocalypse).
    pub chosen: Sides<bool>,
    /// The side that offers a draw.
    pub draw_offer: Option<Side>,
    /// `true` if a move can be taken back.
    pub can_undo: bool,
    /// `true` for the sides that the page may resign or offer a draw for.
    pub may_resign: Sides<bool>,
    /// The state of a game by link.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<LinkView>,
}

/// The state of a game by link.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LinkView {
    /// The side of the player at this board.
    pub side: Side,
    /// `true` if the opponent waits for a link.
    pub ready: bool,
}

const fn is_zero(number: &usize) -> bool {
    *number == 0
}
