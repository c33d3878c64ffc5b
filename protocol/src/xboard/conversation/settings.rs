//! Options and their effects.

use std::path::Path;

use apocalypse::tables::{Library, LoadError};
use games::options::{Effect, OptionError};
use movegen::fen::printable;

use super::Conversation;
use crate::options::Change;
use crate::slot::{EngineSlot, open_book, use_network};
use crate::xboard::event::Event;
use crate::xboard::options;
use crate::xboard::search::Task;

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
            Ok(Change::Engine(Effect::Settings)) => self.renew_settings(),
            Ok(Change::Engine(Effect::ClearHash)) => self.searches.prepare(self.game.session.as_ref(), true),
            Ok(Change::LogFile(path)) => {
                if let Err(error) = self.output.log_to(path.as_deref()) {
                    let path = printable(path.as_deref().unwrap_or_default());
                    self.print_error(&format!("Error (log file cannot be opened, {error}): {path}"));
                }
            }
            Ok(Change::Engine(Effect::Network(path))) => match use_network(path.as_deref()) {
                Ok(used) => self.renew_with(&used, Box::new(EngineSlot::renew)),
                Err(error) => self.print_error(&format!("Error (network): {error}")),
            },
            Ok(Change::Engine(Effect::Book(path))) => match open_book(path.as_deref()) {
                Ok((book, used)) => self.renew_with(&used, Box::new(|slot| slot.set_book(book))),
                Err(error) => self.print_error(&format!("Error (book): {error}")),
            },
            Ok(Change::Engine(Effect::Tables(folder))) => {
                // Reading would block the conversation.
                let events = self.searches.events().clone();
                self.searches.queue(Box::new(move |_| {
                    let result = Library::common().load(Path::new(&folder));
                    // The receiver is gone when the program ends.
                    let _ = events.send(Event::Tables(result));
                }));
                self.restart_analysis();
            }
            Ok(Change::Nothing | Change::Game(_) | Change::Engine(Effect::Nothing)) => {}
            Err(error) => self.print_error(&format!("Error (bad option): {error}")),
        }
    }

    /// Replaces the engine, whose files have changed.
    fn renew_with(&mut self, used: &str, task: Task) {
        self.print(&format!("# {used}"));
        self.searches.queue(task);
        self.restart_analysis();
    }

    /// Passes the settings to the engine.
    fn set_engine(&self) {
        let settings = match self.at_full_strength {
            true => self.options.settings_for_analysis(),
            false => self.options.settings(),
        };
        self.searches.queue(Box::new(move |slot| slot.set(settings)));
    }

    /// Sets full strength for an analysis, or the strength of the options.
    pub(super) fn set_strength(&mut self, is_full: bool) {
        if self.at_full_strength != is_full {
            self.at_full_strength = is_full;
            self.set_engine();
        }
    }

    fn renew_settings(&mut self) {
        self.set_engine();
        self.restart_analysis();
    }

    pub(super) fn take_tables(&mut self, result: Result<usize, LoadError>) {
        match result {
            Ok(count) => {
                self.print(&format!("# {count} tables of endings loaded"));
                self.options.use_tables();
                self.renew_settings();
            }
            Err(error) => self.print_error(&format!("Error (tables of endings): {error}")),
        }
    }
}
