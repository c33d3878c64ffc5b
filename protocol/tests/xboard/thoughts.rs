//! Thinking output during games and analysis.

use crate::common::Engine;

#[test]
fn thinking_lines_have_depth_score_time_nodes_moves() {
    let mut engine = Engine::start_xboard("normal");
    let output = engine.asked("sd 4\ngo");
    let thoughts: Vec<&String> = output.iter().filter(|line| line.starts_with(|c: char| c.is_ascii_digit())).collect();
    assert!(thoughts.len() >= 4, "{output:#?}");
    for line in thoughts {
        let fields: Vec<&str> = line.split(' ').collect();
        assert!(fields[..4].iter().all(|field| field.parse::<i64>().is_ok()), "{line}");
        assert!(fields.len() > 4, "{line}");
    }
    assert!(engine.asked("nopost\ngo").iter().all(|line| line.starts_with("move ")));
}

#[test]
fn mate_score_is_100000_plus_distance() {
    let mut engine = Engine::start_xboard("normal");
    engine.send("force\nsetboard 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\nsd 4\ngo");
    let output = engine.until("1-0 {checkmate}");
    assert!(output.iter().any(|line| line.contains(" 100001 ")), "{output:#?}");
}

#[test]
fn excluded_moves_are_not_analyzed() {
    let mut engine = Engine::start_xboard("normal");
    engine.send("force\nexclude all\ninclude a2a3\nanalyze");
    let output = engine.until("2 ");
    engine.asked("exit");
    let thoughts: Vec<&String> = output.iter().filter(|line| line.starts_with(|c: char| c.is_ascii_digit())).collect();
    assert!(!thoughts.is_empty() && thoughts.iter().all(|line| line.split(' ').nth(4) == Some("a2a3")), "{output:#?}");
    assert_eq!(engine.asked("exclude e2e5"), ["Error (no such move): e2e5"]);
}

#[test]
fn analysis_follows_moves_and_reports_progress() {
    let mut engine = Engine::start_xboard("normal");
    engine.send("analyze\nusermove e2e4");
    engine.until("1 ");
    engine.send(".");
    let status = engine.until("stat01: ").pop().unwrap();
    assert!(status.split(' ').skip(1).all(|word| word.parse::<u64>().is_ok()), "{status}");
    engine.send("undo\nnew\nusermove d2d4\n.\nexit");
    let output = engine.pong();
    assert!(
        !output.iter().any(|line| line.starts_with("stat01")),
        "a status request before exit is not answered: {output:#?}"
    );
}

/// A weakened engine searches only a few plies and would never reach this depth.
#[test]
fn analysis_ignores_the_skill_level() {
    let mut engine = Engine::start_xboard("normal");
    engine.send("option SkillLevel=0\npost\nforce\nanalyze");
    engine.until("10 ");
    engine.asked("exit");
}

#[test]
fn mate_is_reported_once_during_a_search() {
    let mut engine = Engine::start_xboard("normal");
    engine.send("post\nforce\nsetboard 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1\nsd 20\ngo");
    let lines = engine.until("move ");
    assert_eq!(lines.iter().filter(|line| line.contains(" 100001 ")).count(), 1, "{lines:#?}");
}

/// The line has a depth that satisfies every limit of a client.
#[test]
fn analysis_of_a_finished_game_prints_its_result() {
    let mut engine = Engine::start_xboard("normal");
    for (fen, line) in [
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "255 -100000 0 0 0-1 {checkmate}"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "255 0 0 0 1/2-1/2 {stalemate}"),
    ] {
        engine.send(&format!("force\nsetboard {fen}\nanalyze"));
        assert_eq!(engine.until("255 "), [line]);
        assert!(engine.asked(".\nexit").is_empty());
    }
    engine.asked("variant apocalypse\nsetboard 5/p4/5/5/N4 00");
    engine.send("analyze");
    assert!(engine.until("255 ").last().unwrap().ends_with('}'));
}
