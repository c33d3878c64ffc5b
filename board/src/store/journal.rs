//! A store for asynchronous storage such as IndexedDB: games are held in memory, and changes are queued for the caller.

use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use super::{Memory, OPENING_POSITIONS, Store, StoreError, StoredGame};
use crate::messages::{GameList, GameSummary, SearchGames};

/// A change to be stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// A game with its number, as text that [`Journal::new`] reads.
    Game(u64, String),
    /// A game was deleted.
    Deleted(u64),
    /// Another game is on the board.
    OnBoard(u64),
}

/// The queue of changes to be stored.
#[derive(Clone, Debug, Default)]
pub struct Changes(Arc<Mutex<Vec<Change>>>);

impl Changes {
    /// Returns and removes the changes, oldest first.
    pub fn take(&self) -> Vec<Change> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn note(&self, change: Change) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(change);
    }
}

/// A game with its summary and keys.
#[derive(Serialize, Deserialize)]
struct Entry {
    game: StoredGame,
    listed: GameSummary,
    keys: Vec<u64>,
}

/// Games in memory with a queue of changes.
#[derive(Debug, Default)]
pub struct Journal {
    memory: Memory,
    changes: Changes,
}

impl Journal {
    /// Creates a store from the stored games by number and the number of the game on the board. A game that cannot be read is
    /// skipped, and its number is not used again.
    pub fn new(kept: impl IntoIterator<Item = (u64, String)>, on_board: Option<u64>) -> Self {
        let mut memory = Memory::default();
        for (id, text) in kept {
            memory.reserve(id);
            match serde_json::from_str::<Entry>(&text) {
                Ok(Entry { game, listed, keys }) => memory.put(StoredGame { id, ..game }, listed, keys),
                Err(error) => log::error!("game {id} cannot be read: {error}"),
            }
        }
        if let Some(id) = on_board {
            memory.set_on_board(id);
        }
        Self { memory, changes: Changes::default() }
    }

    /// Returns the queue of changes.
    pub fn changes(&self) -> Changes {
        self.changes.clone()
    }
}

impl Store for Journal {
    fn save(&mut self, game: &StoredGame, listed: &GameSummary, keys: &[u64]) -> Result<u64, StoreError> {
        let id = self.memory.save(game, listed, keys)?;
        let entry = Entry {
            game: StoredGame { id, ..game.clone() },
            listed: GameSummary { game: id, ..listed.clone() },
            keys: keys.iter().take(OPENING_POSITIONS).copied().collect(),
        };
        let text = serde_json::to_string(&entry).map_err(|error| StoreError(error.to_string()))?;
        self.changes.note(Change::Game(id, text));
        Ok(id)
    }

    fn load(&self, id: u64) -> Result<Option<StoredGame>, StoreError> {
        self.memory.load(id)
    }

    fn list(&self, wanted: &SearchGames, key: Option<u64>) -> Result<GameList, StoreError> {
        self.memory.list(wanted, key)
    }

    fn delete(&mut self, id: u64) -> Result<bool, StoreError> {
        let existed = self.memory.delete(id)?;
        if existed {
            self.changes.note(Change::Deleted(id));
        }
        Ok(existed)
    }

    fn put_on_board(&mut self, id: u64) -> Result<(), StoreError> {
        self.changes.note(Change::OnBoard(id));
        self.memory.put_on_board(id)
    }

    fn on_board(&self) -> Result<Option<u64>, StoreError> {
        self.memory.on_board()
    }
}
