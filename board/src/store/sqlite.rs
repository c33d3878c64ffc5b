//! Games in an SQLite file. Each save is a transaction, so that a killed program loses nothing; with `synchronous = NORMAL` a
//! power failure may lose the last moves, but does not damage the file.
//!
//! SQLite detects damage of its own structure but has no checksums of the contents, so each game has one. A damaged game is
//! reported and skipped.

use std::path::Path;

use rusqlite::{Connection, OptionalExtension, Transaction, params};
use serde::de::DeserializeOwned;

use super::{OPENING_POSITIONS, Store, StoreError, StoredGame};
use crate::messages::{GameList, GameSummary, SearchGames};
use crate::private;

/// Games in a file.
#[derive(Debug)]
pub struct Sqlite {
    connection: Connection,
}

/// The version of the tables, stored in `user_version`.
const VERSION: i64 = 3;
const TABLES: &str = "
    CREATE TABLE games (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        variant TEXT NOT NULL, white TEXT NOT NULL, black TEXT NOT NULL,
        result TEXT NOT NULL, date TEXT NOT NULL,
        listed TEXT NOT NULL, game TEXT NOT NULL,
        sums INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE openings (
        game INTEGER NOT NULL REFERENCES games(id) ON DELETE CASCADE,
        key INTEGER NOT NULL,
        PRIMARY KEY (key, game)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX openings_by_game ON openings(game);
    CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
";
/// The games of links.
const LINKS: &str = "
    CREATE TABLE links (
        link TEXT PRIMARY KEY,
        game INTEGER NOT NULL REFERENCES games(id) ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX links_by_game ON links(game);
";

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        Self(error.to_string())
    }
}

/// Returns the CRC-32 of both texts of a game, as one number.
fn sums(listed: &str, game: &str) -> i64 {
    i64::from(crc32fast::hash(listed.as_bytes())) << 32 | i64::from(crc32fast::hash(game.as_bytes()))
}

/// Parses one of the texts of a game after a check of its sum.
fn read<T: DeserializeOwned>(id: i64, text: &str, sum: i64) -> Result<T, StoreError> {
    if i64::from(crc32fast::hash(text.as_bytes())) != sum & 0xffff_ffff {
        return Err(StoreError(format!("game {id} is damaged: its checksum is wrong")));
    }
    serde_json::from_str(text).map_err(|error| StoreError(format!("game {id} cannot be read: {error}")))
}

/// Converts an unsigned number to SQLite's signed integers without a change of bits.
const fn signed(number: u64) -> i64 {
    i64::from_ne_bytes(number.to_ne_bytes())
}

impl Sqlite {
    /// Opens the store in this file, which is created if it does not exist.
    ///
    /// # Errors
    /// The file cannot be opened, is not a store, is damaged, or was written by a later version.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        // SQLite gives its other files the mode of this one.
        let created = private::options().create(true).truncate(false).open(path);
        created.map_err(|error| StoreError(format!("'{}': {error}", path.display())))?;
        let mut connection = Connection::open(path)?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "NORMAL")?;
        connection.pragma_update(None, "foreign_keys", true)?;
        connection.busy_timeout(std::time::Duration::from_secs(2))?;
        let check: String = connection.pragma_query_value(None, "quick_check", |row| row.get(0))?;
        if check != "ok" {
            return Err(StoreError(format!("'{}' is damaged: {}", path.display(), check.replace('\n', " "))));
        }
        let version: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
        if !(0..=VERSION).contains(&version) {
            return Err(StoreError(format!("'{}' has version {version}, not {VERSION}", path.display())));
        }
        let transaction = connection.transaction()?;
        match version {
            0 => transaction.execute_batch(TABLES)?,
            1 => add_sums(&transaction)?,
            _ => {}
        }
        if version < VERSION {
            transaction.execute_batch(LINKS)?;
            transaction.pragma_update(None, "user_version", VERSION)?;
        }
        transaction.commit()?;
        Ok(Self { connection })
    }
}

/// Adds checksums to a file of version 1.
fn add_sums(transaction: &Transaction<'_>) -> Result<(), StoreError> {
    transaction.execute("ALTER TABLE games ADD COLUMN sums INTEGER NOT NULL DEFAULT 0", [])?;
    let mut all = transaction.prepare("SELECT id, listed, game FROM games")?;
    let games = all.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    for (id, listed, game) in games.collect::<Result<Vec<(i64, String, String)>, _>>()? {
        transaction.execute("UPDATE games SET sums = ? WHERE id = ?", [sums(&listed, &game), id])?;
    }
    Ok(())
}

/// The condition of a search; a parameter that is NULL matches all games.
const MATCHES: &str = "
    (?1 IS NULL OR variant = ?1) AND (?2 IS NULL OR result = ?2) AND (?3 IS NULL OR date >= ?3) AND (?4 IS NULL OR date <= ?4)
    AND (?5 IS NULL OR instr(lower(white), ?5) > 0 OR instr(lower(black), ?5) > 0)
    AND (?6 IS NULL OR id IN (SELECT game FROM openings WHERE key = ?6))";

