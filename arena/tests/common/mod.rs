//! Helpers of the tests of the program.

#![allow(clippy::unwrap_used, reason = "a test that cannot run the program has failed")]
#![allow(dead_code, reason = "not every test uses all of it")]

use std::fs;
use std::path::PathBuf;
use std::process::Command;

pub(crate) const ARENA: &str = env!("CARGO_BIN_EXE_arena");

/// Returns the path of the engine that misbehaves on purpose. Cargo builds examples before tests.
pub(crate) fn faulty() -> String {
    let folder = PathBuf::from(ARENA).parent().unwrap().join("examples");
    folder.join(format!("faulty{}", std::env::consts::EXE_SUFFIX)).to_str().unwrap().to_owned()
}

/// Runs the program. Returns exit code, standard output and standard error.
pub(crate) fn run(line: &str) -> (Option<i32>, String, String) {
    let output = Command::new(ARENA).args(line.split_whitespace()).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// Returns an empty folder for one test.
pub(crate) fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}
