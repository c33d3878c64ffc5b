//! Hosted games, tested through the messages of their pages.

use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

use super::*;
use crate::link::hexadecimal;
use crate::store::Memory;
use engine::bench::Random;
use sha2::{Digest, Sha256};

/// A world with a settable time and distinct secrets.
#[derive(Clone, Default)]
struct TestWorld(Arc<Mutex<(Duration, u8)>>);

impl World for TestWorld {
    fn now(&self) -> Duration {
        self.0.lock().unwrap().0
    }

    fn today(&self) -> String {
        "2026-01-31".to_owned()
    }

    fn secret(&mut self) -> [u8; 16] {
        let mut state = self.0.lock().unwrap();
        state.1 += 1;
        [state.1; 16]
    }
}

/// A hall and its pages.
struct Bench {
    hall: Hall,
    world: TestWorld,
    id: u32,
    received: Vec<(PageId, Value)>,
}

impl Bench {
    fn new() -> Self {
        Self::with(Memory::default(), TestWorld::default())
    }

    fn with(store: Memory, world: TestWorld) -> Self {
        let own = world.clone();
        let hall = Hall::new(Box::new(move || Box::new(own.clone())), Box::new(store), "http://h/".to_owned());
        let mut bench = Self { hall, world, id: 0, received: Vec::new() };
        for page in 1..=4 {
            assert_eq!(bench.ask(page, json!({"part": "session", "type": "hello", "protocol": 2}))["type"], "welcome");
        }
        bench
    }

    fn ask(&mut self, page: PageId, mut request: Value) -> Value {
        self.id += 1;
        request["id"] = json!(self.id);
        self.hall.request(page, &request.to_string());
        self.receive();
        let is_answer = |(to, message): &&(PageId, Value)| *to == page && message["id"] == json!(self.id);
        self.received.iter().find(is_answer).expect("each request is answered").1.clone()
    }

    fn receive(&mut self) {
        let messages = self.hall.take_messages();
        self.received.extend(messages.into_iter().map(|(page, text)| (page, serde_json::from_str(&text).unwrap())));
    }

    #[track_caller]
    fn done(&mut self, page: PageId, request: Value) -> Value {
        let answer = self.ask(page, request);
        assert_ne!(answer["type"], "error", "{answer}");
        answer
    }

    #[track_caller]
    fn refused(&mut self, page: PageId, request: Value, code: &str) {
        let answer = self.ask(page, request);
        assert_eq!(answer["code"], code, "{answer}");
    }

    /// Seats pages 1 and 2 as White and Black; returns their tokens.
    fn seat_two(&mut self, variant: &str, time: &Value) -> [String; 2] {
        let open = json!({"part": "hall", "type": "openTable", "variant": variant, "side": "white", "name": "Ann", "time": time});
        let white = self.done(1, open);
        assert_eq!((&white["table"], &white["side"]), (&json!(1), &json!("white")));
        let black = self.done(2, json!({"part": "hall", "type": "takeSeat", "table": 1, "name": "Bob"}));
        let tokens = [&white, &black].map(|seat| seat["token"].as_str().unwrap().to_owned());
        assert_ne!(tokens[0], tokens[1]);
        self.enter(1, Some(&tokens[0]));
        self.enter(2, Some(&tokens[1]));
        self.enter(3, None);
        tokens
    }

    fn enter(&mut self, page: PageId, token: Option<&str>) -> Value {
        self.done(page, json!({"part": "hall", "type": "enter", "table": 1, "token": token}))["state"].clone()
    }

    /// Returns the state that a spectator gets.
    fn state(&mut self) -> Value {
        self.enter(4, None)
    }

    fn change(&mut self, mut request: Value) -> Value {
        request["part"] = json!("game");
        request["version"] = self.state()["version"].clone();
        request
    }

    fn play(&mut self, page: PageId, text: &str) -> Value {
        let request = self.change(json!({"type": "play", "move": text}));
        self.ask(page, request)
    }
}

#[test]
fn seats_play_and_spectators_watch() {
    let mut bench = Bench::new();
    bench.seat_two("chess", &Value::Null);
    assert_eq!(bench.play(3, "e2e4")["code"], "watching");
    assert_eq!(bench.play(2, "e2e4")["code"], "not-your-turn");
    assert_eq!(bench.play(1, "e2e4")["type"], "done");
    assert_eq!(bench.play(1, "e7e5")["code"], "not-your-turn");
    assert_eq!(bench.play(2, "e7e5")["type"], "done");
    let states: Vec<_> = bench.received.iter().filter(|(page, text)| *page == 3 && text["type"] == "state").collect();
    let last = &states.last().unwrap().1;
    assert_eq!((&last["kept"], last["history"].as_array().unwrap().len()), (&json!(1), 1), "only the new move is sent");
    for request in [
        json!({"part": "game", "type": "undo"}),
        json!({"part": "game", "type": "pause", "paused": true}),
        json!({"part": "analysis", "type": "hint"}),
        json!({"part": "position", "type": "book"}),
        json!({"part": "library", "type": "list"}),
        json!({"part": "position", "type": "view", "place": {"variant": "chess"}}),
    ] {
        let mut request = request;
        if request["part"] == "game" {
            request = bench.change(request);
        }
        bench.refused(1, request, "unsupported");
    }
    let resign = bench.change(json!({"type": "resign", "side": "white"}));
    bench.refused(2, resign.clone(), "not-your-turn");
    bench.done(1, resign);
    assert_eq!(bench.state()["result"]["score"], "0-1");
}

