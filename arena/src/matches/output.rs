//! Files that a match adds games to.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use movegen::fen::printable;

/// A file that grows, and how long it is.
pub(super) struct Output {
    file: File,
    path: PathBuf,
    /// Bytes.
    pub(super) length: u64,
}

impl Output {
    /// Opens a file. `length` is what it had when the match was stopped: whatever stands behind belongs to a game that
    /// will be played again.
    pub(super) fn open(path: &Path, append: bool, length: Option<u64>) -> Result<Self, String> {
        let wrong = |why: &dyn std::fmt::Display| format!("'{}': {why}", printable(&path.to_string_lossy()));
        let is_new = length.is_none() && !append;
        let file = File::options().create(true).read(true).append(true).open(path).map_err(|error| wrong(&error))?;
        let present = file.metadata().map_err(|error| wrong(&error))?.len();
        let length = match length {
            Some(length) if length > present => {
                return Err(wrong(&"the file has lost games that the state of the match says are in it"));
            }
            Some(length) => length,
            None if is_new => 0,
            None => present,
        };
        file.set_len(length).map_err(|error| wrong(&error))?;
        Ok(Self { file, path: path.to_owned(), length })
    }

    /// Adds a text.
    pub(super) fn write(&mut self, text: &str) -> Result<(), String> {
        self.file.write_all(text.as_bytes()).map_err(|error| format!("'{}': {error}", self.path.display()))?;
        self.length += text.len() as u64;
        Ok(())
    }
}
