//! What is told of a search, in a game and in analysis.

use crate::common::Engine;

#[test]
fn thoughts_are_depth_score_time_nodes_and_moves() {
    let mut engine = Engine::start_xboard("normal");
    let said = engine.asked("sd 4\ngo");
    let thoughts: Vec<&String> = said.iter().filter(|line| line.starts_with(|c: char| c.is_ascii_digit())).collect();
    assert!(thoughts.len() >= 4, "{said:#?}");
    for line in thoughts {
        let fields: Vec<&str> = line.split(' ').collect();
        assert!(fields[..4].iter().all(|field| field.parse::<i64>().is_ok()), "{line}");
        assert!(fields.len() > 4, "{line}");
    }
    assert!(engine.asked("nopost\ngo").iter().all(|line| line.starts_with("move ")));
}

#[test]
fn a_mate_is_a_hundred_thousand_and_its_distance() {
    let mut engine = Engine::start_xboard("normal");
    engine.send("force\nsetboard 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\nsd 4\ngo");
    let said = engine.until("1-0 {checkmate}");
    assert!(said.iter().any(|line| line.contains(" 100001 ")), "{said:#?}");
}

#[test]
fn moves_can_be_excluded_from_the_analysis() {
    let mut engine = Engine::start_xboard("normal");
    engine.send("force\nexclude all\ninclude a2a3\nanalyze");
    let said = engine.until("2 ");
    engine.asked("exit");
    let thoughts: Vec<&String> = said.iter().filter(|line| line.starts_with(|c: char| c.is_ascii_digit())).collect();
    assert!(!thoughts.is_empty() && thoughts.iter().all(|line| line.split(' ').nth(4) == Some("a2a3")), "{said:#?}");
    assert_eq!(engine.asked("exclude e2e5"), ["Error (no such move): e2e5"]);
}

#[test]
fn an_analysis_follows_the_moves_and_tells_how_far_it_is() {
    let mut engine = Engine::start_xboard("normal");
    engine.send("analyze\nusermove e2e4");
    engine.until("1 ");
    engine.send(".");
    let status = engine.until("stat01: ").pop().unwrap();
    assert!(status.split(' ').skip(1).all(|word| word.parse::<u64>().is_ok()), "{status}");
    engine.send("undo\nnew\nusermove d2d4\n.\nexit");
    let said = engine.pong();
    assert!(!said.iter().any(|line| line.starts_with("stat01")), "who leaves at once wants no answer: {said:#?}");
}

/// A weakened engine looks at a few plies only, and would never come to the depth that is waited for.
#[test]
fn an_analysis_is_at_full_strength_whatever_the_skill() {
    let mut engine = Engine::start_xboard("normal");
    engine.send("option SkillLevel=0\npost\nforce\nanalyze");
    engine.until("10 ");
    engine.asked("exit");
}

#[test]
fn a_mate_is_told_once_while_a_move_is_thought_about() {
    let mut engine = Engine::start_xboard("normal");
    engine.send("post\nforce\nsetboard 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1\nsd 20\ngo");
    let lines = engine.until("move ");
    assert_eq!(lines.iter().filter(|line| line.contains(" 100001 ")).count(), 1, "{lines:#?}");
}
