//! Invalid requests change nothing and get an error.

use serde_json::{Value, json};

use super::{Bench, against_engine, humans};
use crate::session::Served as _;
use engine::bench::Random;

#[test]
fn invalid_requests_change_nothing() {
    let mut bench = Bench::new();
    for request in [
        json!({"part": "game", "type": "play", "version": 0, "move": "e2e4"}),
        json!({"part": "position", "type": "view"}),
        json!({"part": "analysis", "type": "review", "millis": 100}),
        json!({"part": "library", "type": "export"}),
    ] {
        bench.refused(request, "unknown");
    }
    bench.done(against_engine("chess"));
    let version = bench.state()["version"].clone();
    for (request, code) in [
        (json!({"part": "game", "type": "play", "version": version, "move": "e2e5"}), "illegal"),
        (json!({"part": "game", "type": "play", "version": version, "move": "💥"}), "illegal"),
        (json!({"part": "game", "type": "play", "version": version.as_u64().unwrap() + 1, "move": "e2e4"}), "stale"),
        (json!({"part": "game", "type": "declineDraw", "version": version}), "illegal"),
        (json!({"part": "game", "type": "moveNow", "version": version}), "illegal"),
        (json!({"part": "position", "type": "choices", "place": {"ply": 1}}), "unknown"),
        (json!({"part": "position", "type": "choices", "place": {"fen": "8/8"}}), "malformed"),
        (json!({"part": "position", "type": "choices", "place": {"variant": "apocalypse"}}), "malformed"),
        (
            json!({"part": "position", "type": "view", "place": {"variant": "chess", "moves": ["e2e4", "e2e4"]}}),
            "illegal",
        ),
        (json!({"part": "position", "type": "pay", "target": "d7"}), "unsupported"),
        (json!({"part": "position", "type": "pay", "place": {"variant": "subversion"}, "target": "z9"}), "malformed"),
        (json!({"part": "position", "type": "explain", "from": "e2", "to": "e22"}), "malformed"),
        (json!({"part": "analysis", "type": "analyse", "place": {"variant": "checkers"}}), "unknown"),
        (json!({"part": "analysis", "type": "review", "millis": 1}), "invalid"),
        (json!({"part": "analysis", "type": "measure", "variant": "checkers"}), "unknown"),
        (json!({"part": "analysis", "type": "measure", "variant": "empire", "other": "\n💥"}), "unknown"),
        (json!({"part": "analysis", "type": "measure", "variant": "chess", "other": "chess"}), "invalid"),
        (json!({"part": "analysis", "type": "measure", "variant": "chess", "games": 9}), "invalid"),
        (json!({"part": "analysis", "type": "measure", "variant": "chess", "games": 10_001}), "invalid"),
        (json!({"part": "analysis", "type": "measure", "variant": "chess", "games": -1}), "malformed"),
        (json!({"part": "position", "type": "odds", "ply": 4}), "unknown"),
        (json!({"part": "game", "type": "comment", "version": version, "ply": 0, "text": "early"}), "unknown"),
        (json!({"part": "game", "type": "comment", "version": version, "text": "x".repeat(1001)}), "invalid"),
        (json!({"part": "library", "type": "open", "game": 77}), "unknown"),
        (json!({"part": "library", "type": "list", "position": "8/8"}), "malformed"),
        (json!({"part": "learn", "type": "puzzle", "variant": "apocalypse", "number": 99_999}), "unknown"),
    ] {
        bench.refused(request, code);
    }
    for (wrong, field) in [
        (json!({"fen": "8/8/8/8/8/8/8/8 x - - 0 1"}), "turn"),
        (json!({"white": {"kind": "engine", "level": 11}}), "white"),
        (json!({"black": {"kind": "human", "name": "x".repeat(61)}}), "black"),
        (json!({"time": {"seconds": 0}}), "time"),
    ] {
        let mut request = humans("chess");
        for (name, value) in wrong.as_object().unwrap() {
            request[name] = value.clone();
        }
        assert_eq!(bench.ask(request.clone())["field"], field);
        bench.refused(request, "invalid");
    }
}

/// Thousands of requests with replaced, deleted and inserted bytes.
#[test]
fn randomly_changed_requests_change_nothing() {
    let mut bench = Bench::new();
    bench.done(humans("subversion"));
    let before = bench.state();
    let page = include_str!("../../../../docs/board-protocol.md");
    // Requests that change something are excluded, because a changed one may be valid.
    let is_question = |line: &&str| {
        ["choices", "pay", "explain", "odds", "check", "validate"]
            .iter()
            .any(|kind| line.contains(&format!("\"type\": \"{kind}\"")))
    };
    let requests: Vec<&str> = page.lines().filter(|line| line.starts_with("{\"id\"")).filter(is_question).collect();
    let mut random = Random(5);
    for _ in 0..4000 {
        let mut bytes = requests[random.below(requests.len())].as_bytes().to_vec();
        for _ in 0..=random.below(4) {
            let at = random.below(bytes.len());
            match random.below(3) {
                0 => bytes[at] = b"{}[]\",:0-9ae\\\x00~"[random.below(15)],
                1 => drop(bytes.remove(at)),
                _ => bytes.insert(at, b'"'),
            }
        }
        bench.session.request(1, &String::from_utf8_lossy(&bytes));
        let answers = bench.messages(1);
        assert_eq!(answers.len(), 1);
        assert!(answers[0]["id"].is_u64());
    }
    let after: Value = bench.state();
    assert_eq!(after, before);
}
