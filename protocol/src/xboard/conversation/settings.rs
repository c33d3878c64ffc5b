//! Options: what follows when one is set.

use std::path::Path;

use apocalypse::tables::{Library, LoadError};
use engine::Settings;
use movegen::fen::printable;

use super::Conversation;
use crate::game::{use_book, use_network};
use crate::options::{Change, OptionError};
use crate::xboard::event::Event;
use crate::xboard::options;

impl Conversation {
    pub(super) fn set_memory(&mut self, text: &str) {
        let change = options::set_memory(&mut self.options, text);
        self.apply(change);
    }

    pub(super) fn set_cores(&mut self, text: &str) {
        let change = options::set_cores(&mut self.options, text);
        self.apply(change);
    }

    pub(super) fn set_option(&mut self, name: &str, value: Option<&str>) {
        let change = options::set(&mut self.options, name, value);
        self.apply(change);
    }

    fn apply(&mut self, change: Result<Change, OptionError>) {
        match change {
            Ok(Change::Settings) => self.renew_settings(),
            Ok(Change::ClearHash) => self.searches.hand_over(self.game.session.new_game()),
            Ok(Change::LogFile(path)) => {
                if let Err(error) = self.output.log_to(path.as_deref()) {
                    let path = printable(path.as_deref().unwrap_or_default());
                    self.complain(&format!("Error (log file cannot be opened, {error}): {path}"));
                }
            }
            Ok(Change::Network(path)) => self.renew_with("network", use_network(path.as_deref())),
            Ok(Change::Book(path)) => self.renew_with("book", use_book(path.as_deref())),
            Ok(Change::Tables(folder)) => {
                // Reading takes its time, which the conversation has not.
                let events = self.searches.events().clone();
                self.searches.hand_over(Box::new(move || {
                    let result = Library::common().load(Path::new(&folder));
                    // Nobody listens any more when the program ends.
                    let _ = events.send(Event::Tables(result));
                }));
                self.restart_analysis();
            }
            Ok(Change::Nothing | Change::Game(_)) => {}
            Err(error) => self.complain(&format!("Error (bad option): {error}")),
        }
    }

    /// Has the engine made anew from what has been read, or says why it could not be read.
    fn renew_with(&mut self, what: &str, read: Result<String, String>) {
        match read {
            Ok(said) => {
                self.say(&format!("# {said}"));
                self.searches.hand_over(self.game.session.renew_engine());
                self.restart_analysis();
            }
            Err(error) => self.complain(&format!("Error ({what}): {error}")),
        }
    }

    /// What the engine is set to now.
    pub(super) fn settings(&self) -> Settings {
        if self.at_full_strength { self.options.settings_for_analysis() } else { self.options.settings() }
    }

    /// An analysis is never weakened, whatever the options say of the strength of play.
    pub(super) fn set_strength(&mut self, is_full: bool) {
        if self.at_full_strength != is_full {
            self.at_full_strength = is_full;
            self.searches.hand_over(self.game.session.set(self.settings()));
        }
    }

    fn renew_settings(&mut self) {
        self.searches.hand_over(self.game.session.set(self.settings()));
        self.restart_analysis();
    }

    pub(super) fn take_tables(&mut self, result: Result<usize, LoadError>) {
        match result {
            Ok(count) => {
                self.say(&format!("# {count} tables of endings loaded"));
                self.options.use_endings();
                self.renew_settings();
            }
            Err(error) => self.complain(&format!("Error (tables of endings): {error}")),
        }
    }
}
