//! The connection to an engine process, closed at the first fault that needs a restart.

use std::time::Instant;

use super::fault::Fault;
use super::process::{Process, Silence};

/// Output of a search, in bytes, that counts as a flood.
const MAX_OUTPUT_BYTES: u64 = 64 << 20;
/// Output of a search without an answer, in bytes, that counts as a flood.
const MAX_SILENT_OUTPUT_BYTES: u64 = 1 << 20;

/// A process, until a fault that needs a restart.
#[derive(Debug)]
pub(super) struct Connection {
    process: Option<Process>,
}

impl Connection {
    /// Creates the connection to a started process.
    pub(super) const fn new(process: Process) -> Self {
        Self { process: Some(process) }
    }

    /// Sends a line.
    pub(super) fn send(&mut self, line: &str) {
        if let Some(process) = &mut self.process {
            process.send(line);
        }
    }

    /// Returns the next line before the deadline, and its time. `what` names the command that it answers.
    pub(super) fn receive(&mut self, deadline: Instant, what: &str) -> Result<(String, Instant), Fault> {
        let process = self.process.as_mut().ok_or_else(|| Fault::Crash("it is not running".to_owned()))?;
        match process.receive(deadline) {
            Ok(_) if process.bytes() > MAX_OUTPUT_BYTES => Err(Fault::Flood),
            Ok(line) => Ok((line.text, line.at)),
            Err(Silence::Late) => Err(Fault::Hang(format!("no answer to '{what}'"))),
            Err(Silence::Ended(how)) => Err(Fault::Crash(format!("{how} after '{what}'"))),
        }
    }

    /// Restarts the count of output bytes.
    pub(super) fn begin_search(&mut self) {
        if let Some(process) = &mut self.process {
            process.take_bytes();
        }
    }

    /// Returns `true` if a search without an answer has written too much.
    pub(super) fn is_flooded(&self) -> bool {
        self.process.as_ref().is_some_and(|process| process.bytes() > MAX_SILENT_OUTPUT_BYTES)
    }

    /// Closes the connection after a fault that needs a restart.
    pub(super) fn close_on_fault<T>(&mut self, result: Result<T, Fault>) -> Result<T, Fault> {
        if result.as_ref().is_err_and(|fault| fault.kind().needs_restart()) {
            self.process = None;
        }
        result
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        if let Some(process) = self.process.take() {
            process.quit();
        }
    }
}
