//! Where games are kept. The session says what is to be kept and what is looked for; how, is the business of a [`Store`].

mod journal;
mod memory;
#[cfg(feature = "native")]
mod sqlite;

use movegen::variants::strict_form_of;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub use journal::{Change, Changes, Journal};
pub use memory::Memory;
#[cfg(feature = "native")]
pub use sqlite::Sqlite;

use crate::messages::{GameList, GameSummary, Player, ReviewNote, SearchGames, Strategies, TimeControl, Value};
use crate::rules::Texts;

/// Positions from the beginning by which a game can be found.
pub const OPENING: usize = 21;

/// What could not be kept or read, in one line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the store failed: {0}")]
pub struct StoreError(pub String);

/// An end that the rules do not tell: resignation, agreement, time; or that a PGN tells.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StoredEnd {
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub score: String,
    /// `resignation`.
    pub reason: String,
}

/// What is kept of a choice made before the opponent's.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Seal {
    /// The choice.
    pub choice: String,
    /// 32 hexadecimal digits.
    pub nonce: String,
    /// The SHA-256 of both.
    pub hash: String,
    /// The odds that it was drawn with.
    pub strategies: Option<Strategies>,
}

/// What is kept of a ply besides its moves.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct StoredPly {
    /// Milliseconds by colour, where a clock ran.
    pub millis: [Option<u64>; 2],
    /// Seals broken, by colour.
    pub seals: [Option<Seal>; 2],
    /// The value afterwards.
    pub value: Option<Value>,
    /// A comment.
    pub comment: Option<String>,
    /// What a review thinks of it.
    pub note: Option<ReviewNote>,
}

/// A game as it is kept.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(remote = "Self")]
pub struct StoredGame {
    /// Its number; 0 before it was stored.
    pub id: u64,
    /// The game's name.
    pub variant: String,
    /// Where it began.
    pub start: String,
    /// What was played.
    pub moves: Vec<Texts>,
    /// What is known of each ply.
    pub plies: Vec<StoredPly>,
    /// Who plays.
    pub players: [Player; 2],
    /// What they are called.
    pub names: [String; 2],
    /// The clock.
    pub time: Option<TimeControl>,
    /// Milliseconds left by colour.
    pub left: [u64; 2],
    /// Choices made in a turn that is not complete.
    pub pending: Texts,
    /// Choices sealed.
    pub seals: [Option<Seal>; 2],
    /// An end that the rules do not tell.
    pub end: Option<StoredEnd>,
    /// What is said of it before its first move.
    #[serde(default)]
    pub comment: Option<String>,
    /// The day it began.
    pub date: String,
    /// Tags of a PGN besides those that are made from the above.
    pub tags: Vec<(String, String)>,
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

/// Where games are kept.
pub trait Store: Send {
    /// Keeps a game, under a new number if it has none, and tells the number.
    ///
    /// # Errors
    /// It could not be written.
    fn save(&mut self, game: &StoredGame, listed: &GameSummary, keys: &[u64]) -> Result<u64, StoreError>;

    /// A game.
    ///
    /// # Errors
    /// It could not be read.
    fn load(&self, id: u64) -> Result<Option<StoredGame>, StoreError>;

    /// Games that fit, and in whose opening a position of this key stood, the latest first.
    ///
    /// # Errors
    /// They could not be read.
    fn list(&self, wanted: &SearchGames, key: Option<u64>) -> Result<GameList, StoreError>;

    /// Deletes a game; whether there was one.
    ///
    /// # Errors
    /// It could not be deleted.
    fn delete(&mut self, id: u64) -> Result<bool, StoreError>;

    /// Notes which game is on the board, so that it is there again after a restart.
    ///
    /// # Errors
    /// It could not be written.
    fn put_on_board(&mut self, id: u64) -> Result<(), StoreError>;

    /// The game that was on the board.
    ///
    /// # Errors
    /// It could not be read.
    fn on_board(&self) -> Result<Option<u64>, StoreError>;
}