impl Store for Sqlite {
    fn save(&mut self, game: &StoredGame, listed: &GameSummary, keys: &[u64]) -> Result<u64, StoreError> {
        let transaction = self.connection.transaction()?;
        let id = match game.id {
            0 => {
                transaction.execute(
                    "INSERT INTO games (variant, white, black, result, date, listed, game, sums)
                     VALUES ('', '', '', '', '', '', '', 0)",
                    [],
                )?;
                transaction.last_insert_rowid()
            }
            id => signed(id),
        };
        let number = u64::try_from(id).map_err(|_| StoreError(format!("game {id}")))?;
        let json = |text: Result<String, _>| text.map_err(|error: serde_json::Error| StoreError(error.to_string()));
        let link = game.link.as_ref().map(|link| &link.id);
        let game = json(serde_json::to_string(&StoredGame { id: number, ..game.clone() }))?;
        let listed = GameSummary { game: number, ..listed.clone() };
        let listed_text = json(serde_json::to_string(&listed))?;
        let changed = transaction.execute(
            "UPDATE games SET variant = ?, white = ?, black = ?, result = ?, date = ?, listed = ?, game = ?, sums = ? WHERE id = ?",
            params![
                listed.variant,
                listed.white,
                listed.black,
                listed.result,
                listed.date,
                listed_text,
                game,
                sums(&listed_text, &game),
                id
            ],
        )?;
        if changed == 0 {
            return Err(StoreError(format!("there is no game {id}")));
        }
        if keys.len() <= OPENING_POSITIONS + 1 {
            transaction.execute("DELETE FROM openings WHERE game = ?", [id])?;
            let mut insert = transaction.prepare_cached("INSERT OR IGNORE INTO openings (game, key) VALUES (?, ?)")?;
            for &key in keys.iter().take(OPENING_POSITIONS) {
                insert.execute([id, signed(key)])?;
            }
        }
        if let Some(link) = link {
            transaction.execute("INSERT OR REPLACE INTO links (link, game) VALUES (?, ?)", params![link, id])?;
        }
        transaction.commit()?;
        Ok(number)
    }

    fn load(&self, id: u64) -> Result<Option<StoredGame>, StoreError> {
        let id = signed(id);
        let found: Option<(String, i64)> = self
            .connection
            .query_row("SELECT game, sums FROM games WHERE id = ?", [id], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?;
        found.map(|(text, sums)| read(id, &text, sums)).transpose()
    }

    fn list(&self, wanted: &SearchGames, key: Option<u64>) -> Result<GameList, StoreError> {
        let SearchGames { variant, result, since, until, player, .. } = wanted;
        let player = player.as_ref().map(|player| player.to_lowercase());
        let fields = params![variant, result, since, until, player, key.map(signed)];
        let count = format!("SELECT count(*) FROM games WHERE {MATCHES}");
        let total: i64 = self.connection.query_row(&count, fields, |row| row.get(0))?;
        let (skip, most) = wanted.range();
        let [skip, most] = [skip, most].map(|n| i64::try_from(n).unwrap_or(i64::MAX));
        let query =
            format!("SELECT id, listed, sums FROM games WHERE {MATCHES} ORDER BY id DESC LIMIT {most} OFFSET {skip}");
        let mut statement = self.connection.prepare(&query)?;
        let rows =
            statement.query_map(fields, |row| Ok((row.get(0)?, row.get::<_, String>(1)?, row.get::<_, i64>(2)?)))?;
        let mut games = Vec::new();
        for row in rows {
            let (id, text, sums) = row?;
            match read(id, &text, sums >> 32) {
                Ok(listed) => games.push(listed),
                Err(error) => log::error!("{error}"),
            }
        }
        Ok(GameList { total: usize::try_from(total).unwrap_or_default(), games })
    }

    fn linked(&self, link: &str) -> Result<Option<u64>, StoreError> {
        let found = self.connection.query_row("SELECT game FROM links WHERE link = ?", [link], |row| row.get(0));
        Ok(found.optional()?.and_then(|id: i64| u64::try_from(id).ok()))
    }

    fn delete(&mut self, id: u64) -> Result<bool, StoreError> {
        Ok(self.connection.execute("DELETE FROM games WHERE id = ?", [signed(id)])? > 0)
    }

    fn put_on_board(&mut self, id: u64) -> Result<(), StoreError> {
        let text = id.to_string();
        self.connection.execute("INSERT OR REPLACE INTO settings (name, value) VALUES ('on board', ?)", [text])?;
        Ok(())
    }

    fn on_board(&self) -> Result<Option<u64>, StoreError> {
        let text: Option<String> = self
            .connection
            .query_row("SELECT value FROM settings WHERE name = 'on board'", [], |row| row.get(0))
            .optional()?;
        let id = text.and_then(|text| text.parse().ok());
        Ok(id.filter(|&id| matches!(self.load(id), Ok(Some(_)))))
    }
}
