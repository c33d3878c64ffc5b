//! Who plays when: moves, clocks, pings and pondering.

use std::time::{Duration, Instant};

use crate::common::Engine;
use crate::{moves, words};

#[test]
fn the_engine_answers_moves_and_keeps_its_colour_through_remove() {
    let mut engine = Engine::start_xboard("normal");
    assert_eq!(moves(&engine.asked("sd 2\nusermove e2e4")).len(), 1);
    assert_eq!(moves(&engine.asked("usermove d2d4")).len(), 1);
    assert!(moves(&engine.asked("remove")).is_empty(), "it stays quiet");
    assert_eq!(moves(&engine.asked("usermove g1f3")).len(), 1, "and plays on");
    assert_eq!(moves(&engine.asked("playother\nforce\ngo")).len(), 1);
}

#[test]
fn force_stops_a_search_without_a_move_and_undo_goes_one_ply_back() {
    let mut engine = Engine::start_xboard("normal");
    engine.send("usermove e2e4");
    let said = engine.asked("force");
    assert!(moves(&said).is_empty(), "{said:#?}");
    assert!(engine.asked("usermove e7e5\nundo\nusermove d7d5\nusermove e4d5").is_empty());
    assert!(engine.asked("undo\nundo\nundo\nusermove d2d4").is_empty());
    assert_eq!(words(engine.asked("undo\nundo")), ["Error (nothing to take back): undo"]);
}

#[test]
fn a_ping_is_answered_behind_the_move_but_at_once_in_analysis_and_pondering() {
    let mut engine = Engine::start_xboard("normal");
    engine.send("st 1\nusermove e2e4\nping 3");
    let lines = engine.until("pong 3");
    assert!(lines[lines.len() - 2].starts_with("move "), "{lines:#?}");
    engine.send("force\nanalyze");
    let begin = Instant::now();
    engine.pong();
    assert!(begin.elapsed() < Duration::from_secs(1), "{:?}", begin.elapsed());
    assert!(engine.asked("exit").iter().all(|line| !line.starts_with("move")));
}

#[test]
fn a_question_mark_makes_the_engine_move_now() {
    let mut engine = Engine::start_xboard("normal");
    assert!(engine.asked("?").is_empty(), "nothing is thought about");
    engine.send("level 0 60 0\nusermove e2e4");
    std::thread::sleep(Duration::from_millis(50));
    engine.send("?");
    engine.until("move ");
}

#[test]
fn pondering_goes_on_when_the_expected_move_comes() {
    let mut engine = Engine::start_xboard("normal");
    engine.send("hard\nst 1\nusermove e2e4");
    engine.until("move ");
    engine.send("hint");
    let hint = engine.until("Hint: ").pop().unwrap();
    engine.send(&format!("time 100\notim 100\nusermove {}", hint.strip_prefix("Hint: ").unwrap()));
    engine.until("move ");
    engine.send("hint");
    engine.until("Hint: ");
    engine.send("usermove a2a3");
    engine.until("move ");
    let said = engine.asked("easy");
    assert!(moves(&said).is_empty());
}

#[test]
fn finite_clocks_of_every_form_are_answered() {
    for clock in [
        "level 0 0 0.01\ntime 51",
        "st 0\ntime 30",
        "st 0.01",
        "sd 3\ntime 86400",
        "nps 1\nst 500",
        "st 1\nnps 500",
        "level 40 0:01 0",
    ] {
        let mut engine = Engine::start_xboard("normal");
        let begin = Instant::now();
        assert_eq!(moves(&engine.asked(&format!("force\n{clock}\ngo"))).len(), 1, "{clock}");
        assert!(begin.elapsed() < Duration::from_secs(10), "{clock}: {:?}", begin.elapsed());
    }
}
