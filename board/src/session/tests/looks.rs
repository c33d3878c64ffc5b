//! Analysis, threat, review.

use serde_json::json;

use super::{Bench, humans};
use crate::messages::Value;
use crate::session::Served as _;
use crate::think::{Lane, Thought, ThoughtLine};

fn thought(value: i32, best: &str, done: bool) -> Thought {
    let line = ThoughtLine { rank: 1, value: Value::Centipawns(value), depth: 5, moves: vec![best.to_owned()] };
    Thought { depth: 5, lines: vec![line], best: done.then(|| best.to_owned()), done, ..Thought::default() }
}

#[test]
fn analysis_ends_when_the_game_changes() {
    let mut bench = Bench::new();
    bench.done(humans("chess"));
    let run = bench.done(json!({"part": "analysis", "type": "analyse", "lines": 3}))["run"].as_u64().unwrap();
    let (searched, search) = bench.engines.0.lock().unwrap().front().cloned().unwrap();
    assert_eq!((searched, search.lane, search.lines, search.limits.time), (run, Lane::Look, 3, None));
    bench.session.thought(run, thought(20, "e2e4", false));
    let message = bench.messages(1).pop().unwrap();
    assert_eq!((&message["type"], &message["lines"][0]["san"][0]), (&json!("analysis"), &json!("e4")));
    bench.play("d2d4");
    assert!(bench.engines.0.lock().unwrap().is_empty(), "it was cancelled");
    bench.session.thought(run, thought(20, "e2e4", false));
    assert!(bench.messages(1).is_empty());
}

#[test]
fn threat_is_a_move_of_the_other_side() {
    let mut bench = Bench::new();
    bench.done(humans("chess"));
    bench.done(json!({"part": "analysis", "type": "threat"}));
    let (run, search) = bench.next_search();
    assert!(search.pass);
    bench.session.thought(run, thought(-20, "g8f6", true));
    let message = bench.messages(1).pop().unwrap();
    assert_eq!((&message["side"], &message["lines"][0]["san"][0]), (&json!("black"), &json!("Nf6")));
    bench.done(humans("apocalypse"));
    bench.refused(json!({"part": "analysis", "type": "threat"}), "unsupported");
}

#[test]
fn review_grades_moves_and_is_stored() {
    let mut bench = Bench::new();
    bench.done(humans("chess"));
    bench.play("e2e4");
    bench.play("e7e5");
    bench.done(json!({"part": "analysis", "type": "review", "millis": 50}));
    for (value, best) in [(30, "e2e4"), (20, "c7c5"), (400, "g1f3")] {
        let (run, search) = bench.next_search();
        assert_eq!(
            search.moves.len(),
            match best {
                "e2e4" => 0,
                "c7c5" => 1,
                _ => 2,
            }
        );
        bench.session.thought(run, thought(value, best, true));
    }
    let messages = bench.messages(1);
    let report = messages.iter().rfind(|message| message["type"] == "review").unwrap();
    assert_eq!((&report["over"], &report["done"]), (&json!(true), &json!(3)));
    assert_eq!((&report["notes"][0]["fault"], &report["notes"][1]["fault"]), (&json!(null), &json!("blunder")));
    assert_eq!(report["notes"][1]["better"], "c5");
    let text =
        bench.done(json!({"part": "library", "type": "export", "values": true}))["text"].as_str().unwrap().to_owned();
    assert!(text.contains("1. e4 {[%eval 0.20]} 1... e5 {[%eval 4.00] blunder; better was c5} *"), "{text}");
}

#[test]
fn finished_position_has_no_engine_value() {
    let mut bench = Bench::new();
    bench.done(humans("chess"));
    for text in ["f2f3", "e7e5", "g2g4", "d8h4"] {
        bench.play(text);
    }
    bench.done(json!({"part": "analysis", "type": "review", "millis": 50}));
    for best in ["e2e4", "e7e5", "e2e4", "d8h4"] {
        let (run, _) = bench.next_search();
        bench.session.thought(run, thought(0, best, true));
    }
    let text =
        bench.done(json!({"part": "library", "type": "export", "values": true}))["text"].as_str().unwrap().to_owned();
    let words: Vec<&str> = text.split_whitespace().collect();
    assert!(words.ends_with(&["2...", "Qh4#", "{checkmate}", "0-1"]), "{text}");
}

#[test]
fn catalogue_lists_games_with_books() {
    let mut bench = Bench::new();
    for game in crate::rules::catalogue::games() {
        let place = json!({"variant": game.variant});
        assert_eq!(game.book, gamedata::book(&game.variant).is_some());
        if !game.book {
            bench.refused(json!({"part": "position", "type": "book", "place": place}), "unsupported");
            continue;
        }
        let book = bench.done(json!({"part": "position", "type": "book", "place": place}));
        let first = &book["moves"][0];
        assert!(book["about"][0].as_str().is_some_and(|words| words.contains("games at")), "{book}");
        assert!(first["games"].as_u64() >= book["moves"][1]["games"].as_u64() && first["games"].as_u64() > Some(100));
    }
}

#[test]
fn book_counts_whites_points() {
    let mut bench = Bench::new();
    bench.done(humans("chess"));
    let share = |book: &serde_json::Value| {
        let moves = book["moves"].as_array().unwrap().clone();
        let sum = |name: &str| moves.iter().map(|known| known[name].as_f64().unwrap()).sum::<f64>();
        sum("white") / sum("games")
    };
    let first = bench.done(json!({"part": "position", "type": "book"}));
    let e4 = first["moves"].as_array().unwrap().iter().find(|known| known["move"] == "e2e4").unwrap();
    assert_eq!((&e4["san"], &e4["arrow"]), (&json!("e4"), &json!(["e2", "e4"])));
    bench.play("e2e4");
    let second = bench.done(json!({"part": "position", "type": "book"}));
    for book in [&first, &second] {
        assert!((0.5..0.6).contains(&share(book)), "{book}");
    }
    for text in ["a7a5", "a2a4", "a8a6", "h2h4", "h7h5", "h1h3"] {
        bench.play(text);
    }
    assert_eq!(bench.done(json!({"part": "position", "type": "book"}))["moves"], json!([]));
}
