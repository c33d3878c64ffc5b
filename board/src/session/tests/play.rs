//! Playing: turns, seals, clocks, offers, pages.

use std::time::Duration;

use serde_json::json;
use sha2::{Digest, Sha256};

use super::{Bench, against_engine, humans};

#[test]
fn the_engine_answers_and_its_last_two_plies_are_taken_back_together() {
    let mut bench = Bench::new();
    bench.done(against_engine("chess"));
    bench.play("e2e4");
    let state = bench.state();
    assert_eq!((&state["thinking"]["side"], &state["mayMove"]["white"]), (&json!("black"), &json!(false)));
    bench.engine_plays("e7e5");
    let state = bench.state();
    assert_eq!(state["history"][1]["moves"][0]["san"], "e5");
    assert_eq!(state["lastMove"], json!(["e7", "e5"]));
    let undo = bench.now(json!({"to": "game", "type": "undo"}));
    bench.done(undo);
    assert_eq!(bench.state()["history"], json!([]));
    let undo = bench.now(json!({"to": "game", "type": "undo"}));
    bench.refused(undo, "illegal");
}

#[test]
fn an_answer_to_a_move_taken_back_is_not_heard() {
    let mut bench = Bench::new();
    bench.done(against_engine("chess"));
    bench.play("e2e4");
    let (run, _) = bench.wanted();
    let undo = bench.now(json!({"to": "game", "type": "undo"}));
    bench.done(undo);
    let late = crate::think::Thought { best: Some("e7e5".to_owned()), done: true, ..Default::default() };
    bench.session.thought(run, late);
    assert_eq!(bench.state()["history"], json!([]));
}

#[test]
fn the_engine_seals_its_choice_before_the_player_chooses_and_can_be_held_to_it() {
    let mut bench = Bench::new();
    bench.done(against_engine("apocalypse"));
    let early = bench.now(json!({"to": "game", "type": "play", "side": "white", "move": "a2a3"}));
    bench.refused(early, "not-sealed");
    bench.engine_plays("a4a3");
    let state = bench.state();
    let hash = state["sealed"][0]["hash"].as_str().unwrap().to_owned();
    assert!(!state.to_string().contains("a4a3") && state["mayMove"]["white"] == json!(true));
    let play = bench.now(json!({"to": "game", "type": "play", "side": "white", "move": "e2e3"}));
    bench.done(play);
    let state = bench.state();
    let made = &state["history"][0]["moves"][1];
    assert_eq!((&made["move"], &made["sealed"]["hash"]), (&json!("a4a3"), &json!(hash)));
    let text = format!("a4a3 {}", made["sealed"]["nonce"].as_str().unwrap());
    let computed: String = Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(computed, hash);
}

#[test]
fn what_one_of_two_people_has_chosen_is_not_told_before_the_other_has() {
    let mut bench = Bench::new();
    bench.done(humans("apocalypse"));
    let first = bench.now(json!({"to": "game", "type": "play", "side": "white", "move": "a1b3"}));
    let told = bench.say(1, first);
    assert!(!told.iter().any(|message| message.to_string().contains("a1b3")));
    let state = bench.state();
    assert_eq!((&state["chosen"], &state["history"]), (&json!({"white": true, "black": false}), &json!([])));
    let second = bench.now(json!({"to": "game", "type": "play", "side": "black", "move": "a4b3"}));
    bench.done(second);
    let events = bench.state()["history"][0]["events"].clone();
    assert_eq!(events[1], json!({"event": "gamble", "side": "black", "played": true, "words": events[1]["words"]}));
}

#[test]
fn clocks_run_from_the_first_move_and_a_fallen_flag_loses() {
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
    assert_eq!(bench.state()["result"]["words"], "Black wins by time.");
}

