//! The tools as a shell runs them: what they print, what they write, and how they refuse.

#![allow(clippy::unwrap_used, reason = "a test that cannot run the tools has failed")]

mod common;

use std::fs;

use common::{folder, run};

const OPENINGS: &str = env!("CARGO_BIN_EXE_openings");
const SPRT: &str = env!("CARGO_BIN_EXE_sprt");
const FAULTY: &str = env!("CARGO_BIN_EXE_faulty");
const SPSA: &str = env!("CARGO_BIN_EXE_spsa");

/// One line that contains this, nothing else, and the exit code 2.
fn refused(tool: &str, line: &str, why: &str) {
    let (code, out, err) = run(tool, line);
    assert_eq!((code, out.as_str()), (Some(2), ""), "{line}: {err}");
    assert!(err.contains(why) && err.ends_with('\n') && err.lines().count() == 1, "{line}: {err}");
}

#[test]
fn wrong_command_lines_are_refused_in_one_line() {
    refused(OPENINGS, "chess 0", "invalid value '0' for '[NUMBER]'");
    refused(OPENINGS, "chess 1 --shortest 9 --longest 4", "--shortest 9 is more than --longest 4");
    refused(OPENINGS, "checkers", "invalid value 'checkers' for '<GAME>'");
    refused(SPRT, "1 2", "3 values required");
    refused(SPRT, "1 2 3 4", "three counts are games, five are pairs");
}

#[test]
fn openings_and_sprt_say_what_they_are_asked() {
    let (code, out, _) = run(OPENINGS, "empire 3 --seed 2 --shortest 3 --longest 4 --depth 2 --margin 200");
    assert_eq!((code, out.lines().count()), (Some(0), 3), "{out}");
    // The source of the numbers: app/tests/elo_test.cpp of fastchess.
    let (code, out, _) = run(SPRT, "136 111 96");
    assert!(code == Some(0) && out.starts_with("Elo: +40.70 +/- 30.43, nElo: +49.77 +/- 36.77\n"), "{out}");
}

#[test]
fn numbers_of_the_search_are_tuned_by_games_and_a_run_goes_on() {
    let at = folder("spsa");
    let list = at.join("list");
    fs::write(&list, "razoring_base\nlmr_base, int, 900, 300, 1500, 60, 0.5\n").unwrap();
    let line = |faults: &str, state: &str, iterations: u32| {
        format!(
            "chess --engine {FAULTY} --state {} --parameters {} --iterations {iterations} --pairs 2 --nodes 1 --seed 3 -- \
             -maxmoves 12 -openings file=start{faults}",
            at.join(state).display(),
            list.display()
        )
    };
    let (code, out, err) = run(SPSA, &line(" -each arg=tunable", "a", 3));
    assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
    assert!(out.starts_with("# 3 of 3 iterations, games +") && out.contains("\nlmr_base "), "{out}");
    // All is done already: the same again.
    assert_eq!(run(SPSA, &line(" -each arg=tunable", "a", 3)).1, out);
    refused(SPSA, &line(" -each arg=tunable", "a", 4), "is the state of another run");
    refused(SPSA, &line("", "b", 3), "has no option razoring_base that takes");
    refused(SPSA, &line(" -rounds 7", "c", 3), "behind '--' stands what limits searches and games");
    fs::write(at.join("d"), "[]").unwrap();
    refused(SPSA, &line(" -each arg=tunable", "d", 3), "is no state of a run");
    fs::write(&list, "razoring_base 1\n").unwrap();
    refused(SPSA, &line(" -each arg=tunable", "e", 3), "line 1, 'razoring_base 1': wanted is a value");
}
