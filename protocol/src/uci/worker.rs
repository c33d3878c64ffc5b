//! The worker thread: it owns the game and the engine and executes commands in order.

use std::error::Error;
use std::fmt::Display;
use std::path::Path;
use std::sync::Arc;

use apocalypse::tables::Library;
use games::options::{Effect, OptionError};
use games::{AnySession, Control, registry};
use movegen::fen::printable;

use super::command::Command;
use super::handshake::games_option;
use super::queue::{Queue, Task};
use super::search;
use crate::bench::{self, BenchArguments};
use crate::options::{Change, Options, VARIANT};
use crate::output::Output;
use crate::slot::{EngineSlot, FileChange, open_book, use_definitions, use_network};

pub(super) const READY: &str = "readyok";

pub(super) struct Shared {
    pub(super) output: Output,
    pub(super) queue: Queue,
}

impl Shared {
    pub(super) fn new(output: Output) -> Self {
        Self { output, queue: Queue::default() }
    }
}

pub(super) struct Worker {
    shared: Arc<Shared>,
    options: Options,
    session: Box<dyn AnySession>,
    engine: EngineSlot,
}

impl Worker {
    pub(super) fn new(shared: Arc<Shared>) -> Self {
        let options = Options::default();
        let engine = EngineSlot::new(options.engine.settings());
        Self { shared, options, session: start_of(registry::NAMES[0]), engine }
    }

    /// Executes tasks until the reader closes the queue.
    pub(super) fn work(mut self) {
        while let Some(task) = self.shared.queue.next() {
            self.execute_task(task);
        }
    }

    pub(super) fn execute_task(&mut self, task: Task) {
        match task {
            Task::Print(text) => self.print(&text),
            Task::Do(command) => self.execute(&command).unwrap_or_else(|error| self.print(&error_line(error))),
            Task::Run(command, control) => {
                let last = self.run(&command, &control);
                // A client that has read the last line may rely on the order of all further answers.
                self.shared.queue.end_running();
                self.print(&last);
            }
        }
    }

    fn print(&self, text: &str) {
        self.shared.output.print(text);
    }

    /// Runs a long task and returns the end of its answer.
    fn run(&mut self, command: &Command, control: &Control) -> String {
        let Self { shared, options, session, engine } = self;
        let (session, print) = (session.as_ref(), |text: &str| shared.output.print(text));
        match command {
            Command::Go(go) => search::go(session, engine.get(session), go, options.view(), control, &print),
            Command::Perft(depth) => search::perft(session, *depth, control),
            Command::Bench(words) => match BenchArguments::parse(words) {
                Ok(arguments) => bench::run(&arguments, control, &print),
                Err(error) => error_line(error),
            },
            _ => String::new(),
        }
    }

    fn execute(&mut self, command: &Command) -> Result<(), Box<dyn Error>> {
        match command {
            Command::IsReady => {
                self.engine.get(self.session.as_ref());
                self.print(READY);
            }
            Command::NewGame => self.engine.new_game(),
            Command::SetOption { name, value } => match self.options.set(name, value.as_deref()) {
                Err(error @ OptionError::Unknown(_)) => self.print(&error.to_string()),
                change => self.apply(change?)?,
            },
            Command::Position { fen, moves } => self.session.set_up(fen.as_deref(), moves)?,
            Command::Move(text) => self.session.play(self.session.side_to_choose(), text)?,
            Command::Flip => self.session.exchange_colors()?,
            Command::Draw => self.print(&self.session.describe()),
            Command::Evaluate => {
                let trace = self.engine.get(self.session.as_ref()).trace(self.session.as_ref())?;
                self.print(&trace);
            }
            _ => {}
        }
        Ok(())
    }

    fn apply(&mut self, change: Change) -> Result<(), Box<dyn Error>> {
        match change {
            Change::Engine(Effect::Nothing) => {}
            Change::Engine(Effect::Settings) => self.engine.set(self.options.engine.settings()),
            Change::Engine(Effect::ClearHash) => self.engine.new_game(),
            Change::Engine(Effect::Tables(folder)) => {
                let count = Library::common().load(Path::new(&folder))?;
                self.options.engine.use_tables();
                self.engine.set(self.options.engine.settings());
                self.print(&format!("info string {count} tables of endings loaded"));
            }
            Change::Engine(Effect::Endgames(files)) => {
                let count = games::load_endgames(&files)?;
                self.engine.set(self.options.engine.settings());
                self.print(&format!("info string {count} endgame tables loaded"));
            }
            Change::Engine(Effect::Network(path)) => self.renew(use_network(path.as_deref())?),
            Change::Engine(Effect::Book(path)) => self.renew(open_book(path.as_deref())?),
            Change::Game(name) => {
                self.session = start_of(name);
                self.print(&announcement(self.session.as_ref()));
            }
            Change::Definitions(path) => {
                self.renew(use_definitions(path.as_deref())?);
                self.print(&games_option(VARIANT));
            }
            Change::LogFile(path) => self.shared.output.log_to(path.as_deref()).map_err(|error| {
                format!("the log file '{}' cannot be opened: {error}", printable(path.as_deref().unwrap_or_default()))
            })?,
        }
        Ok(())
    }

    /// Replaces the engine, whose files have changed.
    fn renew(&mut self, (used, change): FileChange) {
        change(&mut self.engine);
        self.print(&format!("info string {used}"));
    }
}

fn error_line(error: impl Display) -> String {
    format!("info string error: {error}")
}

fn start_of(name: &str) -> Box<dyn AnySession> {
    let opened = registry::open(name, None, &[]).expect("the name is from the list");
    opened.expect("a game can begin at its start position")
}

/// The line with the board of a game and its start position for the client.
fn announcement(session: &dyn AnySession) -> String {
    let (name, start, (size, template)) = (session.name(), session.first_fen(), session.board());
    format!("info string variant {name} files {size} ranks {size} pocket 0 template {template} startpos {start}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn announcement_has_game_and_start_position() {
        assert_eq!(
            announcement(start_of("empire").as_ref()),
            "info string variant empire files 8 ranks 8 pocket 0 template chess startpos \
             rnbqkbnr/pppppppp/8/8/8/PPPSSPPP/8/TECDKCET w kq - 0 1"
        );
    }
}