#[test]
fn draws_are_offered_declined_and_agreed_to() {
    let mut bench = Bench::new();
    bench.done(humans("chess"));
    let offer = bench.now(json!({"to": "game", "type": "offerDraw", "side": "white"}));
    bench.done(offer);
    assert_eq!(bench.state()["drawOffer"], "white");
    bench.play("e2e4");
    assert_eq!(bench.state()["drawOffer"], json!(null), "a move declines");
    for side in ["white", "black"] {
        let offer = bench.now(json!({"to": "game", "type": "offerDraw", "side": side}));
        bench.done(offer);
    }
    assert_eq!(bench.state()["result"]["words"], "Draw by agreement.");
    let more = bench.now(json!({"to": "game", "type": "play", "move": "e7e5"}));
    bench.refused(more, "over");
    let undo = bench.now(json!({"to": "game", "type": "undo"}));
    bench.done(undo);
    assert_eq!(bench.state()["result"], json!(null), "taking back wakes the game");
}

#[test]
fn whoever_resigns_has_lost() {
    let mut bench = Bench::new();
    bench.done(against_engine("subversion"));
    let other = bench.now(json!({"to": "game", "type": "resign", "side": "black"}));
    bench.refused(other, "not-your-turn");
    let resign = bench.now(json!({"to": "game", "type": "resign", "side": "white"}));
    bench.done(resign);
    assert_eq!(bench.state()["result"]["score"], "0-1");
}

#[test]
fn one_page_plays_and_the_others_watch() {
    let mut bench = Bench::new();
    bench.done(humans("chess"));
    assert_eq!(
        bench.say(2, json!({"to": "position", "type": "view"})).pop().unwrap()["code"],
        "malformed",
        "hello comes first"
    );
    let welcome = bench.say(2, json!({"to": "session", "type": "hello", "protocol": 2})).pop().unwrap();
    assert_eq!(welcome["plays"], json!(false));
    let play = bench.now(json!({"to": "game", "type": "play", "move": "e2e4"}));
    assert_eq!(bench.say(2, play.clone()).pop().unwrap()["code"], "watching");
    assert_eq!(bench.say(2, json!({"to": "position", "type": "choices"})).pop().unwrap()["type"], "choices");
    bench.say(2, json!({"to": "session", "type": "sit"}));
    let told = bench.say(2, play);
    assert_eq!(told[0]["type"], "state");
    bench.session.gone(2);
    assert_eq!(bench.told(1).pop().unwrap(), json!({"type": "role", "plays": true, "pages": 1}));
}

#[test]
fn a_move_for_a_state_that_has_passed_is_stale() {
    let mut bench = Bench::new();
    bench.done(humans("chess"));
    let version = bench.state()["version"].clone();
    bench.play("e2e4");
    bench.refused(json!({"to": "game", "type": "play", "version": version, "move": "e7e5"}), "stale");
}

#[test]
fn two_engines_leave_time_to_look_at_each_move_and_can_be_hurried() {
    let mut bench = Bench::new();
    let engine = json!({"kind": "engine", "level": 1});
    bench.done(json!({"to": "library", "type": "new", "variant": "chess", "white": engine, "black": engine}));
    bench.engine_plays("e2e4");
    assert_eq!(bench.state()["history"].as_array().unwrap().len(), 0);
    let due = bench.session.next_tick().unwrap();
    assert_eq!(due, Duration::from_millis(800));
    *bench.time.0.lock().unwrap() = due;
    bench.session.tick();
    assert_eq!(bench.state()["history"].as_array().unwrap().len(), 1);
    bench.engine_plays("e7e5");
    let version = bench.state()["version"].clone();
    bench.done(json!({"to": "game", "type": "moveNow", "version": version}));
    assert_eq!(bench.state()["history"].as_array().unwrap().len(), 2);
    bench.engine_plays("g1f3");
    let version = bench.state()["version"].clone();
    bench.done(json!({"to": "game", "type": "undo", "version": version}));
    *bench.time.0.lock().unwrap() = due * 9;
    bench.session.tick();
    assert_eq!(bench.state()["history"].as_array().unwrap().len(), 1, "a choice of what was taken back is not played");
}
