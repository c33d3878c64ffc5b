//! `arena check`: tests of one engine, in UCI and the XBoard protocol and for every game that it offers, of everything
//! that match runners and boards need.

mod sample;
mod session;
mod uci;
mod xboard;

use std::fmt::Write as _;
use std::sync::Arc;

use clap::{Args, ValueEnum};
use movegen::fen::printable;
use movegen::variants::NAMES;

use crate::config::Program;
use crate::players::log::Log;
use crate::players::process::Process;

/// Outcome of a step.
type Outcome = Result<(), String>;

/// Report of the steps so far.
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

/// Options of `arena check`.
#[derive(Args, Debug)]
pub struct CheckArguments {
    /// Check only this protocol
    #[arg(long, value_enum)]
    protocol: Option<OneProtocol>,
    /// Check only these games instead of all that the engine offers
    #[arg(long, value_name = "GAME", value_parser = NAMES)]
    variant: Vec<String>,
    /// Set an option of the engine
    #[arg(long, value_name = "NAME=VALUE", value_parser = option)]
    option: Vec<(String, String)>,
    /// Program of the engine
    engine: String,
    /// Its arguments
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum OneProtocol {
    Uci,
    Xboard,
}

fn option(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    Ok((name.to_owned(), value.to_owned()))
}

/// Checks an engine. Returns the report of all steps, and `true` if all passed.
///
/// # Errors
/// The engine cannot be started.
pub fn run(arguments: &CheckArguments) -> Result<(String, bool), String> {
    let CheckArguments { protocol, variant, option, engine, arguments } = arguments;
    let program = Program { command: engine.clone(), arguments: arguments.clone(), ..Program::default() };
    Process::start(&program, "engine", &Arc::new(Log::none()))
        .map_err(|error| format!("cannot start '{}': {error}", printable(&program.command)))?;
    let mut steps = Steps::default();
    if *protocol != Some(OneProtocol::Xboard) {
        uci::check(&mut steps, &program, option, variant);
    }
    if *protocol != Some(OneProtocol::Uci) {
        xboard::check(&mut steps, &program, option, variant);
    }
    let Steps { mut text, passed, failed } = steps;
    let _ = writeln!(text, "{passed} of {} steps passed", passed + failed);
    Ok((text, failed == 0))
}
