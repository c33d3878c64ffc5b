//! Failures of the operating system. Without enough memory the engine prints one error and keeps the old value. On a
//! full disk it prints one error and exits.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test that cannot talk to the engine has failed")]

mod common;

use std::fs::File;
use std::process::Command;

use common::Engine;

/// Address space of two gigabytes, enough for all ordinary settings.
const LIMIT: &str = "ulimit -v 2000000";

#[test]
fn too_large_hash_is_rejected_and_old_kept() {
    let mut engine = Engine::start_limited(LIMIT);
    for game in ["chess", "apocalypse"] {
        engine.ask(&format!("setoption name UCI_Variant value {game}"));
        for value in [4_000, 131_072] {
            let output = engine.ask(&format!("setoption name Hash value {value}"));
            let error = format!("info string error: option Hash cannot be '{value}': there is not enough memory");
            assert_eq!(output, [error]);
        }
        assert!(engine.ask("setoption name Hash value 64").is_empty());
        let output = engine.ask("go nodes 100");
        assert!(output.last().is_some_and(|line| line.starts_with("bestmove")), "{output:#?}");
    }
}

#[test]
fn too_large_xboard_memory_prints_one_error() {
    let mut engine = Engine::start_limited(LIMIT);
    engine.send("xboard\nprotover 2\nmemory 99999\nping 1");
    let output = engine.until("pong 1");
    let is_error = |line: &String| line.starts_with("Error") && line.ends_with("there is not enough memory");
    assert_eq!(output.iter().filter(|line| is_error(line)).count(), 1, "{output:#?}");
}

#[test]
fn too_many_threads_are_rejected_and_search_works() {
    let mut engine = Engine::start_limited("ulimit -v 1000000");
    let output = engine.ask("setoption name Threads value 512");
    assert_eq!(output, ["info string error: option Threads cannot be '512': there is not enough memory"]);
    // Threads whose stack cannot be allocated are skipped, and the others search.
    assert!(engine.ask("setoption name Threads value 60").is_empty());
    let output = engine.ask("go nodes 1000");
    assert!(output.last().is_some_and(|line| line.starts_with("bestmove")), "{output:#?}");
}

#[test]
fn full_disk_prints_one_error_and_exits() {
    for arguments in [&["help"][..], &["go", "depth", "1"], &["show", "chess", "1"]] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_upheaval")).args(arguments).stdout(full).output().unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {errors}");
        assert!(errors.starts_with("upheaval: cannot print: ") && errors.lines().count() == 1, "{errors}");
    }
}
