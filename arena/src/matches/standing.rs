//! The mutable state of a match and its output files.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use super::journal::Journal;
use crate::arguments::quoted;
use crate::config::{Config, FileOut};
use crate::games::finished::Finished;
use crate::games::pgn;
use crate::players::Identity;
use crate::schedule::Pairing;
use crate::tally::Tally;

/// The mutable state of a match.
pub(super) struct Standing {
    pub(super) next: usize,
    pub(super) done: BTreeSet<usize>,
    pub(super) tally: Tally,
    pub(super) journal: Journal,
    pub(super) pgn: Option<Output>,
    pub(super) epd: Option<Output>,
    pub(super) identities: Vec<Identity>,
    pub(super) failure: Option<String>,
    pub(super) decided: bool,
    pub(super) spent: (Duration, Duration),
}

impl Standing {
    /// Counts a game. Returns `true` if it completes an encounter.
    pub(super) fn count(&mut self, pairing: &Pairing, game: &Finished) -> bool {
        self.done.insert(game.id);
        self.spent = (self.spent.0 + game.spent.0, self.spent.1 + game.spent.1);
        self.tally.add(pairing.engines, game)
    }

    /// Writes a game to all files, the state last.
    pub(super) fn keep(&mut self, config: &Config, game: &Finished) -> Result<(), String> {
        if let (Some(file), Some(out)) = (&mut self.pgn, &config.pgn) {
            file.write(&pgn::of_match(config, out, game))?;
        }
        if let Some(file) = &mut self.epd {
            file.write(&games::epd::write(&game.last_fen))?;
        }
        let length = |file: &Option<Output>| file.as_ref().map_or(0, |file| file.length);
        self.journal.keep(game, [length(&self.pgn), length(&self.epd)])
    }
}

/// A file that is appended to.
pub(super) struct Output {
    file: File,
    path: PathBuf,
    /// Its length in bytes.
    length: u64,
}

impl Output {
    /// Opens a file. `length` is its length in the state of a resumed match; the rest belongs to a game that is played
    /// again.
    pub(super) fn open(FileOut { path, append }: &FileOut, length: Option<u64>) -> Result<Self, String> {
        let invalid = |why: &dyn std::fmt::Display| format!("{}: {why}", quoted(path));
        let file = File::options().create(true).read(true).append(true).open(path).map_err(|error| invalid(&error))?;
        let present = file.metadata().map_err(|error| invalid(&error))?.len();
        let length = match length {
            Some(length) if length > present => {
                return Err(invalid(&"the file is shorter than recorded in the state of the match"));
            }
            Some(length) => length,
            None if *append => present,
            None => 0,
        };
        file.set_len(length).map_err(|error| invalid(&error))?;
        Ok(Self { file, path: path.to_owned(), length })
    }

    /// Appends a text.
    pub(super) fn write(&mut self, text: &str) -> Result<(), String> {
        self.file.write_all(text.as_bytes()).map_err(|error| format!("{}: {error}", quoted(&self.path)))?;
        self.length += text.len() as u64;
        Ok(())
    }
}
