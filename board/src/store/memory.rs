//! A store in memory with a queue of changes, for tests and for asynchronous storage such as IndexedDB.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use super::{OPENING_POSITIONS, Store, StoreError, StoredGame};
use crate::messages::{GameList, GameSummary, SearchGames};

/// A change to be stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// A game with its number, as text that [`Memory::new`] reads.
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

    fn push(&self, change: Change) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(change);
    }
}

/// A game with its summary and the keys of its first positions.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Entry {
    game: StoredGame,
    listed: GameSummary,
    keys: Vec<u64>,
}

/// Games in memory with a queue of changes.
#[derive(Debug, Default)]
pub struct Memory {
    games: BTreeMap<u64, Entry>,
    on_board: Option<u64>,
    last: u64,
    changes: Changes,
}

impl Memory {
    /// Creates a store from the stored games by number and the number of the game on the board. A game that cannot be read is
    /// skipped, and its number is not used again.
    pub fn new(stored: impl IntoIterator<Item = (u64, String)>, on_board: Option<u64>) -> Self {
        let mut memory = Self { on_board, ..Self::default() };
        for (id, text) in stored {
            memory.last = memory.last.max(id);
            match serde_json::from_str::<Entry>(&text) {
                Ok(entry) => drop(memory.games.insert(id, Entry { game: StoredGame { id, ..entry.game }, ..entry })),
                Err(error) => log::error!("game {id} cannot be read: {error}"),
            }
        }
        memory
    }

    /// Returns the queue of changes.
    pub fn changes(&self) -> Changes {
        self.changes.clone()
    }
}

impl Store for Memory {
    fn save(&mut self, game: &StoredGame, listed: &GameSummary, keys: &[u64]) -> Result<u64, StoreError> {
        let id = if game.id == 0 { self.last + 1 } else { game.id };
        let entry = Entry {
            game: StoredGame { id, ..game.clone() },
            listed: GameSummary { game: id, ..listed.clone() },
            keys: keys.iter().take(OPENING_POSITIONS).copied().collect(),
        };
        let text = serde_json::to_string(&entry).map_err(|error| StoreError(error.to_string()))?;
        self.last = self.last.max(id);
        self.games.insert(id, entry);
        self.changes.push(Change::Game(id, text));
        Ok(id)
    }

    fn load(&self, id: u64) -> Result<Option<StoredGame>, StoreError> {
        Ok(self.games.get(&id).map(|entry| entry.game.clone()))
    }

    fn list(&self, wanted: &SearchGames, key: Option<u64>) -> Result<GameList, StoreError> {
        let player = wanted.player.as_ref().map(|name| name.to_lowercase());
        let matches = |entry: &&Entry| {
            let game = &entry.listed;
            let has_name = |name: &String| player.as_ref().is_none_or(|part| name.to_lowercase().contains(part));
            wanted.variant.as_ref().is_none_or(|variant| *variant == game.variant)
                && wanted.result.as_ref().is_none_or(|result| *result == game.result)
                && wanted.since.as_ref().is_none_or(|day| *day <= game.date)
                && wanted.until.as_ref().is_none_or(|day| game.date <= *day)
                && (has_name(&game.white) || has_name(&game.black))
                && key.is_none_or(|key| entry.keys.contains(&key))
        };
        let found: Vec<&Entry> = self.games.values().rev().filter(matches).collect();
        let (skip, most) = wanted.range();
        let games = found.iter().skip(skip).take(most).map(|entry| entry.listed.clone()).collect();
        Ok(GameList { total: found.len(), games })
    }

    fn linked(&self, link: &str) -> Result<Option<u64>, StoreError> {
        let is_linked = |entry: &&Entry| entry.game.link.as_ref().is_some_and(|own| own.id == link);
        Ok(self.games.values().find(is_linked).map(|entry| entry.game.id))
    }

    fn delete(&mut self, id: u64) -> Result<bool, StoreError> {
        let existed = self.games.remove(&id).is_some();
        if existed {
            self.changes.push(Change::Deleted(id));
        }
        Ok(existed)
    }

    fn put_on_board(&mut self, id: u64) -> Result<(), StoreError> {
        self.on_board = Some(id);
        self.changes.push(Change::OnBoard(id));
        Ok(())
    }

    fn on_board(&self) -> Result<Option<u64>, StoreError> {
        Ok(self.on_board.filter(|id| self.games.contains_key(id)))
    }
}
