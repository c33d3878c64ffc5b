//! Lines to an engine that is checked, and back.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::Outcome;
use crate::config::Program;
use crate::players::log::Log;
use crate::players::process::{Process, Silence};
use crate::players::uci_lines::best_move;

/// How long an engine may take to start.
pub(super) const STARTUP: Duration = Duration::from_secs(10);
/// How long it may take for anything that needs no search.
pub(super) const PROMPT: Duration = Duration::from_secs(2);
/// How long a search may take that is limited otherwise.
pub(super) const SEARCH: Duration = Duration::from_secs(20);
/// How long an answer may take that is due at once.
pub(super) const AT_ONCE: Duration = Duration::from_millis(500);

/// A conversation with the engine.
pub(super) struct Talk {
    pub(super) process: Process,
}

impl Talk {
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

    /// The lines up to the one that is wanted, that one last.
    pub(super) fn until(
        &mut self,
        patience: Duration,
        is_wanted: impl Fn(&str) -> bool,
    ) -> Result<Vec<String>, String> {
        let deadline = Instant::now() + patience;
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
        self.until(PROMPT, |line| line == "readyok").map(drop)
    }

    /// Sends `go` and more, and gives what was told and the move.
    pub(super) fn best_move(&mut self, go: &str, patience: Duration) -> Result<(Vec<String>, String), String> {
        self.send(go);
        let lines = self.until(patience, |line| best_move(line).is_some())?;
        let text = lines.last().and_then(|line| best_move(line)).unwrap_or_default().to_owned();
        Ok((lines, text))
    }

    /// The process must end by itself.
    pub(super) fn ends(mut self) -> Outcome {
        let deadline = Instant::now() + PROMPT;
        loop {
            match self.process.receive(deadline) {
                Ok(_) => {}
                Err(Silence::Ended(how)) if how == "exit code 0" => return Ok(()),
                Err(Silence::Ended(how)) => return Err(how),
                Err(Silence::Late) => return Err("it is still there".to_owned()),
            }
        }
    }
}
