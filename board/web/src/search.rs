//! The engine of one game, in its own worker.

use std::cell::RefCell;

use board::think::{EvaluatorSource, Search, Settings, Thinker};
use engine::Control;
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
        if !definitions.is_empty() {
            games::Definitions::read("text", definitions).add().map_err(|why| JsError::new(&why))?;
        }
        let settings = Settings { threads: 1, hash, ..Settings::default() };
        let evaluator =
            if network.is_empty() { EvaluatorSource::HandMade } else { EvaluatorSource::File(network.into()) };
        let made = Thinker::new(variant, settings, evaluator)?;
        Ok(Self(made.ok_or_else(|| JsError::new(&format!("no game is called '{variant}'")))?))
    }

    /// Returns the game whose network a game uses, if it has one.
    #[wasm_bindgen(js_name = networkOwner)]
    pub fn network_owner(variant: &str) -> Option<String> {
        gamedata::game(variant)?.network_owner.map(str::to_owned)
    }

    /// Searches. `report` receives each report as JSON, the last one marked as done; `stopped` is polled many times a second.
    ///
    /// # Errors
    /// The text is not a search.
    pub fn think(&mut self, search: &str, stopped: Function, report: &Function) -> Result<(), JsError> {
        let search: Search = serde_json::from_str(search)?;
        IS_STOPPED.set(Some(stopped));
        self.0.think(&search, &Control::watching(is_stopped), &mut |thought| match serde_json::to_string(&thought) {
            // Errors of the listener are ignored.
            Ok(text) => drop(report.call1(&JsValue::UNDEFINED, &text.into())),
            Err(error) => log::error!("cannot serialize a report: {error}"),
        });
        IS_STOPPED.set(None);
        Ok(())
    }
}
