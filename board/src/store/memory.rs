//! A store in memory, for tests and as the base of the journal.

use std::collections::BTreeMap;

use super::{OPENING_POSITIONS, Store, StoreError, StoredGame};
use crate::messages::{GameList, GameSummary, SearchGames};

/// Games in memory.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    games: BTreeMap<u64, (StoredGame, GameSummary, Vec<u64>)>,
    on_board: Option<u64>,
    last: u64,
}

impl Memory {
    /// Reserves a number, so that no new game gets it.
    pub(super) fn reserve(&mut self, id: u64) {
        self.last = self.last.max(id);
    }

    /// Stores a game under its number.
    pub(super) fn put(&mut self, game: StoredGame, listed: GameSummary, keys: Vec<u64>) {
        self.reserve(game.id);
        self.games.insert(game.id, (game, listed, keys));
    }

    /// Sets the game on the board.
    pub(super) const fn set_on_board(&mut self, id: u64) {
        self.on_board = Some(id);
    }
}

impl Store for Memory {
    fn save(&mut self, game: &StoredGame, listed: &GameSummary, keys: &[u64]) -> Result<u64, StoreError> {
        let id = if game.id == 0 { self.last + 1 } else { game.id };
        let keys = keys.iter().take(OPENING_POSITIONS).copied().collect();
        self.put(StoredGame { id, ..game.clone() }, GameSummary { game: id, ..listed.clone() }, keys);
        Ok(id)
    }

    fn load(&self, id: u64) -> Result<Option<StoredGame>, StoreError> {
        Ok(self.games.get(&id).map(|(game, ..)| game.clone()))
    }

    fn list(&self, wanted: &SearchGames, key: Option<u64>) -> Result<GameList, StoreError> {
        let fits = |(_, game, keys): &&(StoredGame, GameSummary, Vec<u64>)| {
            let player = wanted.player.as_ref().map(|name| name.to_lowercase());
            let is_called = |name: &String| player.as_ref().is_none_or(|part| name.to_lowercase().contains(part));
            wanted.variant.as_ref().is_none_or(|variant| *variant == game.variant)
                && wanted.result.as_ref().is_none_or(|result| *result == game.result)
                && wanted.since.as_ref().is_none_or(|day| *day <= game.date)
                && wanted.until.as_ref().is_none_or(|day| game.date <= *day)
                && (is_called(&game.white) || is_called(&game.black))
                && key.is_none_or(|key| keys.contains(&key))
        };
        let found: Vec<&GameSummary> = self.games.values().rev().filter(fits).map(|(_, game, _)| game).collect();
        let games = found.iter().skip(wanted.skip).take(wanted.most).map(|&game| game.clone()).collect();
        Ok(GameList { total: found.len(), games })
    }

    fn delete(&mut self, id: u64) -> Result<bool, StoreError> {
        Ok(self.games.remove(&id).is_some())
    }

    fn put_on_board(&mut self, id: u64) -> Result<(), StoreError> {
        self.set_on_board(id);
        Ok(())
    }

    fn on_board(&self) -> Result<Option<u64>, StoreError> {
        Ok(self.on_board.filter(|id| self.games.contains_key(id)))
    }
}
