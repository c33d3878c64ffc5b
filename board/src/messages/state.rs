//! The game on the board, and what was played.

use serde::Serialize;

use super::analysis::{Share, Strategies, Value};
use super::position::{Coup, Government, PieceView, PositionView, ResultView, Sides};
use super::request::{Player, Side, TimeControl};

/// Something that a move brought about, in the order of happening.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "event", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum GameEvent {
    /// A piece was captured.
    Capture {
        /// Where.
        square: String,
        /// Who.
        piece: PieceView,
    },
    /// A captor changed its kind.
    Becomes {
        /// Where it stands.
        square: String,
        /// What it was.
        was: String,
        /// What it is now.
        now: String,
        /// Whether it is royal now and was not before.
        royal: bool,
    },
    /// A pawn was promoted.
    Promotion {
        /// Where.
        square: String,
        /// What it is now.
        now: String,
    },
    /// A government fell.
    Coup(Coup),
    /// King and rook castled.
    Castle {
        /// `king` or `queen`: on whose side of the board.
        wing: String,
    },
    /// A piece changed sides.
    Bribe {
        /// Where it stands.
        square: String,
        /// Who it is, after the change.
        piece: PieceView,
        /// The squares of the pieces paid, and who they were.
        paid: Vec<String>,
        /// The price in words: `a bishop, a knight and both pawns`.
        price: String,
    },
    /// A speculative choice (Apocalypse).
    Gamble {
        /// Whose.
        side: Side,
        /// Whether it could be played.
        played: bool,
        /// What it waited for.
        words: String,
    },
    /// A penalty point.
    Penalty {
        /// Whose.
        side: Side,
        /// How many it has now.
        points: u8,
    },
    /// A pawn was put elsewhere instead of promoting (Apocalypse).
    Relocation {
        /// Whose.
        side: Side,
        /// Where it is now.
        square: String,
    },
    /// Two pieces met on a square (Apocalypse).
    Clash {
        /// Where.
        square: String,
        /// Who is left there; nobody if both are gone.
        left: Option<PieceView>,
    },
    /// Two pieces that went for each other changed places (Apocalypse).
    Swap {
        /// One square.
        first: String,
        /// The other.
        second: String,
    },
    /// Royals are in check.
    Check {
        /// Which ones.
        royals: Vec<String>,
    },
}

/// What one side did in a ply, or in a turn of Apocalypse.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MoveMade {
    /// Whose.
    pub side: Side,
    /// In coordinate notation.
    #[serde(rename = "move")]
    pub m: String,
    /// As people write it.
    pub san: String,
    /// The squares to be marked: where it came from and where it went; of a bribe the payers and the target.
    pub squares: Vec<String>,
    /// Milliseconds that it took, where a clock ran.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub millis: Option<u64>,
    /// The seal that it was under before the other side chose (Apocalypse).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sealed: Option<Sealed>,
}

/// A choice that was made before the opponent's: the SHA-256 of `MOVE NONCE`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Sealed {
    /// Whose choice.
    pub side: Side,
    /// In 64 small hexadecimal digits.
    pub hash: String,
    /// The 32 hexadecimal digits after the move, once it is revealed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nonce: Option<String>,
}

/// One ply of the history, or one turn of Apocalypse.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct HistoryEntry {
    /// From 0; after it the game stands at `ply + 1`.
    pub ply: usize,
    /// The number that a list of moves gives it.
    pub number: u32,
    /// One move, or two in Apocalypse.
    pub moves: Vec<MoveMade>,
    /// What happened.
    pub events: Vec<GameEvent>,
    /// The position afterwards.
    pub fen: String,
    /// Governments afterwards, where there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub governments: Option<Sides<Government>>,
    /// What an engine or a review thinks of the position afterwards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
    /// A comment, a reader's own or from a PGN.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// The odds with which the engine drew its choice (Apocalypse).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub odds: Option<Vec<Share>>,
    /// Both sides' odds, which only `odds` tells.
    #[serde(skip)]
    pub strategies: Option<Strategies>,
}

/// One side's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct ClockView {
    /// Milliseconds left when this state was sent.
    pub left: u64,
    /// Whether it runs.
    pub running: bool,
}

/// The engine is thinking.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Thinking {
    /// For this side.
    pub side: Side,
}

/// The game on the board.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GameState {
    /// Grows with every change, whichever game is on the board.
    pub version: u64,
    /// The number under which the game is stored.
    pub game: u64,
    /// The position now.
    pub position: PositionView,
    /// Where the game began.
    pub start: String,
    /// Who plays.
    pub players: Sides<Player>,
    /// What they are called.
    pub names: Sides<String>,
    /// Whether the page may move for a side now.
    pub may_move: Sides<bool>,
    /// The squares of the last move.
    pub last_move: Vec<String>,
    /// What was played.
    pub history: Vec<HistoryEntry>,
    /// What is said of the game before its first move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// The end.
    pub result: Option<ResultView>,
    /// The clock that was agreed on.
    pub time: Option<TimeControl>,
    /// The clocks, if there are any.
    pub clocks: Option<Sides<ClockView>>,
    /// Whether the game stands still.
    pub paused: bool,
    /// An engine that thinks about its move.
    pub thinking: Option<Thinking>,
    /// Choices that are sealed, and not revealed yet (Apocalypse).
    pub sealed: Vec<Sealed>,
    /// Which sides have chosen in this turn (Apocalypse).
    pub chosen: Sides<bool>,
    /// Who offers a draw.
    pub draw_offer: Option<Side>,
    /// Whether a move can be taken back.
    pub can_undo: bool,
    /// Which sides the page may resign for or offer a draw for.
    pub may_resign: Sides<bool>,
}
