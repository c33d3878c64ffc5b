//! The engine of a worker: UCI without threads.

use std::cell::RefCell;
use std::io::{self, Write};

use js_sys::Function;
use protocol::Solo;
use wasm_bindgen::prelude::*;

thread_local! {
    /// Receives the engine's lines.
    static PRINT: RefCell<Option<Function>> = const { RefCell::new(None) };
    /// Returns `true` if the running command is to end.
    static IS_STOPPED: RefCell<Option<Function>> = const { RefCell::new(None) };
}

struct Lines;

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        for line in text.trim_end_matches('\n').split('\n') {
            // Errors of the listener are ignored.
            PRINT.with_borrow(|print| print.as_ref().map(|print| print.call1(&JsValue::UNDEFINED, &line.into())));
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn is_stopped() -> bool {
    let ask = |ask: &Function| ask.call0(&JsValue::UNDEFINED).is_ok_and(|answer| answer.is_truthy());
    IS_STOPPED.with_borrow(|function| function.as_ref().is_some_and(ask))
}

/// An engine that reads and prints lines of UCI.
#[wasm_bindgen]
pub struct Uci(Solo);

#[wasm_bindgen]
impl Uci {
    /// `print` receives each line, `stopped` is polled during a search, about a thousand times a second.
    #[wasm_bindgen(constructor)]
    pub fn new(print: Function, stopped: Function) -> Self {
        PRINT.set(Some(print));
        IS_STOPPED.set(Some(stopped));
        Self(Solo::new(Lines, is_stopped))
    }

    /// Executes a line; a search has ended when this returns. Returns `false` after `quit`.
    pub fn line(&mut self, line: &str) -> bool {
        self.0.line(line)
    }
}
