//! `arena check`: whether one engine can be played with. It is asked, in UCI and in the XBoard protocol and for every
//! game that it offers, for what match runners and boards ask of engines, and every step is passed or failed on its own.

mod conversation;
mod sample;
mod uci;
mod xboard;

use std::fmt::Write as _;
use std::sync::Arc;

use movegen::fen::printable;

use crate::config::{Body, EngineConfig};
use crate::players::log::Log;
use crate::players::process::Process;

/// What a step came to.
type Outcome = Result<(), String>;

/// The steps so far.
#[derive(Debug, Default)]
pub(super) struct Steps {
    text: String,
    passed: usize,
    failed: usize,
}

impl Steps {
    fn step(&mut self, name: &str, outcome: Outcome) {
        match outcome {
            Ok(()) => {
                self.passed += 1;
                self.text.push_str(&format!("ok    {name}\n"));
            }
            Err(why) => {
                self.failed += 1;
                self.text.push_str(&format!("FAIL  {name}: {}\n", printable(&why)));
            }
        }
    }
}

/// Checks an engine; gives the protocol of all steps, and whether all were passed. `games` are those to be checked, or
/// all that the engine offers.
///
/// # Errors
/// It cannot be started.
pub fn run(config: &EngineConfig, games: &[String], one_protocol: Option<&str>) -> Result<(String, bool), String> {
    let program = match &config.body {
        Body::Uci(program) | Body::Xboard(program) => program,
        Body::Builtin => return Err("check needs an engine that is a program".to_owned()),
    };
    let start = || {
        Process::start(program, "engine", &Arc::new(Log::none()))
            .map_err(|error| format!("cannot start '{}': {error}", printable(&program.command)))
    };
    drop(start()?);
    let mut steps = Steps::default();
    if one_protocol != Some("xboard") {
        uci::check(&mut steps, program, config, games);
    }
    if one_protocol != Some("uci") {
        xboard::check(&mut steps, program, config, games);
    }
    let Steps { mut text, passed, failed } = steps;
    let _ = writeln!(text, "{passed} of {} steps passed", passed + failed);
    Ok((text, failed == 0))
}
