//! The session, tested through its messages.

mod by_link;
mod hostile;
mod library;
mod looks;
mod play;

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use movegen::Color;
use serde_json::{Value, json};

use super::{Served as _, Session, World};
use crate::rules::PlayedGame;
use crate::store::{Memory, Store};
use crate::think::{Engines, MeasureTask, Search, Thought};

/// Returns every move of a side in the tree of choices.
pub(crate) fn every_move(game: &dyn PlayedGame, side: Color) -> Vec<String> {
    crate::rules::tests::leaves(&game.choices(side)).into_iter().map(|(m, _)| m).collect()
}

/// An environment whose time is set by the test.
#[derive(Clone, Default)]
struct TestWorld(Arc<Mutex<Duration>>);

impl World for TestWorld {
    fn now(&self) -> Duration {
        *self.0.lock().unwrap()
    }

    fn today(&self) -> String {
        "2026-01-31".to_owned()
    }

    fn secret(&mut self) -> [u8; 16] {
        [7; 16]
    }
}

/// Queues of requested searches and measurements, which the test answers.
#[derive(Clone, Default)]
struct TestEngines(Arc<Mutex<VecDeque<(u64, Search)>>>, Arc<Mutex<VecDeque<(u64, MeasureTask)>>>);

impl Engines for TestEngines {
    fn start(&mut self, run: u64, search: Search) {
        self.0.lock().unwrap().push_back((run, search));
    }

    fn measure(&mut self, run: u64, task: MeasureTask) {
        self.1.lock().unwrap().push_back((run, task));
    }

    fn hurry(&mut self, _run: u64) {}

    fn cancel(&mut self, run: u64) {
        self.0.lock().unwrap().retain(|(other, _)| *other != run);
        self.1.lock().unwrap().retain(|(other, _)| *other != run);
    }
}

/// A session with page 1 and its environment.
struct Bench {
    session: Session,
    time: TestWorld,
    engines: TestEngines,
    id: u32,
}

impl Bench {
    fn new() -> Self {
        Self::with_store(Box::new(Memory::default()))
    }

    fn with_store(store: Box<dyn Store>) -> Self {
        let (time, engines) = (TestWorld::default(), TestEngines::default());
        let session = Session::new(Box::new(time.clone()), Box::new(engines.clone()), store);
        let mut bench = Self { session, time, engines, id: 0 };
        assert_eq!(bench.ask(json!({"part": "session", "type": "hello", "protocol": 2}))["type"], "welcome");
        bench
    }

    /// Sends a request of a page and returns all messages to it, the answer last.
    fn send(&mut self, page: u64, mut request: Value) -> Vec<Value> {
        self.id += 1;
        request["id"] = json!(self.id);
        self.session.request(page, &request.to_string());
        let messages = self.messages(page);
        assert_eq!(messages.last().unwrap()["id"], json!(self.id), "each request is answered");
        messages
    }

    /// Returns the messages to a page.
    fn messages(&mut self, page: u64) -> Vec<Value> {
        let messages = self.session.take_messages();
        messages.iter().filter(|(to, _)| *to == page).map(|(_, text)| serde_json::from_str(text).unwrap()).collect()
    }

    fn ask(&mut self, request: Value) -> Value {
        self.send(1, request).pop().unwrap()
    }

    /// Returns the current state.
    fn state(&mut self) -> Value {
        self.ask(json!({"part": "session", "type": "hello", "protocol": 2}))["state"].clone()
    }

    #[track_caller]
    fn done(&mut self, request: Value) -> Value {
        let answer = self.ask(request);
        assert_ne!(answer["type"], "error", "{answer}");
        answer
    }

    #[track_caller]
    fn refused(&mut self, request: Value, code: &str) {
        let before = self.state();
        let answer = self.ask(request);
        assert_eq!((&answer["type"], &answer["code"]), (&json!("error"), &json!(code)), "{answer}");
        assert_eq!(self.state(), before, "a refused request changes nothing");
    }

    #[track_caller]
    fn play(&mut self, text: &str) {
        let version = self.state()["version"].clone();
        self.done(json!({"part": "game", "type": "play", "version": version, "move": text}));
    }

    /// Adds the current version to a request.
    fn now(&mut self, mut request: Value) -> Value {
        request["version"] = self.state()["version"].clone();
        request
    }

    /// Returns and removes the next requested search.
    fn next_search(&mut self) -> (u64, Search) {
        self.engines.0.lock().unwrap().pop_front().expect("a search was requested")
    }

    /// Answers the engine's search with a move.
    fn engine_plays(&mut self, text: &str) {
        let (run, _) = self.next_search();
        self.session.thought(run, Thought { best: Some(text.to_owned()), done: true, ..Thought::default() });
    }

    fn pass(&mut self, seconds: u64) {
        *self.time.0.lock().unwrap() += Duration::from_secs(seconds);
    }
}

fn humans(variant: &str) -> Value {
    json!({"part": "library", "type": "new", "variant": variant, "white": {"kind": "human"}, "black": {"kind": "human"}})
}

fn against_engine(variant: &str) -> Value {
    json!({"part": "library", "type": "new", "variant": variant, "white": {"kind": "human"}, "black": {"kind": "engine", "level": 3}})
}
