//! The engine of one game, or a measurement, in its own worker.

use std::cell::RefCell;

use board::think::{EvaluatorSource, MeasureTask, Search, Settings, Thinker};
use engine::Control;
use games::registry;
use js_sys::Function;
use wasm_bindgen::prelude::*;

thread_local! {
    /// Returns `true` if the running search is to end.
    static IS_STOPPED: RefCell<Option<Function>> = const { RefCell::new(None) };
}

fn is_stopped() -> bool {
    IS_STOPPED.with_borrow(|ask| {
        let answer = ask.as_ref().map(|ask| ask.call0(&JsValue::UNDEFINED));
        answer.is_some_and(|answer| answer.is_ok_and(|answer| answer.is_truthy()))
    })
}

/// Offers games from a text, if there is one.
fn define(definitions: &str) -> Result<(), JsError> {
    if definitions.is_empty() {
        return Ok(());
    }
    games::Definitions::read("text", definitions).add().map_err(|why| JsError::new(&why))
}

/// Sends a report as JSON. Errors of the listener are ignored.
fn send(report: &Function, message: &impl serde::Serialize) {
    match serde_json::to_string(message) {
        Ok(text) => drop(report.call1(&JsValue::UNDEFINED, &text.into())),
        Err(error) => log::error!("cannot serialize a report: {error}"),
    }
}

/// An engine.
#[wasm_bindgen]
pub struct Engine(Thinker);

#[wasm_bindgen]
impl Engine {
    /// An engine for a game, with `hash` MiB for its table, and the file of the network of the game or its base: empty if
    /// there is none. `definitions` are those of games from a file.
    ///
    /// # Errors
    /// There is no such game, or the file is no network for it.
    #[wasm_bindgen(constructor)]
    pub fn new(variant: &str, hash: usize, network: &[u8], definitions: &str) -> Result<Self, JsError> {
        define(definitions)?;
        let settings = Settings { threads: 1, hash: Some(hash), ..Settings::default() };
        let evaluator =
            if network.is_empty() { EvaluatorSource::HandMade } else { EvaluatorSource::File(network.into()) };
        let made = Thinker::new(variant, settings, evaluator)?;
        Ok(Self(made.ok_or_else(|| JsError::new(&format!("no game is called '{variant}'")))?))
    }

    /// Measures games. `report` receives each report as JSON. A measurement is cancelled with its worker.
    ///
    /// # Errors
    /// The text is not a task, or its definitions are none.
    pub fn measure(task: &str, report: &Function) -> Result<(), JsError> {
        let task: MeasureTask = serde_json::from_str(task)?;
        define(&task.definitions)?;
        board::think::measure(&task, &|| false, &mut |measurement| send(report, &measurement));
        Ok(())
    }

    /// Returns the game whose network a game uses, if it has one. `definitions` are those of games from a file.
    ///
    /// # Errors
    /// The definitions are none.
    #[wasm_bindgen(js_name = networkOwner)]
    pub fn network_owner(variant: &str, definitions: &str) -> Result<Option<String>, JsError> {
        define(definitions)?;
        Ok(registry::network_owner(variant).map(str::to_owned))
    }

    /// Searches. `report` receives each report as JSON, the last one marked as done; `stopped` is polled many times a second.
    ///
    /// # Errors
    /// The text is not a search.
    pub fn think(&mut self, search: &str, stopped: Function, report: &Function) -> Result<(), JsError> {
        let search: Search = serde_json::from_str(search)?;
        IS_STOPPED.set(Some(stopped));
        self.0.think(&search, &Control::watching(is_stopped), &mut |thought| send(report, &thought));
        IS_STOPPED.set(None);
        Ok(())
    }
}
