//! The worker thread: it owns the game and the engine and executes commands in order.

use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::Receiver;

use apocalypse::tables::Library;
use games::options::Effect;
use games::{AnySession, Control, registry};
use movegen::fen::printable;

use super::command::Command;
use super::search;
use super::task::{READY, Shared, Task};
use crate::bench::{self, BenchArguments};
use crate::options::{Change, Options};
use crate::slot::{EngineSlot, open_book, use_network};

/// Executes the tasks of the reader.
pub(super) struct Worker {
    shared: Arc<Shared>,
    options: Options,
    session: Box<dyn AnySession>,
    engine: EngineSlot,
}

impl Worker {
    /// A worker with the first game of the list at its start position.
    pub(super) fn new(shared: Arc<Shared>) -> Self {
        let options = Options::default();
        let engine = EngineSlot::new(options.settings());
        Self { shared, options, session: start_of(registry::NAMES[0]), engine }
    }

    /// Executes tasks until the reader closes the queue.
    pub(super) fn work(mut self, tasks: &Receiver<Task>) {
        while let Ok(task) = tasks.recv() {
            match task {
                Task::Print(text) => self.print(&text),
                Task::Ready => {
                    self.engine.get(self.session.as_ref());
                    self.print(READY);
                }
                Task::Do(command) => self.execute(&command),
                Task::Run(command, control) => {
                    self.run(&command, &control);
                    self.shared.long_tasks().pop_front();
                }
            }
        }
    }

    fn print(&self, text: &str) {
        self.shared.output.print(text);
    }

    fn print_error(&self, error: impl std::fmt::Display) {
        self.print(&format!("info string error: {error}"));
    }

    fn print_if_error<T, E: std::fmt::Display>(&self, result: Result<T, E>) {
        if let Err(error) = result {
            self.print_error(error);
        }
    }

    fn run(&mut self, command: &Command, control: &Control) {
        let Self { shared, options, session, engine } = self;
        let (session, print) = (session.as_ref(), |text: &str| shared.output.print(text));
        match command {
            Command::Go(go) => search::go(session, engine.get(session), go, options.view(), control, &print),
            Command::Perft(depth) => print(&search::perft(session, *depth, control)),
            Command::Bench(words) => match BenchArguments::parse(words) {
                Ok(arguments) => bench::run(&arguments, control, &print),
                Err(error) => self.print_error(error),
            },
            _ => {}
        }
    }

    fn execute(&mut self, command: &Command) {
        match command {
            Command::NewGame => self.engine.new_game(),
            Command::SetOption { name, value } => match self.options.set(name, value.as_deref()) {
                Ok(change) => self.apply(change),
                Err(error @ games::options::OptionError::Unknown(_)) => self.print(&error.to_string()),
                Err(error) => self.print_error(error),
            },
            Command::Position { fen, moves } => {
                let result = self.session.set_up(fen.as_deref(), moves);
                self.print_if_error(result);
            }
            Command::Move(text) => {
                let result = self.session.play(self.session.side_to_choose(), text);
                self.print_if_error(result);
            }
            Command::Flip => {
                let result = self.session.exchange_colors();
                self.print_if_error(result);
            }
            Command::Draw => self.print(&self.session.describe()),
            Command::Evaluate => match self.engine.get(self.session.as_ref()).trace(self.session.as_ref()) {
                Ok(text) => self.print(&text),
                Err(error) => self.print_error(error),
            },
            _ => {}
        }
    }

    fn apply(&mut self, change: Change) {
        match change {
            Change::Nothing | Change::Engine(Effect::Nothing) => {}
            Change::Engine(Effect::Settings) => self.engine.set(self.options.settings()),
            Change::Engine(Effect::ClearHash) => self.engine.new_game(),
            Change::Engine(Effect::Tables(folder)) => match Library::common().load(Path::new(&folder)) {
                Ok(count) => {
                    self.options.use_tables();
                    self.engine.set(self.options.settings());
                    self.print(&format!("info string {count} tables of endings loaded"));
                }
                Err(error) => self.print_error(error),
            },
            Change::Engine(Effect::Network(path)) => match use_network(path.as_deref()) {
                Ok(used) => {
                    self.engine.renew();
                    self.print(&format!("info string {used}"));
                }
                Err(error) => self.print_error(error),
            },
            Change::Engine(Effect::Book(path)) => match open_book(path.as_deref()) {
                Ok((book, used)) => {
                    self.engine.set_book(book);
                    self.print(&format!("info string {used}"));
                }
                Err(error) => self.print_error(error),
            },
            Change::Game(name) => {
                self.session = start_of(name);
                self.print(&announcement(self.session.as_ref()));
            }
            Change::LogFile(path) => {
                if let Err(error) = self.shared.output.log_to(path.as_deref()) {
                    let path = printable(path.as_deref().unwrap_or_default());
                    self.print_error(format!("the log file '{path}' cannot be opened: {error}"));
                }
            }
        }
    }
}

/// A session at the start position of a game of the list.
fn start_of(name: &str) -> Box<dyn AnySession> {
    let opened = registry::open(name, None, &[]).expect("the name is from the list");
    opened.expect("a game can begin at its start position")
}

/// The line with the board of a game and its start position for the client.
fn announcement(session: &dyn AnySession) -> String {
    let (name, start, (size, template)) = (session.name(), session.start_fen(), session.board());
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
