//! A store for places that can only be written to behind the session's back, as IndexedDB: games are held in memory, and
//! what changes is noted for whoever keeps it there.

use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use super::{Memory, OPENING, Store, StoreError, StoredGame};
use crate::messages::{GameList, GameSummary, SearchGames};

/// What has to be kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// A game, under its number, as text that [`Journal::new`] understands.
    Game(u64, String),
    /// There is no game of this number any more.
    Deleted(u64),
    /// The number of the game on the board.
    OnBoard(u64),
}

/// What has changed and was not yet taken away to be kept.
#[derive(Clone, Debug, Default)]
pub struct Changes(Arc<Mutex<Vec<Change>>>);

impl Changes {
    /// Takes them, in the order in which they came about.
    pub fn take(&self) -> Vec<Change> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn note(&self, change: Change) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(change);
    }
}

/// A game and what a store is given with it.
#[derive(Serialize, Deserialize)]
struct Entry {
    game: StoredGame,
    listed: GameSummary,
    keys: Vec<u64>,
}

/// Games in memory, and a journal of what changes.
#[derive(Debug, Default)]
pub struct Journal {
    memory: Memory,
    changes: Changes,
}

impl Journal {
    /// A store with the games kept so far, by number, and the number of the one on the board. A game that cannot be read is
    /// left alone: it is not there, and its number is not given to another.
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
            memory.seat(id);
        }
        Self { memory, changes: Changes::default() }
    }

    /// Where changes are taken from.
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
            keys: keys.iter().take(OPENING).copied().collect(),
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
        let was_there = self.memory.delete(id)?;
        if was_there {
            self.changes.note(Change::Deleted(id));
        }
        Ok(was_there)
    }

    fn put_on_board(&mut self, id: u64) -> Result<(), StoreError> {
        self.changes.note(Change::OnBoard(id));
        self.memory.put_on_board(id)
    }

    fn on_board(&self) -> Result<Option<u64>, StoreError> {
        self.memory.on_board()
    }
}
