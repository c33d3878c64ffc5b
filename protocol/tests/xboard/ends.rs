//! Game results: the side that claims them, and the time of the claim.

use std::io::Write;
use std::process::{Command, Stdio};
use std::time::Duration;

use movegen::variants::TURN_BASED;

use crate::common::Engine;
use crate::{moves, words};

#[test]
fn results_against_a_user_are_claimed_at_once() {
    for (variant, fen, m, result) in [
        ("normal", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8", "1-0 {checkmate}"),
        ("normal", "7k/8/4Q1K1/8/8/8/8/8 w - - 0 1", "e6f7", "1/2-1/2 {stalemate}"),
        ("normal", "7k/8/6K1/8/8/8/8/8 w - - 0 1", "g6h6", "1/2-1/2 {insufficient material}"),
        ("normal", "7k/8/6K1/8/8/8/8/R7 w - - 99 80", "a1a2", "1/2-1/2 {fifty-move rule}"),
        ("empire", "8/3K4/8/8/8/7k/8/q7 w - - 0 1", "d7d8", "1-0 {campmate}"),
        ("empire", "7k/8/4D1K1/8/8/8/8/8 w - - 0 1", "e6f7", "1-0 {stalemate}"),
        ("insurrection", "3k4/8/3K4/8/8/8/8/7R w - - 0 1", "h1h8", "1-0 {checkmate}"),
        ("subversion", "3k4/8/3K4/8/8/8/8/7R w - - 0 1", "h1h8", "1-0 {checkmate}"),
    ] {
        let mut engine = Engine::start_xboard(variant);
        let output = engine.asked(&format!("force\nsetboard {fen}\nplayother\nusermove {m}"));
        assert_eq!(output.last().map(String::as_str), Some(result), "{variant} {fen}: {output:#?}");
    }
}

#[test]
fn threefold_repetition_is_claimed() {
    for (variant, result) in [("normal", "1/2-1/2 {threefold repetition}"), ("empire", "{threefold repetition}")] {
        let mut engine = Engine::start_xboard(variant);
        let knights = if variant == "normal" { "g1f3\ng8f6\nf3g1\nf6g8" } else { "e1e2\ng8f6\ne2e1\nf6g8" };
        // The user makes the last move, and the engine plays Black.
        let output = engine.asked(&format!("force\n{knights}\n{knights}"));
        assert!(words(output).is_empty(), "the engine does not move in force mode");
        let output = engine.asked("undo\nplayother");
        let output = [output, engine.asked("usermove f6g8")].concat();
        assert!(output.iter().any(|line| line.ends_with(result)), "{variant}: {output:#?}");
    }
}

#[test]
fn losing_program_claims_before_the_winning_one() {
    let mut engine = Engine::start_xboard("empire");
    let fen = "8/3K4/8/8/8/7k/8/q7 w - - 0 1";
    let output = engine.asked(&format!("computer\nforce\nsetboard {fen}\nplayother\nusermove d7d8"));
    assert_eq!(output.last().unwrap(), "1-0 {campmate}", "the engine has lost");
    let output = engine.asked(&format!("new\nvariant empire\ncomputer\nforce\nsetboard {fen}\nsd 2\ngo"));
    assert!(output.last().unwrap().starts_with("move d7"), "the loser may claim first: {output:#?}");
    engine.until("1-0 {campmate}");
}

/// Two engines play through a referee that forwards moves as XBoard does, and agree on every result.
#[test]
fn two_engines_play_all_games_to_a_claim() {
    for name in TURN_BASED {
        let variant = if name == "chess" { "normal" } else { name };
        let mut engines = [Engine::start_xboard(variant), Engine::start_xboard(variant)];
        for engine in &mut engines {
            engine.asked("computer\nforce\nsd 1\nnopost");
        }
        let mut output = words(engines[0].asked("go"));
        let mut side = 0;
        for ply in 0..600 {
            assert!(ply < 599 || name != "empire", "{name} does not end");
            if let Some(claim) = output.iter().find(|line| line.contains('{')) {
                assert!(["1-0", "0-1", "1/2"].iter().any(|score| claim.starts_with(score)), "{claim}");
                break;
            }
            let made: Vec<String> = moves(&output).into_iter().map(str::to_owned).collect();
            let [m] = &made[..] else { break };
            side = 1 - side;
            output = words(engines[side].asked(&format!("usermove {m}{}", if ply == 0 { "\ngo" } else { "" })));
            assert!(
                !output.iter().any(|line| line.starts_with("Illegal") || line.starts_with("Error")),
                "{name}: {output:#?}"
            );
        }
    }
}

/// The output fills its pipe before the client reads it, so that the conversation is far behind its input.
#[test]
fn last_pong_follows_thousands_of_illegal_moves() {
    let mut engine =
        Command::new(env!("CARGO_BIN_EXE_upheaval")).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let script = format!("xboard\nprotover 2\nforce\n{}ping 7\nquit\n", "usermove a1a1\n".repeat(4_000));
    engine.stdin.take().unwrap().write_all(script.as_bytes()).unwrap();
    std::thread::sleep(Duration::from_millis(200));
    let output = engine.wait_with_output().unwrap().stdout;
    assert!(output.ends_with(b"pong 7\n"));
}
