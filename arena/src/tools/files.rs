//! Atomic writing and locking of files.

use std::fs::{self, File, TryLockError};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

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

/// Locks a file until it is closed, which a kill does too. File systems without locks are ignored.
///
/// # Errors
/// Another process has locked it.
pub fn lock(file: &File) -> Result<(), String> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err("another process writes to it".to_owned()),
        Err(TryLockError::Error(error)) if error.kind() != io::ErrorKind::Unsupported => {
            Err(format!("cannot be locked: {error}"))
        }
        _ => Ok(()),
    }
}

/// The lock of a file that is replaced while it is locked: an empty file beside it, `FILE.lock`, deleted at the end.
#[derive(Debug)]
pub struct Lock {
    path: PathBuf,
    _file: File,
}

impl Lock {
    /// Locks a file, which need not exist.
    ///
    /// # Errors
    /// One line: another process has locked it, or the folder cannot be written.
    pub fn of(path: &Path) -> Result<Self, String> {
        let mut beside = path.as_os_str().to_owned();
        beside.push(".lock");
        let file =
            File::create(&beside).map_err(|error| format!("cannot write {}: {error}", quoted(beside.as_ref())))?;
        lock(&file).map_err(|why| format!("{}: {why}", quoted(path)))?;
        Ok(Self { path: beside.into(), _file: file })
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

/// Writes a text atomically.
pub fn write(path: &Path, text: &str) -> Result<(), String> {
    let written = replace(path, |out| out.write_all(text.as_bytes()));
    written.map_err(|error| format!("cannot write {}: {error}", quoted(path)))
}
