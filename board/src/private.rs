//! Files that only their owner can read. On Windows the user's folder is already restricted to its owner.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::Path;

/// The maximum size of a file to read, in bytes.
const MAX_BYTES: u64 = 100;

/// Returns options that open a file for writing, and create it for its owner.
pub(crate) fn options() -> OpenOptions {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.write(true);
    options
}

/// Replaces a file. An existing file would keep its mode.
pub(crate) fn replace(path: &Path, text: &str) -> io::Result<()> {
    if let Err(error) = std::fs::remove_file(path)
        && error.kind() != io::ErrorKind::NotFound
    {
        return Err(error);
    }
    options().create_new(true).open(path)?.write_all(text.as_bytes())
}

/// Reads a short text file, if only its owner can read it.
pub(crate) fn read(path: &Path) -> Option<String> {
    let file = File::open(path).ok().filter(is_private)?;
    let mut text = String::new();
    file.take(MAX_BYTES).read_to_string(&mut text).ok()?;
    Some(text)
}

fn is_private(file: &File) -> bool {
    #[cfg(unix)]
    return file.metadata().is_ok_and(|data| std::os::unix::fs::PermissionsExt::mode(&data.permissions()) & 0o077 == 0);
    #[cfg(not(unix))]
    return file.metadata().is_ok();
}
