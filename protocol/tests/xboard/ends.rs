//! Ends of games: who claims them, and when.

use movegen::variants::TURN_BASED;

use crate::common::Engine;
use crate::{moves, words};

#[test]
fn every_end_is_claimed_right_away_against_a_user() {
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
        let said = engine.asked(&format!("force\nsetboard {fen}\nplayother\nusermove {m}"));
        assert_eq!(said.last().map(String::as_str), Some(result), "{variant} {fen}: {said:#?}");
    }
}

#[test]
fn repetition_is_claimed_at_the_third_time() {
    for (variant, result) in [("normal", "1/2-1/2 {threefold repetition}"), ("empire", "{threefold repetition}")] {
        let mut engine = Engine::start_xboard(variant);
        let knights = if variant == "normal" { "g1f3\ng8f6\nf3g1\nf6g8" } else { "e1e2\ng8f6\ne2e1\nf6g8" };
        // The last move is the user's, for whom the engine plays Black.
        let said = engine.asked(&format!("force\n{knights}\n{knights}"));
        assert!(words(said).is_empty(), "in force mode nobody plays");
        let said = engine.asked("undo\nplayother");
        let said = [said, engine.asked("usermove f6g8")].concat();
        assert!(said.iter().any(|line| line.ends_with(result)), "{variant}: {said:#?}");
    }
}

#[test]
fn against_a_program_the_loser_claims_at_once_and_the_winner_a_little_later() {
    let mut engine = Engine::start_xboard("empire");
    let fen = "8/3K4/8/8/8/7k/8/q7 w - - 0 1";
    let said = engine.asked(&format!("computer\nforce\nsetboard {fen}\nplayother\nusermove d7d8"));
    assert_eq!(said.last().unwrap(), "1-0 {campmate}", "it has lost");
    let said = engine.asked(&format!("new\nvariant empire\ncomputer\nforce\nsetboard {fen}\nsd 2\ngo"));
    assert!(said.last().unwrap().starts_with("move d7"), "the loser may say so first: {said:#?}");
    engine.until("1-0 {campmate}");
}

/// Two engines play through a referee that only passes moves on, as XBoard does, and agree on every end.
#[test]
fn two_engines_play_games_of_every_kind_to_a_claimed_result() {
    for name in TURN_BASED {
        let variant = if name == "chess" { "normal" } else { name };
        let mut engines = [Engine::start_xboard(variant), Engine::start_xboard(variant)];
        for engine in &mut engines {
            engine.asked("computer\nforce\nsd 1\nnopost");
        }
        let mut said = words(engines[0].asked("go"));
        let mut side = 0;
        for ply in 0..600 {
            assert!(ply < 599 || name != "empire", "{name} does not end");
            if let Some(claim) = said.iter().find(|line| line.contains('{')) {
                assert!(["1-0", "0-1", "1/2"].iter().any(|score| claim.starts_with(score)), "{claim}");
                break;
            }
            let made: Vec<String> = moves(&said).into_iter().map(str::to_owned).collect();
            let [m] = &made[..] else { break };
            side = 1 - side;
            said = words(engines[side].asked(&format!("usermove {m}{}", if ply == 0 { "\ngo" } else { "" })));
            assert!(
                !said.iter().any(|line| line.starts_with("Illegal") || line.starts_with("Error")),
                "{name}: {said:#?}"
            );
        }
    }
}
