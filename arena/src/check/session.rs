//! Communication with an engine that is checked.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::Outcome;
use crate::config::Program;
use crate::players::log::Log;
use crate::players::process::{Process, Silence};
use crate::players::uci_lines::best_move;

/// Time limit for the handshake.
pub(super) const HELLO_TIMEOUT: Duration = Duration::from_secs(10);
/// Time limit for answers without a search.
pub(super) const ANSWER_TIMEOUT: Duration = Duration::from_secs(2);
/// Time limit for searches with another limit.
pub(super) const SEARCH_TIMEOUT: Duration = Duration::from_secs(20);
/// Time limit for answers to `stop` and `?`.
pub(super) const STOP_TIMEOUT: Duration = Duration::from_millis(500);

/// A running engine.
pub(super) struct Session {
    pub(super) process: Process,
}

impl Session {
    pub(super) fn start(program: &Program) -> Result<Self, String> {
        let process = Process::start(program, "engine", &Arc::new(Log::none())).map_err(|error| error.to_string())?;
        Ok(Self { process })
    }

    pub(super) fn send(&mut self, line: &str) {
        self.process.send(line);
    }

    pub(super) fn line(&mut self, deadline: Instant) -> Result<String, String> {
        match self.process.receive(deadline) {
            Ok(line) => Ok(line.text),
            Err(Silence::Late) => Err("no answer in time".to_owned()),
            Err(Silence::Ended(how)) => Err(format!("the engine has ended: {how}")),
        }
    }

    /// Returns the lines up to and including the first one that is wanted.
    pub(super) fn until(&mut self, timeout: Duration, is_wanted: impl Fn(&str) -> bool) -> Result<Vec<String>, String> {
        let deadline = Instant::now() + timeout;
        let mut lines = Vec::new();
        loop {
            let line = self.line(deadline)?;
            let is_last = is_wanted(line.trim());
            lines.push(line);
            if is_last {
                return Ok(lines);
            }
        }
    }

    pub(super) fn is_ready(&mut self) -> Outcome {
        self.send("isready");
        self.until(ANSWER_TIMEOUT, |line| line == "readyok").map(drop)
    }

    /// Sends `go`. Returns the lines received and the move.
    pub(super) fn best_move(&mut self, go: &str, timeout: Duration) -> Result<(Vec<String>, String), String> {
        self.send(go);
        let lines = self.until(timeout, |line| best_move(line).is_some())?;
        let text = lines.last().and_then(|line| best_move(line)).unwrap_or_default().to_owned();
        Ok((lines, text))
    }

    /// Checks that the process ends by itself.
    pub(super) fn check_end(mut self) -> Outcome {
        let deadline = Instant::now() + ANSWER_TIMEOUT;
        loop {
            match self.process.receive(deadline) {
                Ok(_) => {}
                Err(Silence::Ended(how)) if how == "exit code 0" => return Ok(()),
                Err(Silence::Ended(how)) => return Err(how),
                Err(Silence::Late) => return Err("it is still running".to_owned()),
            }
        }
    }
}
