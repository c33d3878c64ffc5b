//! Files that are written as a whole.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::arguments::quoted;

/// The path with more at its end.
pub fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Writes a file as a whole or not at all: under another name first, so that no half file is ever found.
///
/// # Errors
/// Those of the files, and those of `content`.
pub fn replace(path: &Path, content: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>) -> io::Result<()> {
    let new = with_ending(path, ".new");
    let mut out = BufWriter::new(File::create(&new)?);
    content(&mut out)?;
    out.flush()?;
    out.get_ref().sync_all()?;
    drop(out);
    fs::rename(new, path)
}

/// The same with a text.
///
/// # Errors
/// One line that names the file and says why.
pub fn write(path: &Path, text: &str) -> Result<(), String> {
    let written = replace(path, |out| out.write_all(text.as_bytes()));
    written.map_err(|error| format!("cannot write {}: {error}", quoted(path)))
}
