//! The subcommands as a shell runs them: output, files, errors.

#![allow(clippy::unwrap_used, reason = "a test that cannot run the tools has failed")]

mod common;

use std::fs;

use common::{folder, run};

use common::faulty;

/// An error message that contains this, no output, and this exit code.
fn rejected(expected: i32, line: &str, why: &str) {
    let (code, out, err) = run(line);
    assert_eq!((code, out.as_str()), (Some(expected), ""), "{line}: {err}");
    assert!(err.contains(why) && err.ends_with('\n'), "{line}: {err}");
}

#[test]
fn invalid_command_lines_have_exit_code_2() {
    rejected(2, "openings chess 0", "invalid value '0' for '[NUMBER]'");
    rejected(2, "openings chess 1 --shortest 9 --longest 4", "--shortest 9 is more than --longest 4");
    rejected(2, "openings checkers", "no game is called 'checkers'; the games are chess, ");
    rejected(2, "sprt 1 2", "3 values required");
    rejected(2, "sprt 1 2 3 4", "expected three counts of games or five counts of pairs");
    rejected(2, "opening", "a similar subcommand exists: 'openings'");
    rejected(2, "-fast", "unexpected argument '--fast' found");
    rejected(2, "-rounds 3", "arena: a match needs two engines, but none was given\n");
    rejected(2, "", "Usage: arena");
}

#[test]
fn every_subcommand_prints_help_and_version() {
    for tool in ["match", "check", "openings", "pgn", "pgn filter", "sprt", "spsa", ""] {
        let (code, out, err) = run(&format!("{tool} --help"));
        assert!(code == Some(0) && out.contains("Usage: arena") && err.is_empty(), "{tool}: {out}{err}");
        if tool != "pgn filter" {
            let (code, out, _) = run(&format!("{tool} --version"));
            assert!(
                code == Some(0) && out.starts_with("arena") && out.contains(env!("CARGO_PKG_VERSION")),
                "{tool}: {out}"
            );
        }
    }
    let (_, out, _) = run("-version");
    assert!(out.starts_with("arena with the options of fastchess 1.8.2, Upheaval "), "{out}");
    let (_, out, _) = run("match --help");
    assert!(
        ["timemargin=MS", "--rounds <N>", "movenumber=N", "--stop-ms <MS>"].iter().all(|text| out.contains(text)),
        "{out}"
    );
}

#[test]
fn openings_and_sprt_print_their_results() {
    let (code, out, _) = run("openings empire 3 --seed 2 --shortest 3 --longest 4 --depth 2 --margin 200");
    assert_eq!((code, out.lines().count()), (Some(0), 3), "{out}");
    // Source: app/tests/elo_test.cpp of fastchess.
    let (code, out, _) = run("sprt 136 111 96");
    assert!(code == Some(0) && out.starts_with("Elo: +40.70 +/- 30.43, nElo: +49.77 +/- 36.77\n"), "{out}");
    let (_, out, _) = run("sprt 100 50 100");
    assert!(out.starts_with("Elo: +0.00 ") && !out.contains("-0.00"), "{out}");
}

#[test]
fn game_of_a_file_has_openings_and_spsa() {
    let at = folder("own-game");
    let (file, state) = (at.join("own.ini").display().to_string(), at.join("state").display().to_string());
    fs::write(&file, "[sixth:chess]\nflagPiece = p\nflagRegionWhite = *6\nflagRegionBlack = *3\n").unwrap();
    let (code, out, err) = run(&format!("openings sixth 2 --variants {file} --depth 1 --margin 500"));
    assert_eq!((code, out.lines().count()), (Some(0), 2), "{err}");
    let spsa = format!("--engine {} --state {state} --iterations 1 --pairs 1 --nodes 1", faulty());
    let (code, out, err) = run(&format!("spsa sixth --variants {file} {spsa} -- -each arg=tunable -maxmoves 12"));
    assert!(code == Some(0) && out.starts_with("# 1 of 1 iterations, games +"), "{err}");
    for line in [format!("spsa sixth {spsa}"), "openings sixth".to_owned(), "pgn --variant sixth list x".to_owned()] {
        rejected(2, &line, "no game is called 'sixth'; the games are chess, ");
    }
}

#[test]
fn spsa_run_is_resumed_from_its_state() {
    let at = folder("spsa");
    let list = at.join("list");
    fs::write(&list, "razoring_base\nlmr_base, int, 900, 300, 1500, 60, 0.5\n").unwrap();
    let line = |faults: &str, state: &str, iterations: u32| {
        format!(
            "spsa chess --engine {} --state {} --parameters {} --iterations {iterations} --pairs 2 --nodes 1 --seed 3 -- \
             -maxmoves 12 -openings file=start{faults}",
            faulty(),
            at.join(state).display(),
            list.display()
        )
    };
    let (code, out, err) = run(&line(" -each arg=tunable", "a", 3));
    assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
    assert!(out.starts_with("# 3 of 3 iterations, games +") && out.contains("\nlmr_base "), "{out}");
    let other = fs::File::create(at.join("a.lock")).unwrap();
    other.lock().unwrap();
    rejected(1, &line(" -each arg=tunable", "a", 3), "a': another process writes to it\n");
    drop(other);
    // The run is complete: the same output.
    assert_eq!(run(&line(" -each arg=tunable", "a", 3)).1, out);
    rejected(1, &line(" -each arg=tunable", "a", 4), "is the state of another run");
    rejected(1, &line("", "b", 3), "has no option razoring_base that takes");
    rejected(2, &line(" -rounds 7", "c", 3), "cannot be set after '--'");
    fs::write(at.join("d"), "[]").unwrap();
    rejected(1, &line(" -each arg=tunable", "d", 3), "is not the state of a run");
    fs::write(&list, "razoring_base 1\n").unwrap();
    rejected(1, &line(" -each arg=tunable", "e", 3), "line 1, 'razoring_base 1': expected min <= value <= max");
}
