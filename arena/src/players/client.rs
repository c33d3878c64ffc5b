//! The connection to an engine process, closed at the first fault that needs a restart.

use std::time::{Duration, Instant};

use movegen::fen::printable;

use super::Identity;
use super::fault::Fault;
use super::process::{Process, Silence};
use crate::config::{EngineConfig, Timeouts};

/// Output of a search, in bytes, that counts as a flood.
const MAX_OUTPUT_BYTES: u64 = 64 << 20;
/// Output of a search without an answer, in bytes, that counts as a flood.
const MAX_SILENT_OUTPUT_BYTES: u64 = 1 << 20;

/// An engine that runs in a process.
#[derive(Debug)]
pub(super) struct Client {
    /// `None` after a fault that needs a restart.
    process: Option<Process>,
    pub(super) config: EngineConfig,
    pub(super) timeouts: Timeouts,
    pub(super) identity: Identity,
    pub(super) warnings: Vec<String>,
}

impl Client {
    /// Takes a started process, and sends the configured first lines.
    pub(super) fn new(process: Process, config: &EngineConfig, timeouts: &Timeouts) -> Self {
        let (config, timeouts) = (config.clone(), *timeouts);
        let mut process = process;
        config.init.iter().for_each(|line| process.send(line));
        Self { process: Some(process), config, timeouts, identity: Identity::default(), warnings: Vec::new() }
    }

    pub(super) fn send(&mut self, line: &str) {
        if let Some(process) = &mut self.process {
            process.send(line);
        }
    }

    pub(super) fn warn(&mut self, text: &str) {
        self.warnings.push(format!("Warning; {}", printable(text)));
    }

    /// Returns the next line before the deadline, and its time. `what` names the command that it answers.
    pub(super) fn receive(&mut self, deadline: Instant, what: &str) -> Result<(String, Instant), Fault> {
        let process = self.process.as_mut().ok_or_else(|| Fault::Crash("it is not running".to_owned()))?;
        match process.receive(deadline) {
            Ok(_) if process.bytes > MAX_OUTPUT_BYTES => Err(Fault::Flood),
            Ok(line) => Ok((line.text, line.at)),
            Err(Silence::Late) => Err(Fault::Hang(format!("no answer to '{what}'"))),
            Err(Silence::Ended(how)) => Err(Fault::Crash(format!("{how} after '{what}'"))),
        }
    }

    /// Waits for a line that `take` accepts.
    pub(super) fn wait<T>(
        &mut self,
        timeout: Duration,
        what: &str,
        mut take: impl FnMut(&mut Self, &str) -> Result<Option<T>, Fault>,
    ) -> Result<T, Fault> {
        let deadline = Instant::now() + timeout;
        loop {
            let (line, _) = self.receive(deadline, what)?;
            if let Some(answer) = take(self, &line)? {
                return Ok(answer);
            }
        }
    }

    /// Restarts the count of output bytes for a search, and returns the time.
    pub(super) fn begin_search(&mut self) -> Instant {
        self.process.iter_mut().for_each(|process| process.bytes = 0);
        Instant::now()
    }

    /// Waits for the answer of a search that `take` accepts, and sends `stop` after the allowance. Returns the answer and the time
    /// since `begin`.
    pub(super) fn answer<T>(
        &mut self,
        (begin, allowance): (Instant, Duration),
        (what, stop): (&str, &str),
        mut take: impl FnMut(String) -> Result<Option<T>, Fault>,
    ) -> Result<(T, Duration), Fault> {
        let mut deadline = begin + allowance;
        let mut is_stopped = false;
        loop {
            let (line, at) = match self.receive(deadline, what) {
                Err(Fault::Hang(_)) if !is_stopped => {
                    self.send(stop);
                    is_stopped = true;
                    deadline = Instant::now() + self.timeouts.stop;
                    continue;
                }
                Err(Fault::Hang(_))
                    if self.process.as_ref().is_some_and(|process| process.bytes > MAX_SILENT_OUTPUT_BYTES) =>
                {
                    return Err(Fault::Flood);
                }
                received => received?,
            };
            if let Some(answer) = take(line)? {
                return Ok((answer, at.saturating_duration_since(begin)));
            }
        }
    }

    /// Closes the connection after a fault that needs a restart.
    pub(super) fn close_on_fault<T>(&mut self, result: Result<T, Fault>) -> Result<T, Fault> {
        if result.as_ref().is_err_and(|fault| fault.kind().needs_restart()) {
            self.process = None;
        }
        result
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        if let Some(process) = self.process.take() {
            process.quit();
        }
    }
}
