//! Whatever a page sends, the state stays and the answer says why.

use serde_json::{Value, json};

use super::{Bench, against_engine, humans};
use engine::bench::Random;

#[test]
fn requests_out_of_order_or_beyond_measure_change_nothing() {
    let mut bench = Bench::new();
    for request in [
        json!({"to": "game", "type": "play", "version": 0, "move": "e2e4"}),
        json!({"to": "position", "type": "view"}),
        json!({"to": "analysis", "type": "review", "millis": 100}),
        json!({"to": "library", "type": "export"}),
    ] {
        bench.refused(request, "unknown");
    }
    bench.done(against_engine("chess"));
    let version = bench.state()["version"].clone();
    for (request, code) in [
        (json!({"to": "game", "type": "play", "version": version, "move": "e2e5"}), "illegal"),
        (json!({"to": "game", "type": "play", "version": version, "move": "💥"}), "illegal"),
        (json!({"to": "game", "type": "play", "version": version.as_u64().unwrap() + 1, "move": "e2e4"}), "stale"),
        (json!({"to": "game", "type": "declineDraw", "version": version}), "illegal"),
        (json!({"to": "game", "type": "moveNow", "version": version}), "illegal"),
        (json!({"to": "position", "type": "choices", "place": {"ply": 1}}), "unknown"),
        (json!({"to": "position", "type": "choices", "place": {"fen": "8/8"}}), "malformed"),
        (json!({"to": "position", "type": "choices", "place": {"variant": "apocalypse"}}), "malformed"),
        (
            json!({"to": "position", "type": "view", "place": {"variant": "chess", "moves": ["e2e4", "e2e4"]}}),
            "illegal",
        ),
        (json!({"to": "position", "type": "pay", "target": "d7"}), "unsupported"),
        (json!({"to": "position", "type": "pay", "place": {"variant": "subversion"}, "target": "z9"}), "malformed"),
        (json!({"to": "position", "type": "explain", "from": "e2", "to": "e22"}), "malformed"),
        (json!({"to": "analysis", "type": "analyse", "place": {"variant": "checkers"}}), "unknown"),
        (json!({"to": "analysis", "type": "review", "millis": 1}), "invalid"),
        (json!({"to": "position", "type": "odds", "ply": 4}), "unknown"),
        (json!({"to": "game", "type": "comment", "version": version, "ply": 0, "text": "early"}), "unknown"),
        (json!({"to": "game", "type": "comment", "version": version, "text": "x".repeat(1001)}), "invalid"),
        (json!({"to": "library", "type": "open", "game": 77}), "unknown"),
        (json!({"to": "library", "type": "list", "position": "8/8"}), "malformed"),
        (json!({"to": "learn", "type": "puzzle", "variant": "chess", "number": 0}), "unknown"),
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

/// Thousands of requests with bytes replaced, left out and put in.
#[test]
fn spoilt_requests_leave_the_state_as_it_was() {
    let mut bench = Bench::new();
    bench.done(humans("subversion"));
    let before = bench.state();
    let page = include_str!("../../../../docs/board-protocol.md");
    // What could succeed although it is spoilt is left out: it would be no spoilt request then.
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
        let told = bench.told(1);
        assert_eq!(told.len(), 1);
        assert!(told[0]["id"].is_u64());
    }
    let after: Value = bench.state();
    assert_eq!(after, before);
}
