//! The session, spoken to as a page does.

mod hostile;
mod library;
mod looks;
mod play;

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use movegen::Color;
use serde_json::{Value, json};

use super::{Session, World};
use crate::rules::PlayedGame;
use crate::store::{Memory, Store};
use crate::think::{Engines, Search, Thought};

/// Every move of a side, by way of the tree that the page gets.
pub(crate) fn every_move(game: &dyn PlayedGame, side: Color) -> Vec<String> {
    crate::rules::tests::leaves(&game.choices(side)).into_iter().map(|(m, _)| m).collect()
}

/// A world whose time stands still until it is moved on.
#[derive(Clone, Default)]
struct Still(Arc<Mutex<Duration>>);

impl World for Still {
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

/// Engines that write down what is wanted of them, and think when the test does.
#[derive(Clone, Default)]
struct Asked(Arc<Mutex<VecDeque<(u64, Search)>>>);

impl Engines for Asked {
    fn start(&mut self, run: u64, search: Search) {
        self.0.lock().unwrap().push_back((run, search));
    }

    fn hurry(&mut self, _run: u64) {}

    fn cancel(&mut self, run: u64) {
        self.0.lock().unwrap().retain(|(other, _)| *other != run);
    }
}

/// A session with page 1, and the strings that hold its world.
struct Bench {
    session: Session,
    time: Still,
    asked: Asked,
    id: u32,
}

impl Bench {
    fn new() -> Self {
        Self::with_store(Box::new(Memory::default()))
    }

    fn with_store(store: Box<dyn Store>) -> Self {
        let (time, asked) = (Still::default(), Asked::default());
        let session = Session::new(Box::new(time.clone()), Box::new(asked.clone()), store);
        let mut bench = Self { session, time, asked, id: 0 };
        assert_eq!(bench.ask(json!({"to": "session", "type": "hello", "protocol": 2}))["type"], "welcome");
        bench
    }

    /// Says something as a page, and gives all it is told, the answer last.
    fn say(&mut self, page: u64, mut request: Value) -> Vec<Value> {
        self.id += 1;
        request["id"] = json!(self.id);
        self.session.request(page, &request.to_string());
        let told = self.told(page);
        assert_eq!(told.last().unwrap()["id"], json!(self.id), "each request is answered");
        told
    }

    /// What a page has been told since.
    fn told(&mut self, page: u64) -> Vec<Value> {
        let told = self.session.take_messages();
        told.iter().filter(|(to, _)| *to == page).map(|(_, text)| serde_json::from_str(text).unwrap()).collect()
    }

    fn ask(&mut self, request: Value) -> Value {
        self.say(1, request).pop().unwrap()
    }

    /// The state as the page would get it now.
    fn state(&mut self) -> Value {
        self.ask(json!({"to": "session", "type": "hello", "protocol": 2}))["state"].clone()
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
        self.done(json!({"to": "game", "type": "play", "version": version, "move": text}));
    }

    /// A request that carries the present version.
    fn now(&mut self, mut request: Value) -> Value {
        request["version"] = self.state()["version"].clone();
        request
    }

    /// The search that is wanted, which thereby has been taken up.
    fn wanted(&mut self) -> (u64, Search) {
        self.asked.0.lock().unwrap().pop_front().expect("a search is wanted")
    }

    /// Lets the engine that is to play answer this.
    fn engine_plays(&mut self, text: &str) {
        let (run, _) = self.wanted();
        self.session.thought(run, Thought { best: Some(text.to_owned()), done: true, ..Thought::default() });
    }

    fn pass(&mut self, seconds: u64) {
        *self.time.0.lock().unwrap() += Duration::from_secs(seconds);
    }
}

fn humans(variant: &str) -> Value {
    json!({"to": "library", "type": "new", "variant": variant, "white": {"kind": "human"}, "black": {"kind": "human"}})
}

fn against_engine(variant: &str) -> Value {
    json!({"to": "library", "type": "new", "variant": variant, "white": {"kind": "human"}, "black": {"kind": "engine", "level": 3}})
}
