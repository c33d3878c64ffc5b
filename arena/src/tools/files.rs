//! Files that are written as a whole.

use std::fs;
use std::path::{Path, PathBuf};

use crate::arguments::quoted;

/// The path with more at its end.
pub fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Writes a file as a whole or not at all.
///
/// # Errors
/// One line that names the file and says why.
pub fn write(path: &Path, text: &str) -> Result<(), String> {
    let new = with_ending(path, ".new");
    let written = fs::write(&new, text).and_then(|()| fs::rename(&new, path));
    written.map_err(|error| format!("cannot write {}: {error}", quoted(path)))
}
