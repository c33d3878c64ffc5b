//! What tests of tools share: running one, and a place for its files.

#![allow(clippy::unwrap_used, reason = "a test that cannot run the tools has failed")]

use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// Exit code, standard output, standard error.
pub(crate) fn run(tool: &str, line: &str) -> (Option<i32>, String, String) {
    let output = Command::new(tool).args(line.split_whitespace()).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// An empty folder for one test.
pub(crate) fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}