#[test]
fn open_seat_is_taken_once() {
    let mut bench = Bench::new();
    bench.done(1, json!({"part": "hall", "type": "openTable", "variant": "empire", "side": "black"}));
    assert_eq!(bench.play(1, "e1e2")["code"], "unsupported", "no table is shown yet");
    bench.done(2, json!({"part": "hall", "type": "takeSeat", "table": 1}));
    bench.refused(3, json!({"part": "hall", "type": "takeSeat", "table": 1}), "illegal");
    bench.refused(3, json!({"part": "hall", "type": "takeSeat", "table": 2}), "unknown");
    let wrong = json!({"part": "hall", "type": "enter", "table": 1, "token": "07".repeat(16)});
    bench.refused(3, wrong, "unknown");
}

#[test]
fn apocalypse_choices_stay_with_the_pages_until_both_are_sealed() {
    let mut bench = Bench::new();
    bench.seat_two("apocalypse", &Value::Null);
    let nonce = "ab".repeat(16);
    let hash = |choice: &str| hexadecimal(&Sha256::digest(format!("{choice} {nonce}")));
    let commit = |side: &str, choice: &str| json!({"part": "game", "type": "commit", "version": 0, "side": side, "ply": 0, "hash": hash(choice)});
    let reveal = |side: &str, choice: &str| json!({"part": "game", "type": "reveal", "version": 0, "side": side, "ply": 0, "move": choice, "nonce": nonce});
    let open = bench.change(json!({"type": "play", "move": "a2a3", "side": "white"}));
    bench.refused(1, open, "illegal");
    bench.refused(2, commit("white", "a2a3"), "not-your-turn");
    bench.done(1, commit("white", "a2a3"));
    bench.refused(1, reveal("white", "a2a3"), "not-sealed");
    bench.refused(1, commit("white", "a1b3"), "not-your-turn");
    bench.done(2, commit("black", "a4a3"));
    bench.refused(1, reveal("white", "a1b3"), "illegal");
    bench.done(1, reveal("white", "a2a3"));
    assert_eq!(bench.state()["history"], json!([]));
    bench.done(2, reveal("black", "a4a3"));
    let state = bench.state();
    assert_eq!(state["history"][0]["moves"][1]["move"], "a4a3");
    assert_eq!(state["history"][0]["moves"][0]["sealed"]["nonce"], json!(nonce));
    bench.refused(2, reveal("black", "a4a3"), "stale");
}

#[test]
fn restarted_hall_has_the_games_and_seats() {
    let store = Memory::default();
    let changes = store.changes();
    let mut bench = Bench::with(store, TestWorld::default());
    let tokens = bench.seat_two("chess", &json!({"seconds": 60}));
    bench.play(1, "e2e4");
    bench.play(2, "e7e5");
    let games = changes.take().into_iter().filter_map(|change| match change {
        crate::store::Change::Game(id, text) => Some((id, text)),
        _ => None,
    });
    let mut again = Bench::with(Memory::new(games, None), bench.world.clone());
    let state = again.enter(1, Some(&tokens[0]));
    assert_eq!((state["history"].as_array().unwrap().len(), &state["paused"]), (2, &json!(true)));
    assert_eq!(again.enter(2, Some(&tokens[1]))["paused"], json!(false));
    assert_eq!(again.play(1, "g1f3")["type"], "done");
}

#[test]
fn clock_of_a_hosted_game_falls() {
    let mut bench = Bench::new();
    bench.seat_two("chess", &json!({"seconds": 60}));
    bench.play(1, "e2e4");
    let fall = bench.hall.next_tick().unwrap();
    assert_eq!(fall, Duration::from_secs(60));
    bench.world.0.lock().unwrap().0 = fall;
    bench.hall.tick();
    bench.receive();
    let state = bench.state();
    assert_eq!((&state["result"]["reason"], &state["result"]["score"]), (&json!("time"), &json!("1-0")));
}

#[test]
fn hostile_messages_to_a_seat_change_nothing() {
    let mut bench = Bench::new();
    bench.seat_two("apocalypse", &Value::Null);
    let before = bench.state();
    let mut random = Random(11);
    let page = include_str!("../../../docs/board-protocol.md");
    // Valid changes of the seat's own side are excluded.
    let is_hostile = |line: &&str| {
        !["resign", "offerDraw", "commit", "openTable", "takeSeat", "enter", "leave"]
            .iter()
            .any(|word| line.contains(word))
    };
    let lines: Vec<&str> = page.lines().filter(|line| line.starts_with("{\"id\"")).filter(is_hostile).collect();
    for _ in 0..1000 {
        let mut bytes = lines[random.below(lines.len())].as_bytes().to_vec();
        for _ in 0..random.below(4) {
            let at = random.below(bytes.len());
            match random.below(3) {
                0 => bytes[at] = b"{}[]\",:0-9ae\\\x00~"[random.below(15)],
                1 => drop(bytes.remove(at)),
                _ => bytes.insert(at, b'"'),
            }
        }
        bench.hall.request(1, &String::from_utf8_lossy(&bytes));
    }
    bench.receive();
    assert_eq!(bench.state(), before);
}
