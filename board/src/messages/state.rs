//! The catalogue of games, positions as the board shows them, and the game on the board.

use std::collections::BTreeMap;

use serde::Serialize;

use super::analysis::{Share, Strategies, Value};
use super::choices::Coup;
use super::request::{Player, RulesChoice, Side, TimeControl};

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
    /// Its sets of rules, the usual one first; one if there is nothing to choose.
    pub rule_sets: Vec<RuleSet>,
    /// Files of the board.
    pub files: u8,
    /// Ranks of the board.
    pub ranks: u8,
    /// The FEN of the first position.
    pub start: String,
    /// The kinds of men.
    pub kinds: Vec<KindInfo>,
    /// Letters of the kinds that a pawn may become, the likeliest first.
    pub promotions: Vec<String>,
    /// Both sides choose at once.
    pub simultaneous: bool,
    /// Sides have governments, and captors change.
    pub governments: bool,
    /// Men can be won over.
    pub bribes: bool,
    /// A king wins by reaching the other end.
    pub campmate: bool,
    /// Kings may not face each other.
    pub face_off: bool,
    /// The threat of the side that is not to move can be asked for.
    pub threats: bool,
}

/// A set of rules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RuleSet {
    /// What requests send.
    pub rules: RulesChoice,
    /// What it is called.
    pub title: String,
    /// What it says, in one sentence.
    pub about: String,
}

/// One kind of men.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct KindInfo {
    /// The small letter in FENs and moves.
    pub letter: String,
    /// The name of its drawing: `pawn`, `tower`, ….
    pub drawing: String,
    /// What White and Black call it: kaiser and king.
    pub name: Sides<String>,
    /// How it moves, in one sentence.
    pub about: String,
}

/// A man on the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ManView {
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

/// Kings that would face each other, but for at most one man.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FaceOff {
    /// The squares of the line, both kings' included.
    pub line: Vec<String>,
    /// The one man that stands between and is held there; none in a position where they do face each other.
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
    /// Its rules.
    pub rules: RulesChoice,
    /// The FEN.
    pub fen: String,
    /// The men by square.
    pub board: BTreeMap<String, ManView>,
    /// Who chooses now.
    pub turn: Turn,
    /// The royals of the side to move that are in check.
    pub check: Vec<String>,
    /// The men that give check.
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

/// Something that a move brought about, in the order of happening.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "event", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum GameEvent {
    /// A man was captured.
    Capture {
        /// Where.
        square: String,
        /// Who.
        man: ManView,
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
    /// A man changed sides.
    Bribe {
        /// Where it stands.
        square: String,
        /// Who it is, after the change.
        man: ManView,
        /// The squares of the men paid, and who they were.
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
    /// Two men met on a square (Apocalypse).
    Clash {
        /// Where.
        square: String,
        /// Who is left there; nobody if both are gone.
        left: Option<ManView>,
    },
    /// Two men that went for each other changed places (Apocalypse).
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
    /// A comment from a PGN.
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
