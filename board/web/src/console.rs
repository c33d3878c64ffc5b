//! Logs to the browser's console.

use log::{LevelFilter, Log, Metadata, Record};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = console)]
    fn error(text: &str);
    #[wasm_bindgen(js_namespace = console)]
    fn warn(text: &str);
}

struct Console;

impl Log for Console {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.level() <= log::max_level()
    }

    fn log(&self, record: &Record<'_>) {
        match record.level() {
            log::Level::Error => error(&record.args().to_string()),
            log::Level::Warn => warn(&record.args().to_string()),
            _ => {}
        }
    }

    fn flush(&self) {}
}

/// Runs when the module is initialized.
#[wasm_bindgen(start)]
fn begin() {
    std::panic::set_hook(Box::new(|panic| error(&panic.to_string())));
    if log::set_logger(&Console).is_ok() {
        log::set_max_level(LevelFilter::Warn);
    }
}
