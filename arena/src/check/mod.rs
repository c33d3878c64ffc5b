//! `arena check`: tests of one engine, in UCI and the XBoard protocol and for every game that it offers, of everything
//! that match runners and boards need.

mod sample;
mod uci;
mod xboard;

use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use games::registry::NAMES;
use movegen::fen::printable;

use crate::command::values::pair;
use crate::config::Program;
use crate::players::log::Log;
use crate::players::process::{Process, Silence};

/// Time limit for the handshake.
const HELLO_TIMEOUT: Duration = Duration::from_secs(10);
/// Time limit for answers without a search.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(2);
/// Time limit for searches with another limit.
const SEARCH_TIMEOUT: Duration = Duration::from_secs(20);
/// Time limit for answers to `stop` and `?`.
const STOP_TIMEOUT: Duration = Duration::from_millis(500);

/// Outcome of a step.
type Outcome = Result<(), String>;

/// A running engine, and the report of the steps so far.
struct Checked<'a> {
    process: Process,
    /// The protocol and the game.
    subject: String,
    steps: &'a mut Vec<(bool, String)>,
}

impl Checked<'_> {
    fn step(&mut self, name: &str, outcome: Outcome) {
        let subject = &self.subject;
        self.steps.push(match outcome {
            Ok(()) => (true, format!("ok    {subject}: {name}\n")),
            Err(why) => (false, format!("FAIL  {subject}: {name}: {}\n", printable(&why))),
        });
    }

    fn send(&mut self, line: &str) {
        self.process.send(line);
    }

    /// Returns the lines up to and including the first one that is wanted.
    fn until(&mut self, timeout: Duration, is_wanted: impl Fn(&str) -> bool) -> Result<Vec<String>, String> {
        let deadline = Instant::now() + timeout;
        let mut lines: Vec<String> = Vec::new();
        while !lines.last().is_some_and(|line| is_wanted(line.trim())) {
            lines.push(match self.process.receive(deadline) {
                Ok(line) => line.text,
                Err(Silence::Late) => return Err("no answer in time".to_owned()),
                Err(Silence::Ended(how)) => return Err(format!("the engine has ended: {how}")),
            });
        }
        Ok(lines)
    }

    /// Checks that the process ends by itself.
    fn check_end(&mut self) -> Outcome {
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

/// Checks that something has been received.
fn present(is_there: bool) -> Outcome {
    is_there.then_some(()).ok_or_else(|| "missing".to_owned())
}

/// Checks that an engine has stopped within the time limit.
fn is_prompt(begin: Instant) -> Outcome {
    match begin.elapsed() {
        late if late > STOP_TIMEOUT => Err(format!("after {} ms", late.as_millis())),
        _ => Ok(()),
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
    #[arg(long, value_name = "NAME=VALUE", value_parser = pair)]
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

impl CheckArguments {
    fn start(&self) -> Result<Process, String> {
        let (command, arguments) = (self.engine.clone(), self.arguments.clone());
        let program = Program { command, arguments, ..Program::default() };
        Process::start(&program, "engine", &Arc::new(Log::none())).map_err(|error| error.to_string())
    }

    /// Returns the games to check if the engine offers them, or whether it does so or not.
    fn games(&self) -> impl Iterator<Item = &'static str> {
        NAMES.into_iter().filter(|name| self.variant.is_empty() || self.variant.iter().any(|game| game == name))
    }
}

/// Checks an engine. Returns the report of all steps, and `true` if all passed.
pub fn run(arguments: &CheckArguments) -> Result<(String, bool), String> {
    drop(arguments.start().map_err(|error| format!("cannot start '{}': {error}", printable(&arguments.engine)))?);
    let mut steps = Vec::new();
    type Check = fn(&mut Checked<'_>, &CheckArguments);
    let protocols = [(OneProtocol::Uci, "uci", uci::check as Check), (OneProtocol::Xboard, "xboard", xboard::check)];
    for (protocol, name, check) in protocols {
        if arguments.protocol.is_some_and(|only| only != protocol) {
            continue;
        }
        match arguments.start() {
            Ok(process) => check(&mut Checked { process, subject: name.to_owned(), steps: &mut steps }, arguments),
            Err(why) => steps.push((false, format!("FAIL  {name}: start: {}\n", printable(&why)))),
        }
    }
    let passed = steps.iter().filter(|(has_passed, _)| *has_passed).count();
    let text: String = steps.iter().map(|(_, text)| text.as_str()).collect();
    Ok((format!("{text}{passed} of {} steps passed\n", steps.len()), passed == steps.len()))
}
