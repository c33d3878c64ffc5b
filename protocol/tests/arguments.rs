//! The command line.

#![allow(clippy::unwrap_used, reason = "a test that cannot run the engine has failed")]

mod common;

use std::io::Write;
use std::process::{Command, Stdio};

use common::run;
use movegen::variants::NAMES;

#[test]
fn bench_is_repeatable_and_ends_with_node_sum() {
    // Test frameworks append the arguments after the depth.
    let (code, out, err) = run(&["bench", "1", "1", "2", "default", "depth"]);
    assert_eq!(code, Some(0));
    let (games, last) = out.trim_end().rsplit_once('\n').unwrap();
    let games: Vec<(String, u64)> = games.lines().map(|line| line.split_once(' ').unwrap()).map(counted).collect();
    // Games that share the bench of their base do not count.
    let signature = include_str!("../../benches/signature.txt").lines().filter_map(|line| line.split_once(' '));
    let names = signature.map(|(name, _)| name).filter(|name| *name != "total");
    assert!(games.iter().map(|(name, _)| name.as_str()).eq(names), "{out}");
    let sum: u64 = games.iter().map(|(_, nodes)| nodes).sum();
    assert!(last.starts_with(&format!("{sum} nodes ")) && last.ends_with(" nps"), "{out}");
    assert!(err.contains(&format!("\nNodes searched  : {sum}\n")), "{err}");
    let (_, again, _) = run(&["bench 1 1 2"]);
    assert!(games.iter().all(|(name, nodes)| again.contains(&format!("{name} {nodes}\n"))), "{out}{again}");
}

fn counted((name, nodes): (&str, &str)) -> (String, u64) {
    (name.to_owned(), nodes.parse().unwrap())
}

#[test]
fn position_commands_run_without_a_protocol() {
    let (code, out, _) = run(&["perft", "empire", "3"]);
    assert!(code == Some(0) && out.contains("\nNodes searched: 20895\n"), "{out}");
    let (code, out, _) = run(&["d", "chess", "fen", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "moves", "e1g1"]);
    assert!(code == Some(0) && out.contains("Fen: 4k3/8/8/8/8/8/8/5RK1 b - - 1 1"), "{out}");
    let (code, out, _) = run(&["go", "empire", "depth", "2"]);
    assert!(code == Some(0) && out.lines().last().unwrap().starts_with("bestmove "), "{out}");
    let (code, out, _) = run(&["show", "2"]);
    assert!(code == Some(0) && NAMES.iter().all(|name| out.contains(&format!("\n{name}\n"))), "{out}");
}

#[test]
fn version_help_and_license_are_printed() {
    for (argument, word) in [
        ("--version", "upheaval 0"),
        ("version", "Upheaval 0"),
        ("uci --help", "Usage"),
        ("play --help", "--resume"),
        ("--help", "perft"),
        ("license", "MIT"),
        ("compiler", "settings : "),
    ] {
        let (code, out, err) = run(&[argument]);
        assert!(code == Some(0) && out.contains(word) && err.is_empty(), "{argument}: {out} {err}");
    }
}

#[test]
fn every_subcommand_prints_help() {
    for name in ["uci", "xboard", "play", "show", "go", "perft", "d", "eval", "bench", "genfens", "license", "compiler"]
    {
        let (code, out, err) = run(&[name, "--help"]);
        assert!(
            code == Some(0) && out.contains(&format!("Usage: upheaval {name}")) && err.is_empty(),
            "{name}: {out}{err}"
        );
    }
}

#[test]
fn invalid_arguments_exit_with_code_2() {
    for arguments in [
        &["frobnicate"][..],
        &["perft"],
        &["perft", "checkers", "3"],
        &["d", "fen", "8/8"],
        &["go", "chess"],
        &["bench", "x"],
        &["show", "0"],
        &["uci", "now"],
        &["xboard", "checkers"],
        &["play", "chess", "--level", "21"],
    ] {
        let (code, out, err) = run(arguments);
        assert_eq!((code, out.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(err.starts_with("upheaval: ") || err.starts_with("error: "), "{arguments:?}: {err}");
    }
}

#[test]
fn closed_output_ends_the_engine_quietly() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_upheaval"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"isready\n").unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    drop(input);
}
