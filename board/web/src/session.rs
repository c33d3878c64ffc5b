//! The session in a worker. Its messages, changes and orders are returned as arrays, after each input.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use board::messages::Measurement;
use board::session::{Served as _, Session, World};
use board::store::{Change, Changes, Memory};
use board::think::{Engines, MeasureTask, Search};
use engine::system_clock::Instant;
use js_sys::{Array, Date};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = crypto, js_name = getRandomValues)]
    fn fill_with_random_values(bytes: &mut [u8]);
}

/// Time, date and random numbers of the browser.
#[derive(Clone, Copy)]
struct Browser {
    begun: Instant,
}

impl World for Browser {
    fn now(&self) -> Duration {
        self.begun.elapsed()
    }

    fn today(&self) -> String {
        String::from(Date::new_0().to_iso_string()).chars().take("2026-01-31".len()).collect()
    }

    fn secret(&mut self) -> [u8; 16] {
        let mut secret = [0; 16];
        fill_with_random_values(&mut secret);
        secret
    }
}

/// The queue of searches to start or end, for the worker's host.
#[derive(Clone, Default)]
struct Orders(Rc<RefCell<Vec<Array>>>);

impl Engines for Orders {
    fn start(&mut self, run: u64, search: Search) {
        let text = serde_json::to_string(&search).unwrap_or_default();
        let lane = format!("{:?}", search.lane);
        let (variant, definitions) = (search.variant.as_str().into(), search.definitions.as_str().into());
        let parts: [JsValue; 6] = ["start".into(), number(run), lane.into(), variant, text.into(), definitions];
        self.0.borrow_mut().push(parts.into_iter().collect());
    }

    fn measure(&mut self, run: u64, task: MeasureTask) {
        let text = serde_json::to_string(&task).unwrap_or_default();
        self.0.borrow_mut().push(Array::of3(&"measure".into(), &number(run), &text.into()));
    }

    fn hurry(&mut self, run: u64) {
        self.0.borrow_mut().push(Array::of2(&"hurry".into(), &number(run)));
    }

    fn cancel(&mut self, run: u64) {
        self.0.borrow_mut().push(Array::of2(&"cancel".into(), &number(run)));
    }
}

/// The session with its environment.
#[wasm_bindgen]
pub struct Board {
    session: Session,
    world: Browser,
    orders: Orders,
    changes: Changes,
}

/// Converts a number for JavaScript. It is exact up to 2^53.
fn number(n: u64) -> JsValue {
    JsValue::from_f64(n as f64)
}

#[wasm_bindgen]
impl Board {
    /// Creates a session from the stored games, number and text in turn, and the number of the game on the board.
    #[wasm_bindgen(constructor)]
    pub fn new(games: &Array, on_board: Option<f64>) -> Self {
        let id = |value: &JsValue| value.as_f64().map(|id| id as u64);
        let pairs: Vec<JsValue> = games.iter().collect();
        let kept = pairs.as_chunks::<2>().0.iter().filter_map(|[game, text]| Some((id(game)?, text.as_string()?)));
        let store = Memory::new(kept, on_board.map(|id| id as u64));
        let (world, orders, changes) = (Browser { begun: Instant::now() }, Orders::default(), store.changes());
        let session = Session::new(Box::new(world), Box::new(orders.clone()), Box::new(store));
        Self { session, world, orders, changes }
    }

    /// Handles a message of a page.
    pub fn request(&mut self, page: u32, text: &str) {
        self.session.request(page.into(), text);
    }

    /// Returns the games whose puzzles are needed.
    pub fn wanted_puzzles(&self) -> Array {
        self.session.wanted_puzzles().map(JsValue::from).collect()
    }

    /// Adds the puzzles of a game, none if they could not be loaded.
    pub fn add_puzzles(&mut self, game: &str, text: Option<String>) {
        self.session.add_puzzles(game, text);
    }

    /// Removes a page.
    pub fn gone(&mut self, page: u32) {
        self.session.gone(page.into());
    }

    /// Handles a report of a search, as JSON.
    pub fn thought(&mut self, run: u32, text: &str) {
        match serde_json::from_str(text) {
            Ok(thought) => self.session.thought(run.into(), thought),
            Err(error) => log::error!("cannot parse a report: {error}"),
        }
    }

    /// Handles a report of a measurement, as JSON; an empty text if it has failed.
    pub fn measured(&mut self, run: u32, text: &str) {
        let failed = || Measurement { done: true, ..Measurement::default() };
        self.session.measured(run.into(), serde_json::from_str(text).unwrap_or_else(|_| failed()));
    }

    /// Checks the clocks.
    pub fn tick(&mut self) {
        self.session.tick();
    }

    /// Returns the milliseconds until `tick` must be called, if any.
    pub fn next_tick(&self) -> Option<f64> {
        let at = self.session.next_tick()?;
        Some(at.saturating_sub(self.world.now()).as_secs_f64() * 1000.0)
    }

    /// Returns the messages to send, page and text in turn.
    pub fn take_messages(&mut self) -> Array {
        let messages = self.session.take_messages();
        messages.into_iter().flat_map(|(page, text)| [number(page), text.into()]).collect()
    }

    /// Returns the changes to store in order: `[number, text]`, `[number]` for a deleted game, `["board", number]`.
    pub fn take_changes(&mut self) -> Array {
        let change = |change| match change {
            Change::Game(id, text) => Array::of2(&number(id), &text.into()),
            Change::Deleted(id) => Array::of1(&number(id)),
            Change::OnBoard(id) => Array::of2(&"board".into(), &number(id)),
        };
        self.changes.take().into_iter().map(change).collect()
    }

    /// Returns the orders for the engines: `["start", run, lane, game, search, definitions]`, `["measure", run, task]`, `["hurry", run]`,
    /// `["cancel", run]`.
    pub fn take_orders(&mut self) -> Array {
        self.orders.0.take().into_iter().collect()
    }
}
