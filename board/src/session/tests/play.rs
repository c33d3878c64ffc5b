//! Playing: turns, seals, clocks, offers, pages.

use std::time::Duration;

use serde_json::json;
use sha2::{Digest, Sha256};

use super::{Bench, against_engine, humans};
use crate::messages::Value;
use crate::session::Served as _;
use crate::think::{Thought, ThoughtLine};

#[test]
fn undo_takes_back_the_engines_reply() {
    let mut bench = Bench::new();
    bench.done(against_engine("chess"));
    bench.play("e2e4");
    let state = bench.state();
    assert_eq!((&state["thinking"]["side"], &state["mayMove"]["white"]), (&json!("black"), &json!(false)));
    bench.engine_plays("e7e5");
    let state = bench.state();
    assert_eq!(state["history"][1]["moves"][0]["san"], "e5");
    assert_eq!(state["lastMove"], json!(["e7", "e5"]));
    let undo = bench.now(json!({"part": "game", "type": "undo"}));
    bench.done(undo);
    assert_eq!(bench.state()["history"], json!([]));
    let undo = bench.now(json!({"part": "game", "type": "undo"}));
    bench.refused(undo, "illegal");
}

#[test]
fn engine_value_comes_with_its_move() {
    let mut bench = Bench::new();
    bench.done(against_engine("chess"));
    bench.play("e2e4");
    let (run, _) = bench.next_search();
    let line = ThoughtLine { rank: 1, value: Value::Centipawns(12), depth: 8, moves: vec!["e7e5".to_owned()] };
    let best = Some("e7e5".to_owned());
    bench.session.thought(run, Thought { best, lines: vec![line], done: true, ..Thought::default() });
    assert_eq!(bench.state()["history"][1]["value"], json!({"centipawns": 12}));
}

#[test]
fn late_answer_after_undo_is_ignored() {
    let mut bench = Bench::new();
    bench.done(against_engine("chess"));
    bench.play("e2e4");
    let (run, _) = bench.next_search();
    let undo = bench.now(json!({"part": "game", "type": "undo"}));
    bench.done(undo);
    let late = Thought { best: Some("e7e5".to_owned()), done: true, ..Thought::default() };
    bench.session.thought(run, late);
    assert_eq!(bench.state()["history"], json!([]));
}

#[test]
fn engine_seals_its_choice_first() {
    let mut bench = Bench::new();
    bench.done(against_engine("apocalypse"));
    let early = bench.now(json!({"part": "game", "type": "play", "side": "white", "move": "a2a3"}));
    bench.refused(early, "not-sealed");
    bench.engine_plays("a4a3");
    let state = bench.state();
    let hash = state["sealed"][0]["hash"].as_str().unwrap().to_owned();
    assert!(!state.to_string().contains("a4a3") && state["mayMove"]["white"] == json!(true));
    let play = bench.now(json!({"part": "game", "type": "play", "side": "white", "move": "e2e3"}));
    bench.done(play);
    let state = bench.state();
    let made = &state["history"][0]["moves"][1];
    assert_eq!((&made["move"], &made["sealed"]["hash"]), (&json!("a4a3"), &json!(hash)));
    let text = format!("a4a3 {}", made["sealed"]["nonce"].as_str().unwrap());
    let computed: String = Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(computed, hash);
}

#[test]
fn first_choice_stays_secret() {
    let mut bench = Bench::new();
    bench.done(humans("apocalypse"));
    let first = bench.now(json!({"part": "game", "type": "play", "side": "white", "move": "a1b3"}));
    let messages = bench.send(1, first);
    assert!(!messages.iter().any(|message| message.to_string().contains("a1b3")));
    let state = bench.state();
    assert_eq!((&state["chosen"], &state["history"]), (&json!({"white": true, "black": false}), &json!([])));
    let second = bench.now(json!({"part": "game", "type": "play", "side": "black", "move": "a4b3"}));
    bench.done(second);
    let events = bench.state()["history"][0]["events"].clone();
    assert_eq!(events[1], json!({"event": "gamble", "side": "black", "played": true, "words": events[1]["words"]}));
}

#[test]
fn fallen_flag_loses() {
    let mut bench = Bench::new();
    let mut new = humans("empire");
    new["time"] = json!({"seconds": 60, "increment": 1});
    bench.done(new);
    bench.pass(100);
    bench.play("e1e2");
    bench.pass(20);
    bench.play("e7e5");
    let state = bench.state();
    assert_eq!(state["clocks"]["black"], json!({"left": 41_000, "running": false}));
    assert_eq!(state["history"][1]["moves"][0]["millis"], json!(20_000));
    bench.pass(70);
    assert!(bench.session.next_tick().unwrap() < *bench.time.0.lock().unwrap());
    bench.session.tick();
    assert_eq!(bench.state()["result"]["words"], "Black wins on time.");
}

