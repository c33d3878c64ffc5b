//! Where the system refuses. Memory: the engine says so in one line, keeps the old value and plays on. Room on a disk: it says
//! so and ends.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test that cannot talk to the engine has failed")]

mod common;

use std::fs::File;
use std::process::Command;

use common::Engine;

/// Two gigabytes of addresses: enough for any ordinary setting.
const LIMIT: &str = "ulimit -v 2000000";

#[test]
fn a_hash_table_for_which_there_is_no_memory_is_refused_and_the_old_one_kept() {
    let mut engine = Engine::start_limited(LIMIT);
    for game in ["chess", "apocalypse"] {
        engine.ask(&format!("setoption name UCI_Variant value {game}"));
        for value in [4_000, 131_072] {
            let said = engine.ask(&format!("setoption name Hash value {value}"));
            let error = format!("info string error: option Hash cannot be '{value}': there is not enough memory");
            assert_eq!(said, [error]);
        }
        assert!(engine.ask("setoption name Hash value 64").is_empty());
        let said = engine.ask("go nodes 100");
        assert!(said.last().is_some_and(|line| line.starts_with("bestmove")), "{said:#?}");
    }
}

#[test]
fn xboard_is_told_that_there_is_not_enough_memory() {
    let mut engine = Engine::start_limited(LIMIT);
    engine.send("xboard\nprotover 2\nmemory 99999\nping 1");
    let said = engine.until("pong 1");
    let is_error = |line: &String| line.starts_with("Error") && line.ends_with("there is not enough memory");
    assert_eq!(said.iter().filter(|line| is_error(line)).count(), 1, "{said:#?}");
}

#[test]
fn more_threads_than_there_is_memory_for_are_refused_and_one_plays_on() {
    let mut engine = Engine::start_limited("ulimit -v 1000000");
    let said = engine.ask("setoption name Threads value 512");
    assert_eq!(said, ["info string error: option Threads cannot be '512': there is not enough memory"]);
    // Some of these may not get a stack: the others search.
    assert!(engine.ask("setoption name Threads value 60").is_empty());
    let said = engine.ask("go nodes 1000");
    assert!(said.last().is_some_and(|line| line.starts_with("bestmove")), "{said:#?}");
}

#[test]
fn a_full_disk_is_told_in_one_line_and_by_the_exit_code() {
    for arguments in [&["help"][..], &["go", "depth", "1"], &["show", "chess", "1"]] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_upheaval")).args(arguments).stdout(full).output().unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {errors}");
        assert!(errors.starts_with("upheaval: cannot print: ") && errors.lines().count() == 1, "{errors}");
    }
}
