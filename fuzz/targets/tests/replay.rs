//! Runs every target with its corpus and with thousands of inputs changed by a fixed seed: a regression test for the findings of
//! libFuzzer (docs/fuzzing.md) and for the targets.

use fuzz_targets::replay::{Length, corpus, run};
use fuzz_targets::target;

const SEED: u64 = 0x5eed;

fn replay(name: &str, count: usize) {
    run(target(name), Length::Count(count), SEED);
}

#[test]
fn positions_and_moves_are_valid() {
    replay("fen", 4_000);
    replay("move_text", 10_000);
}

#[test]
fn arbitrary_games_keep_every_invariant() {
    replay("play", 150);
    replay("play_apocalypse", 150);
}

#[test]
fn conversations_answer_and_end() {
    replay("uci", 150);
    replay("xboard", 150);
}

#[test]
fn games_and_lists_can_be_played() {
    replay("lists", 5_000);
    replay("pgn", 2_000);
    replay("games", 3_000);
}

#[test]
fn files_can_be_written_again() {
    replay("network", 200);
    replay("weights", 2_000);
    replay("table", 500);
    replay("checkpoint", 500);
    replay("archive", 1_000);
    replay("definitions", 2_000);
}

#[test]
fn arena_survives_arbitrary_input() {
    replay("arena_state", 2_000);
    replay("arena_command", 5_000);
    replay("engine_output", 3_000);
}

#[test]
fn targets_have_corpus_program_and_test() {
    let here = include_str!("replay.rs");
    let programs = include_str!("../../Cargo.toml");
    for target in fuzz_targets::TARGETS {
        assert!(here.contains(&format!("replay(\"{}\"", target.name)), "{}", target.name);
        assert!(programs.contains(&format!("name = \"{}\"", target.name)), "{}", target.name);
        assert!(!corpus(target).is_empty(), "{}", target.name);
    }
}