#[test]
fn draw_offers_are_declined_or_accepted() {
    let mut bench = Bench::new();
    bench.done(humans("chess"));
    let offer = bench.now(json!({"part": "game", "type": "offerDraw", "side": "white"}));
    bench.done(offer);
    assert_eq!(bench.state()["drawOffer"], "white");
    bench.play("e2e4");
    assert_eq!(bench.state()["drawOffer"], "white", "an offer stands until the opponent moves");
    bench.play("e7e5");
    assert_eq!(bench.state()["drawOffer"], json!(null), "a move declines");
    for side in ["white", "black"] {
        let offer = bench.now(json!({"part": "game", "type": "offerDraw", "side": side}));
        bench.done(offer);
    }
    assert_eq!(bench.state()["result"]["words"], "Draw by agreement.");
    let more = bench.now(json!({"part": "game", "type": "play", "move": "d2d4"}));
    bench.refused(more, "over");
    let undo = bench.now(json!({"part": "game", "type": "undo"}));
    bench.done(undo);
    assert_eq!(bench.state()["result"], json!(null), "undo resumes the game");
}

#[test]
fn resignation_loses() {
    let mut bench = Bench::new();
    bench.done(against_engine("subversion"));
    let other = bench.now(json!({"part": "game", "type": "resign", "side": "black"}));
    bench.refused(other, "not-your-turn");
    let resign = bench.now(json!({"part": "game", "type": "resign", "side": "white"}));
    bench.done(resign);
    assert_eq!(bench.state()["result"]["score"], "0-1");
}

#[test]
fn one_page_plays_and_others_watch() {
    let mut bench = Bench::new();
    bench.done(humans("chess"));
    assert_eq!(
        bench.send(2, json!({"part": "position", "type": "view"})).pop().unwrap()["code"],
        "malformed",
        "hello comes first"
    );
    let welcome = bench.send(2, json!({"part": "session", "type": "hello", "protocol": 2})).pop().unwrap();
    assert_eq!(welcome["plays"], json!(false));
    let play = bench.now(json!({"part": "game", "type": "play", "move": "e2e4"}));
    assert_eq!(bench.send(2, play.clone()).pop().unwrap()["code"], "watching");
    assert_eq!(bench.send(2, json!({"part": "position", "type": "choices"})).pop().unwrap()["type"], "choices");
    bench.send(2, json!({"part": "session", "type": "sit"}));
    let messages = bench.send(2, play);
    assert_eq!(messages[0]["type"], "state");
    bench.session.gone(2);
    assert_eq!(bench.messages(1).pop().unwrap(), json!({"type": "role", "plays": true, "pages": 1}));
}

#[test]
fn move_for_an_earlier_version_is_stale() {
    let mut bench = Bench::new();
    bench.done(humans("chess"));
    let version = bench.state()["version"].clone();
    bench.play("e2e4");
    bench.refused(json!({"part": "game", "type": "play", "version": version, "move": "e7e5"}), "stale");
}

#[test]
fn engine_games_have_a_pace() {
    let mut bench = Bench::new();
    let engine = json!({"kind": "engine", "level": 1});
    bench.done(json!({"part": "library", "type": "new", "variant": "chess", "white": engine, "black": engine}));
    bench.engine_plays("e2e4");
    assert_eq!(bench.state()["history"].as_array().unwrap().len(), 0);
    let due = bench.session.next_tick().unwrap();
    assert_eq!(due, Duration::from_millis(800));
    *bench.time.0.lock().unwrap() = due;
    bench.session.tick();
    assert_eq!(bench.state()["history"].as_array().unwrap().len(), 1);
    bench.engine_plays("e7e5");
    let version = bench.state()["version"].clone();
    bench.done(json!({"part": "game", "type": "moveNow", "version": version}));
    assert_eq!(bench.state()["history"].as_array().unwrap().len(), 2);
    bench.engine_plays("g1f3");
    let version = bench.state()["version"].clone();
    bench.done(json!({"part": "game", "type": "undo", "version": version}));
    *bench.time.0.lock().unwrap() = due * 9;
    bench.session.tick();
    assert_eq!(bench.state()["history"].as_array().unwrap().len(), 1, "a held choice is dropped by undo");
}
