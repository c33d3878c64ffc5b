//! Every target with its corpus and with thousands of changed inputs by a fixed seed. libFuzzer finds more (docs/fuzzing.md); this
//! keeps what it has found, and the targets themselves, from breaking.

use fuzz_targets::replay::{Length, corpora, run};
use fuzz_targets::target;

const SEED: u64 = 0x5eed;

fn replay(name: &str, count: usize) {
    run(target(name), &corpora(), Length::Count(count), SEED);
}

#[test]
fn whatever_position_or_move_is_read_is_one() {
    replay("fen", 4_000);
    replay("move_text", 10_000);
}

#[test]
fn games_of_arbitrary_moves_keep_every_invariant() {
    replay("play", 150);
    replay("play_apocalypse", 150);
}

#[test]
fn conversations_end_with_every_answer() {
    replay("uci", 150);
    replay("xboard", 150);
}

#[test]
fn whatever_game_or_list_is_read_can_be_played() {
    replay("lists", 5_000);
    replay("pgn", 2_000);
    replay("games", 3_000);
}

#[test]
fn whatever_file_is_read_can_be_written() {
    replay("network", 200);
    replay("weights", 2_000);
    replay("table", 500);
    replay("checkpoint", 500);
    replay("archive", 1_000);
}

#[test]
fn the_arena_believes_nobody() {
    replay("arena_state", 2_000);
    replay("arena_command", 5_000);
    replay("engine_output", 3_000);
}

#[test]
fn every_target_has_a_corpus_a_program_and_a_test() {
    let here = include_str!("replay.rs");
    let programs = include_str!("../../Cargo.toml");
    for target in fuzz_targets::TARGETS {
        assert!(here.contains(&format!("replay(\"{}\"", target.name)), "{}", target.name);
        assert!(programs.contains(&format!("name = \"{}\"", target.name)), "{}", target.name);
        assert!(corpora().join(target.name).is_dir(), "{}", target.name);
    }
}
