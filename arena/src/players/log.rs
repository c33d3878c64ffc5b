//! The log of a match: communication with engines, warnings and faults, one event a line, with the milliseconds since
//! the start of the match.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use crate::arguments::quoted;
use crate::config::{FileOut, LogOut};

/// A log, or none.
#[derive(Debug)]
pub struct Log {
    file: Option<Mutex<BufWriter<File>>>,
    traffic: bool,
    begin: Instant,
}

impl Log {
    /// Creates a log that discards everything.
    pub fn none() -> Self {
        Self { file: None, traffic: false, begin: Instant::now() }
    }

    /// Creates the configured log. `appends`: the file is not replaced, whatever its configuration.
    pub fn open(out: Option<&LogOut>, appends: bool) -> Result<Self, String> {
        let Some(LogOut { file: FileOut { path, append }, traffic }) = out else { return Ok(Self::none()) };
        let append = *append || appends;
        let file = File::options().create(true).write(true).append(append).truncate(!append).open(path);
        let file = file.map_err(|error| format!("log {}: {error}", quoted(path)))?;
        Ok(Self { file: Some(Mutex::new(BufWriter::new(file))), traffic: *traffic, begin: Instant::now() })
    }

    /// Logs an event.
    pub fn note(&self, text: &str) {
        self.line(&format!("-- {text}"), true);
    }

    /// Logs a line sent to an engine (`<<`) or received from it (`>>`).
    pub fn traffic(&self, engine: &str, direction: &str, line: &str) {
        if self.traffic {
            self.line(&format!("{engine} {direction} {line}"), false);
        }
    }

    /// Events are flushed; traffic is flushed with the next event or when the buffer is full.
    fn line(&self, text: &str, flush: bool) {
        let Some(file) = &self.file else { return };
        let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
        // A log that cannot be written does not end the match.
        let _ = writeln!(file, "{:>9} {text}", self.begin.elapsed().as_millis());
        if flush {
            let _ = file.flush();
        }
    }
}
