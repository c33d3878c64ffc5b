//! The log of a match: communication with engines, warnings and faults, one event a line, with the milliseconds since
//! the start of the match.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

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

    /// Creates a log in a file, appending if `append`, with the communication with engines if `traffic`.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn to(path: &Path, append: bool, traffic: bool) -> std::io::Result<Self> {
        let file = File::options().create(true).write(true).append(append).truncate(!append).open(path)?;
        Ok(Self { file: Some(Mutex::new(BufWriter::new(file))), traffic, begin: Instant::now() })
    }

    /// Logs an event.
    pub fn note(&self, text: &str) {
        self.line(&format!("-- {text}"), true);
    }

    /// Logs a line sent to an engine.
    pub fn sent(&self, engine: &str, line: &str) {
        if self.traffic {
            self.line(&format!("{engine} << {line}"), false);
        }
    }

    /// Logs a line received from an engine.
    pub fn received(&self, engine: &str, line: &str) {
        if self.traffic {
            self.line(&format!("{engine} >> {line}"), false);
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
