//! Output files of a match.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use movegen::fen::printable;

/// A file that is appended to.
pub(super) struct Output {
    file: File,
    path: PathBuf,
    /// Its length in bytes.
    pub(super) length: u64,
}

impl Output {
    /// Opens a file. `length` is its length in the state of a resumed match; the rest belongs to a game that is played
    /// again.
    pub(super) fn open(path: &Path, append: bool, length: Option<u64>) -> Result<Self, String> {
        let invalid = |why: &dyn std::fmt::Display| format!("'{}': {why}", printable(&path.to_string_lossy()));
        let is_new = length.is_none() && !append;
        let file = File::options().create(true).read(true).append(true).open(path).map_err(|error| invalid(&error))?;
        let present = file.metadata().map_err(|error| invalid(&error))?.len();
        let length = match length {
            Some(length) if length > present => {
                return Err(invalid(&"the file is shorter than recorded in the state of the match"));
            }
            Some(length) => length,
            None if is_new => 0,
            None => present,
        };
        file.set_len(length).map_err(|error| invalid(&error))?;
        Ok(Self { file, path: path.to_owned(), length })
    }

    /// Appends a text.
    pub(super) fn write(&mut self, text: &str) -> Result<(), String> {
        self.file.write_all(text.as_bytes()).map_err(|error| format!("'{}': {error}", self.path.display()))?;
        self.length += text.len() as u64;
        Ok(())
    }
}
