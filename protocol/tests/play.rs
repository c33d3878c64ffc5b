//! Tests `play` over pipes: a script plays every game to a result, and invalid input changes nothing.

#![cfg(feature = "play")]
#![allow(clippy::unwrap_used, reason = "a test that cannot talk to the engine has failed")]

mod common;

use common::{Engine, run};
use movegen::variants::NAMES;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

/// Beginnings of the last line before each prompt: the side to move, the result, a confirmation or an error.
const ENDS: [&str; 6] = ["White to ", "Black to ", "Game over: ", "Error: ", "Saved in ", "upheaval: "];

/// Starts a deterministic game at the weakest level.
fn play(game: &str, more: &[&str]) -> Engine {
    let fixed = ["play", game, "--level", "0", "--nodes", "100", "--seed", "1"];
    Engine::start_with(&[&fixed[..], more].concat())
}

/// Returns the legal moves as the program lists them.
fn moves(engine: &mut Engine) -> Vec<String> {
    engine.send("moves\nlevel");
    let mut lines = engine.until("The engine plays at level ");
    lines.pop();
    let begin = lines.iter().position(|line| line.starts_with("Legal moves (")).unwrap();
    let text = lines[begin..].join(" ");
    let (count, moves) = text.strip_prefix("Legal moves (").and_then(|text| text.split_once("): ")).unwrap();
    let moves: Vec<String> = moves.split(' ').map(str::to_owned).collect();
    assert_eq!(count.parse(), Ok(moves.len()), "{text}");
    moves
}

/// Plays random moves until the game is over and returns all output.
fn play_out(engine: &mut Engine, rng: &mut SmallRng) -> Vec<String> {
    let mut output = engine.until_any(&ENDS);
    while !output.last().unwrap().starts_with("Game over: ") {
        let moves = moves(engine);
        let m = &moves[rng.random_range(0..moves.len())];
        engine.send(m);
        let lines = engine.until_any(&ENDS);
        assert!(!lines.last().unwrap().starts_with("Error"), "{m}: {lines:#?}");
        output.extend(lines);
    }
    output
}

#[test]
fn every_game_is_played_to_a_result() {
    for (index, game) in NAMES.into_iter().enumerate() {
        let mut rng = SmallRng::seed_from_u64(index as u64);
        let color = ["white", "black"][index % 2];
        let mut engine = play(game, &["--color", color]);
        let output = play_out(&mut engine, &mut rng);
        let result = output.last().unwrap();
        assert!(["1-0 {", "0-1 {", "1/2-1/2 {"].iter().any(|score| result.contains(score)), "{game}: {result}");
        // No further move is accepted, and the process ends with its input.
        engine.send("moves");
        assert_eq!(engine.until("Error").last().unwrap(), "Error: the game is over; undo, new, load or quit");
        engine.hang_up();
        let (status, _, errors, _) = engine.end();
        assert!(status.success() && errors.is_empty(), "{game}: {status} {errors}");
    }
}

#[test]
fn engine_choice_is_sealed_until_the_user_moves() {
    let mut engine = play("apocalypse", &[]);
    let asked = engine.until("White to choose.");
    let sum = asked.iter().find_map(|line| line.strip_prefix("Black has chosen, sealed ")).unwrap().to_owned();
    assert!(sum.len() == 64 && sum.bytes().all(|byte| byte.is_ascii_hexdigit()), "{sum}");
    // Other commands do not change the sealed choice.
    engine.send("board\nmoves\neval\nlevel 3\nboard");
    let again = engine.until("The engine plays at level 3");
    assert!(again.contains(&format!("Black has chosen, sealed {sum}")), "{again:#?}");
    engine.send("a2a3");
    let output = engine.until("Turn 1: White a2a3, Black ");
    let opened = output.iter().find_map(|line| line.strip_prefix("Black's seal is of: ")).unwrap();
    let choice = opened.split(' ').next().unwrap();
    assert!(output.last().unwrap().contains(&format!("Black {choice}")), "{output:#?}");
}

