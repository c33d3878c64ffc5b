//! The line to an engine that is a process: it is spoken to until it does something that it cannot be trusted after.

use std::time::Instant;

use super::fault::Fault;
use super::process::{Process, Silence};

/// Bytes that a search may write before it counts as a flood.
const FLOOD: u64 = 64 << 20;
/// Bytes that a search without an answer may have written before its silence counts as a flood.
const MUCH: u64 = 1 << 20;

/// A process, as long as it is one to speak to.
#[derive(Debug)]
pub(super) struct Connection {
    process: Option<Process>,
}

impl Connection {
    /// The line to a process that has been started.
    pub(super) const fn new(process: Process) -> Self {
        Self { process: Some(process) }
    }

    /// Sends a line.
    pub(super) fn send(&mut self, line: &str) {
        if let Some(process) = &mut self.process {
            process.send(line);
        }
    }

    /// The next line before the deadline, and when it came. `what` is waited for an answer to.
    pub(super) fn receive(&mut self, deadline: Instant, what: &str) -> Result<(String, Instant), Fault> {
        let process = self.process.as_mut().ok_or_else(|| Fault::Crash("it is not running".to_owned()))?;
        match process.receive(deadline) {
            Ok(_) if process.bytes() > FLOOD => Err(Fault::Flood),
            Ok(line) => Ok((line.text, line.at)),
            Err(Silence::Late) => Err(Fault::Hang(format!("no answer to '{what}'"))),
            Err(Silence::Ended(how)) => Err(Fault::Crash(format!("{how} after '{what}'"))),
        }
    }

    /// Begins to count what a search writes.
    pub(super) fn begin_search(&mut self) {
        if let Some(process) = &mut self.process {
            process.take_bytes();
        }
    }

    /// Whether a search that does not answer has written so much that its silence is a flood.
    pub(super) fn is_flooded(&self) -> bool {
        self.process.as_ref().is_some_and(|process| process.bytes() > MUCH)
    }

    /// A fault leaves a process behind that must not be spoken to any more.
    pub(super) fn unless_lost<T>(&mut self, result: Result<T, Fault>) -> Result<T, Fault> {
        if result.as_ref().is_err_and(|fault| fault.sort().needs_restart()) {
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
