//! The log of a match: what engines were told and said, and what was wrong. One file, one line an event, with the
//! milliseconds since the match began.

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
    /// A log that keeps nothing.
    pub fn none() -> Self {
        Self { file: None, traffic: false, begin: Instant::now() }
    }

    /// A log in a file, after what stands in it if `append`; with all traffic of the engines if `traffic`.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn to(path: &Path, append: bool, traffic: bool) -> std::io::Result<Self> {
        let file = File::options().create(true).write(true).append(append).truncate(!append).open(path)?;
        Ok(Self { file: Some(Mutex::new(BufWriter::new(file))), traffic, begin: Instant::now() })
    }

    /// Notes an event.
    pub fn note(&self, text: &str) {
        self.line(&format!("-- {text}"), true);
    }

    /// Notes a line sent to an engine.
    pub fn sent(&self, engine: &str, line: &str) {
        if self.traffic {
            self.line(&format!("{engine} << {line}"), false);
        }
    }

    /// Notes a line that an engine wrote.
    pub fn received(&self, engine: &str, line: &str) {
        if self.traffic {
            self.line(&format!("{engine} >> {line}"), false);
        }
    }

    /// Events are written through at once, traffic when the buffer is full or an event follows.
    fn line(&self, text: &str, flush: bool) {
        let Some(file) = &self.file else { return };
        let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
        // A log that cannot be written is no reason to end a match.
        let _ = writeln!(file, "{:>9} {text}", self.begin.elapsed().as_millis());
        if flush {
            let _ = file.flush();
        }
    }
}
