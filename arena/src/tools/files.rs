//! Atomic writing of files.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use crate::arguments::quoted;

/// Writes a file atomically: under another name first, then renamed.
///
/// # Errors
/// Those of the files, and those of `content`.
pub fn replace(path: &Path, content: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>) -> io::Result<()> {
    let mut new = path.as_os_str().to_owned();
    new.push(".new");
    let mut out = BufWriter::new(File::create(&new)?);
    content(&mut out)?;
    out.flush()?;
    out.get_ref().sync_all()?;
    drop(out);
    fs::rename(new, path)
}

/// Writes a text atomically.
pub fn write(path: &Path, text: &str) -> Result<(), String> {
    let written = replace(path, |out| out.write_all(text.as_bytes()));
    written.map_err(|error| format!("cannot write {}: {error}", quoted(path)))
}
