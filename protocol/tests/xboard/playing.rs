//! Moves, clocks, pings and pondering.

use std::time::{Duration, Instant};

use crate::common::Engine;
use crate::{moves, words};

#[test]
fn remove_keeps_the_color_of_the_engine() {
    let mut engine = Engine::start_xboard("normal");
    assert_eq!(moves(&engine.asked("sd 2\nusermove e2e4")).len(), 1);
    assert_eq!(moves(&engine.asked("usermove d2d4")).len(), 1);
    assert!(moves(&engine.asked("remove")).is_empty(), "the engine does not move");
    assert_eq!(moves(&engine.asked("usermove g1f3")).len(), 1, "the engine moves again");
    assert_eq!(moves(&engine.asked("playother\nforce\ngo")).len(), 1);
}

#[test]
fn force_stops_search_and_undo_reverts_one_ply() {
    let mut engine = Engine::start_xboard("normal");
    engine.send("usermove e2e4");
    let output = engine.asked("force");
    assert!(moves(&output).is_empty(), "{output:#?}");
    assert!(engine.asked("usermove e7e5\nundo\nusermove d7d5\nusermove e4d5").is_empty());
    assert!(engine.asked("undo\nundo\nundo\nusermove d2d4").is_empty());
    assert_eq!(words(engine.asked("undo\nundo")), ["Error (nothing to take back): undo"]);
}

#[test]
fn ping_waits_for_move_but_not_in_analysis() {
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
fn question_mark_makes_the_engine_move_now() {
    let mut engine = Engine::start_xboard("normal");
    assert!(engine.asked("?").is_empty(), "no search is running");
    engine.send("level 0 60 0\nusermove e2e4");
    std::thread::sleep(Duration::from_millis(50));
    engine.send("?");
    engine.until("move ");
}

#[test]
fn pondering_continues_after_the_expected_move() {
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
    let output = engine.asked("easy");
    assert!(moves(&output).is_empty());
}

#[test]
fn time_controls_of_every_form_produce_a_move() {
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
