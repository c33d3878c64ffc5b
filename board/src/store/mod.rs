//! Stores of games.

mod memory;
#[cfg(feature = "native")]
mod sqlite;

use movegen::variants::strict_form_of;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub use memory::{Change, Changes, Memory};
#[cfg(feature = "native")]
pub use sqlite::Sqlite;

use crate::messages::{
    ErrorCode, GameList, GameSummary, Player, Refusal, ReviewNote, SearchGames, Side, Strategies, TimeControl, Value,
};
use crate::rules::Texts;

/// The number of positions of a game, from the start, that a search covers.
pub const OPENING_POSITIONS: usize = 21;

/// An error of the store, in one line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the store failed: {0}")]
pub struct StoreError(pub String);

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        Self::new(ErrorCode::Storage, error.to_string())
    }
}

/// An end outside the rules: resignation, agreement, time, or the result of a PGN.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StoredEnd {
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub score: String,
    /// `resignation`.
    pub reason: String,
}

/// A choice made before the opponent's.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Seal {
    /// The choice; empty while only its hash is known.
    pub choice: String,
    /// 32 hexadecimal digits; empty while only the hash is known.
    pub nonce: String,
    /// The SHA-256 of both.
    pub hash: String,
    /// The strategies it was drawn from.
    pub strategies: Option<Strategies>,
}

/// The stored data of a ply, without its moves.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct StoredPly {
    /// Milliseconds spent by color, in games with a clock.
    pub millis: [Option<u64>; 2],
    /// Revealed seals by color.
    pub seals: [Option<Seal>; 2],
    /// The value afterwards.
    pub value: Option<Value>,
    /// A comment.
    pub comment: Option<String>,
    /// The verdict of a review.
    pub note: Option<ReviewNote>,
    /// The numeric annotation glyph of the move in PGN, from 1.
    pub nag: Option<u8>,
}

/// A line that leaves the game or another variation.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct StoredVariation {
    /// The variation that it leaves, an earlier one of the list; none for the game.
    pub parent: Option<usize>,
    /// The number of plies before its first move.
    pub ply: usize,
    /// The moves.
    pub moves: Vec<Texts>,
    /// The data of each ply.
    pub plies: Vec<StoredPly>,
}

/// The link of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameLink {
    /// The number of the game, the same for both players.
    pub id: String,
    /// The side of the player at this board; none for a game that was only shared.
    pub side: Option<Side>,
}

/// A stored game.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(remote = "Self")]
pub struct StoredGame {
    /// Its number; 0 before it was stored.
    pub id: u64,
    /// The game's name.
    pub variant: String,
    /// The FEN of the start position.
    pub start: String,
    /// The moves.
    pub moves: Vec<Texts>,
    /// The data of each ply.
    pub plies: Vec<StoredPly>,
    /// The variations.
    #[serde(default)]
    pub variations: Vec<StoredVariation>,
    /// The players.
    pub players: [Player; 2],
    /// The players' names.
    pub names: [String; 2],
    /// The clock.
    pub time: Option<TimeControl>,
    /// Milliseconds left by color.
    pub left: [u64; 2],
    /// Choices made in a turn that is not complete.
    pub pending: Texts,
    /// Sealed choices.
    pub seals: [Option<Seal>; 2],
    /// The end outside the rules.
    pub end: Option<StoredEnd>,
    /// The comment before the first move.
    #[serde(default)]
    pub comment: Option<String>,
    /// The day it began.
    pub date: String,
    /// Other tags of a PGN.
    pub tags: Vec<(String, String)>,
    /// The side that offers a draw.
    #[serde(default)]
    pub offer: Option<Side>,
    /// The link of a game by link.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<GameLink>,
    /// The tokens of the seats of a hosted game; none for an open seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seats: Option<[Option<String>; 2]>,
}

impl Serialize for StoredGame {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Self::serialize(self, serializer)
    }
}

/// Older games name a strict game by its base and `"rules": {"assassination": false}`.
impl<'de> Deserialize<'de> for StoredGame {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let fields = serde_json::Value::deserialize(deserializer)?;
        let is_strict = fields["rules"]["assassination"] == false;
        let mut game = Self::deserialize(fields).map_err(D::Error::custom)?;
        if let Some(strict) = strict_form_of(&game.variant).filter(|_| is_strict) {
            strict.clone_into(&mut game.variant);
        }
        Ok(game)
    }
}

/// A store of games. A method fails if the store cannot be read or written.
pub trait Store: Send {
    /// Stores a game, with a new number if it has none, and returns the number.
    fn save(&mut self, game: &StoredGame, listed: &GameSummary, keys: &[u64]) -> Result<u64, StoreError>;
    /// Loads a game.
    fn load(&self, id: u64) -> Result<Option<StoredGame>, StoreError>;
    /// Finds games, latest first; with a key only games with this position in the opening.
    fn list(&self, wanted: &SearchGames, key: Option<u64>) -> Result<GameList, StoreError>;
    /// Finds the game of a link.
    fn linked(&self, link: &str) -> Result<Option<u64>, StoreError>;
    /// Deletes a game. Returns `true` if it existed.
    fn delete(&mut self, id: u64) -> Result<bool, StoreError>;
    /// Sets the game on the board for the next session.
    fn put_on_board(&mut self, id: u64) -> Result<(), StoreError>;
    /// Returns the game on the board.
    fn on_board(&self) -> Result<Option<u64>, StoreError>;
}
