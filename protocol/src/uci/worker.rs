//! The thread that works: it owns the game and does one command after the other in the order they came.

use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::Receiver;

use apocalypse::tables::Library;
use engine::{Control, Settings};
use movegen::fen::printable;
use movegen::variants::NAMES;

use super::command::Command;
use super::session::{self, Session};
use super::task::{READY, Shared, Task};
use crate::bench::{self, BenchArguments};
use crate::game::{use_book, use_network};
use crate::options::{Change, Options};

/// Does what the reader hands on, one task after the other.
pub(super) struct Worker {
    shared: Arc<Shared>,
    options: Options,
    session: Box<dyn Session>,
}

impl Worker {
    /// A worker with the first game of the list at its start.
    pub(super) fn new(shared: Arc<Shared>) -> Self {
        let options = Options::default();
        let session = session::open(NAMES[0], options.settings()).expect("the list's first game can be opened");
        Self { shared, options, session }
    }

    /// Does one task after the other until no more can come.
    pub(super) fn work(mut self, tasks: &Receiver<Task>) {
        while let Ok(task) = tasks.recv() {
            match task {
                Task::Say(text) => self.say(&text),
                Task::Ready => {
                    self.session.make_engine();
                    self.say(READY);
                }
                Task::Do(command) => self.act(&command),
                Task::Run(command, control) => {
                    self.run(&command, &control);
                    self.shared.long_tasks().pop_front();
                }
            }
        }
    }

    fn say(&self, text: &str) {
        self.shared.output.say(text);
    }

    fn complain(&self, error: impl std::fmt::Display) {
        self.say(&format!("info string error: {error}"));
    }

    fn run(&mut self, command: &Command, control: &Control) {
        let Self { shared, options, session, .. } = self;
        let say = |text: &str| shared.output.say(text);
        match command {
            Command::Go(go) => session.go(go, options.view(), control, &say),
            Command::Perft(depth) => say(&session.perft(*depth, control)),
            Command::Bench(words) => match BenchArguments::parse(words) {
                Ok(arguments) => bench::run(&arguments, control, &say),
                Err(error) => self.complain(error),
            },
            _ => {}
        }
    }

    fn act(&mut self, command: &Command) {
        match command {
            Command::NewGame => self.session.new_game(),
            Command::SetOption { name, value } => match self.options.set(name, value.as_deref()) {
                Ok(change) => self.apply(change),
                Err(error) => self.say(&error.to_string()),
            },
            Command::Position { fen, moves } => {
                if let Err(error) = self.session.position(fen.as_deref(), moves) {
                    self.complain(error);
                }
            }
            Command::Move(text) => {
                if let Err(error) = self.session.play(text) {
                    self.complain(error);
                }
            }
            Command::Flip => {
                if let Err(error) = self.session.flip() {
                    self.complain(error);
                }
            }
            Command::Draw => self.say(&self.session.describe()),
            Command::Evaluate => self.say(&self.session.evaluate()),
            _ => {}
        }
    }

    fn apply(&mut self, change: Change) {
        match change {
            Change::Nothing => {}
            Change::Settings => self.session.set(self.options.settings()),
            Change::ClearHash => self.session.new_game(),
            Change::Game(name) => self.play_game(name),
            Change::Tables(folder) => match Library::common().load(Path::new(&folder)) {
                Ok(count) => {
                    self.options.use_endings();
                    self.session.set(self.options.settings());
                    self.say(&format!("info string {count} tables of endings loaded"));
                }
                Err(error) => self.complain(error),
            },
            Change::Network(path) => self.renew_with(use_network(path.as_deref())),
            Change::Book(path) => self.renew_with(use_book(path.as_deref())),
            Change::LogFile(path) => {
                if let Err(error) = self.shared.output.log_to(path.as_deref()) {
                    let path = printable(path.as_deref().unwrap_or_default());
                    self.complain(format!("the log file '{path}' cannot be opened: {error}"));
                }
            }
        }
    }

    /// Has the engine made anew from what has been read, or says why it could not be read.
    fn renew_with(&mut self, read: Result<String, String>) {
        match read {
            Ok(said) => {
                self.session.renew_engine();
                self.say(&format!("info string {said}"));
            }
            Err(error) => self.complain(error),
        }
    }

    /// The game's start stands on the board afterwards, also when the game is the same as before.
    fn play_game(&mut self, name: &str) {
        let settings = self.options.settings();
        if name == self.session.name() {
            if let Err(error) = self.session.position(None, &[]) {
                self.complain(error);
            }
        } else {
            // The old table goes before the new one comes: two large ones may not fit into the memory.
            self.session.set(Settings { hash: 1, ..settings });
            if let Some(session) = session::open(name, settings) {
                self.session = session;
            }
        }
        self.say(&self.session.announcement());
    }
}