#[test]
fn game_is_saved_and_resumed() {
    let folder = std::env::temp_dir().join(format!("upheaval-play-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for game in NAMES {
        let file = folder.join(format!("{game}.pgn"));
        let name = file.to_str().unwrap();
        let mut engine = play(game, &[]);
        engine.until_any(&ENDS);
        let mut rng = SmallRng::seed_from_u64(5);
        for _ in 0..6 {
            let moves = moves(&mut engine);
            engine.send(&moves[rng.random_range(0..moves.len())]);
            engine.until_any(&ENDS);
        }
        engine.send(&format!("save {name}"));
        assert_eq!(engine.until_any(&ENDS), [format!("Saved in '{name}'.")]);
        let fen = |engine: &mut Engine| {
            engine.send("fen\nlevel");
            engine.until("The engine plays at level 0").swap_remove(0)
        };
        let before = fen(&mut engine);
        let mut resumed = Engine::start_with(&["play", "--resume", name, "--nodes", "100"]);
        resumed.until_any(&ENDS);
        assert_eq!(fen(&mut resumed), before, "{game}");
        // A file of another game can be loaded. An existing file is not overwritten.
        let mut other = play("chess", &["--color", "both"]);
        other.until_any(&ENDS);
        other.send(&format!("save {name}"));
        assert!(other.until_any(&ENDS)[0].starts_with("Error: "));
        other.send(&format!("load {name}"));
        other.until_any(&ENDS);
        assert_eq!(fen(&mut other), before, "{game}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

/// gamedata/games/insurrection/specification.md, "Check": a queen attacks both knights of a junta.
#[test]
fn strict_game_is_played_saved_and_resumed() {
    let fork = "4k3/8/8/8/3q3N/8/8/N3K3 w - - 0 1 Nk";
    let begin = |more: &[&str]| Engine::start_with(&[&["play"], more, &["--color", "both"]].concat());
    let mut usual = begin(&["insurrection", "--fen", fork]);
    assert_eq!(usual.until_any(&ENDS).last().unwrap(), "White to move.");
    let mut other = begin(&["insurrection-strict", "--fen", fork]);
    assert_eq!(other.until_any(&ENDS).last().unwrap(), "Game over: 0-1 {checkmate}");
    let folder = std::env::temp_dir().join(format!("upheaval-rules-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("saved.pgn");
    other.send(&format!("new anarchism-strict\nsave {}", file.display()));
    other.until("Saved in ");
    assert!(std::fs::read_to_string(&file).unwrap().contains("[Variant \"anarchism-strict\"]"));
    let mut resumed = begin(&["--resume", file.to_str().unwrap()]);
    resumed.until_any(&ENDS);
    let again = folder.join("again.pgn");
    resumed.send(&format!("e2e4\nsave {}", again.display()));
    resumed.until("Saved in ");
    assert!(std::fs::read_to_string(&again).unwrap().contains("[Variant \"anarchism-strict\"]"));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn undo_restores_the_previous_position() {
    for game in NAMES {
        let mut engine = play(game, &[]);
        let fen = |engine: &mut Engine| {
            engine.send("fen\nlevel");
            let lines = engine.until("The engine plays at level 0");
            lines[lines.len() - 2].clone()
        };
        let before = fen(&mut engine);
        let m = moves(&mut engine).swap_remove(0);
        engine.send(&m);
        assert_ne!(fen(&mut engine), before);
        engine.send("undo");
        assert_eq!(fen(&mut engine), before, "{game}");
        engine.send("undo");
        assert_eq!(engine.until("Error: ").last().unwrap(), "Error: there is nothing to take back");
    }
}

#[test]
fn invalid_input_prints_one_error_and_changes_nothing() {
    let invalid = [
        "e2e9",
        "joho",
        "moves z9",
        "prices",
        "load /no/such/file",
        "save /no/such/folder/x",
        "level 21",
        "color pink",
        "new checkers",
        "undo",
        "\u{1b}[2J",
        "\u{0}",
        "💥",
        "e2e4 e7e5 and so on",
        "quit now",
        "Qh9",
        "é",
    ];
    let mut engine = play("chess", &[]);
    engine.until_any(&ENDS);
    for line in invalid {
        engine.send(&format!("{line}\nfen\nlevel"));
        let lines = engine.until("The engine plays at level 0");
        assert!(lines.len() == 3 && lines[0].starts_with("Error: "), "{line:?}: {lines:#?}");
        assert!(!lines[0].contains('\u{1b}'), "{lines:#?}");
        assert_eq!(lines[1], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "{line:?}");
    }
    engine.send_bytes(&[&vec![b'x'; (1 << 20) + 1][..], b"\n\xff\xfe\nquit\n"].concat());
    let lines = engine.until("Error: '\u{fffd}\u{fffd}'");
    assert_eq!(lines[0], "Error: the line is too long and was not read");
    let (status, _, errors, _) = engine.end();
    assert!(status.success() && errors.is_empty(), "{errors}");
}

#[test]
fn self_play_reaches_a_result() {
    for game in ["empire", "apocalypse"] {
        let mut engine = play(game, &["--color", "none"]);
        let output = engine.until("Game over: ");
        assert!(
            output.iter().any(|line| line == "White to move." || line.starts_with("Turn 2: ")),
            "{game}: {output:#?}"
        );
    }
}

#[test]
fn error_quotes_invalid_arguments() {
    let (code, output, error) = run(&["play", "chess", "--level", "99"]);
    assert_eq!((code, output.as_str()), (Some(2), ""));
    assert!(error.contains("invalid value '99'") && error.contains("level from 0 to 20"), "{error}");
    let (code, _, error) = run(&["play", "chess", "--fen", "8/8/8 w"]);
    assert!(code == Some(2) && error.starts_with("upheaval: invalid FEN"), "{error}");
}
