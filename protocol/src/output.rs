//! The one way out: whole lines to standard output (or, for a conversation in memory, to another writer), flushed at once,
//! and a copy of the traffic to a file if wished. A reader that has gone away ends the process without a word, any other error
//! with one line on standard error.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::process;
use std::sync::{Mutex, PoisonError};

/// Where everything goes that a client is to read. Any thread may write; lines never mix.
pub(crate) struct Output {
    screen: Mutex<Box<dyn Write + Send>>,
    log: Mutex<Option<File>>,
}

impl Default for Output {
    fn default() -> Self {
        Self::to(io::stdout())
    }
}

impl Output {
    pub(crate) fn to(screen: impl Write + Send + 'static) -> Self {
        Self { screen: Mutex::new(Box::new(screen)), log: Mutex::new(None) }
    }

    /// Writes the text, of one line or several, and a line's end unless it has one. Nothing is written of an empty text.
    pub(crate) fn print(&self, text: &str) {
        if text.is_empty() {
            return;
        }
        self.note('<', text);
        let end = if text.ends_with('\n') { "" } else { "\n" };
        let mut screen = self.screen.lock().unwrap_or_else(PoisonError::into_inner);
        let written = screen.write_all(format!("{text}{end}").as_bytes()).and_then(|()| screen.flush());
        if let Err(error) = written {
            give_up(&error);
        }
    }

    /// Writes a text over the line that stands there, for a person at a terminal; an empty one clears the line.
    #[cfg(feature = "play")]
    pub(crate) fn print_in_place(&self, text: &str) {
        let mut screen = self.screen.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(error) = write!(screen, "\r\x1b[K{text}").and_then(|()| screen.flush()) {
            give_up(&error);
        }
    }

    pub(crate) fn log_input(&self, line: &str) {
        self.note('>', line);
    }

    fn note(&self, direction: char, text: &str) {
        log::debug!("{direction}{direction} {text}");
        let mut log = self.log.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(file) = log.as_mut() {
            let lines: String = text.lines().map(|line| format!("{direction}{direction} {line}\n")).collect();
            if let Err(error) = file.write_all(lines.as_bytes()) {
                log::warn!("the log file is closed: {error}");
                *log = None;
            }
        }
    }

    /// From now on adds all traffic to the end of this file, or to none.
    pub(crate) fn log_to(&self, path: Option<&str>) -> io::Result<()> {
        let file = path.map(|path| OpenOptions::new().append(true).create(true).open(path)).transpose()?;
        *self.log.lock().unwrap_or_else(PoisonError::into_inner) = file;
        Ok(())
    }
}

/// Ends the process after a failed write: successfully if the reader has closed the pipe, otherwise with an error.
fn give_up(error: &io::Error) -> ! {
    if error.kind() == io::ErrorKind::BrokenPipe {
        process::exit(0);
    }
    let _ = writeln!(io::stderr(), "upheaval: cannot print: {error}");
    process::exit(1);
}
