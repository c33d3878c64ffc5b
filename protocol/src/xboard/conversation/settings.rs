//! Options and their effects.

use std::path::Path;

use apocalypse::tables::{Library, LoadError};
use games::options::{Effect, OptionError};
use movegen::fen::printable;

use super::Conversation;
use crate::options::Change;
use crate::slot::{FileChange, open_book, use_definitions, use_network};
use crate::xboard::messages;
use crate::xboard::report::Event;

impl Conversation {
    pub(super) fn apply(&mut self, change: Result<Change, OptionError>) {
        match change {
            Ok(Change::Engine(Effect::Settings)) => self.renew_settings(),
            Ok(Change::Engine(Effect::ClearHash)) => self.searches.prepare(self.game.session.as_ref(), true),
            Ok(Change::Definitions(path)) => {
                self.renew("games", use_definitions(path.as_deref()));
                self.print(&messages::games());
            }
            Ok(Change::LogFile(path)) => {
                if let Err(error) = self.output.log_to(path.as_deref()) {
                    let path = printable(path.as_deref().unwrap_or_default());
                    self.print_error(&format!("Error (log file cannot be opened, {error}): {path}"));
                }
            }
            Ok(Change::Engine(Effect::Network(path))) => self.renew("network", use_network(path.as_deref())),
            Ok(Change::Engine(Effect::Book(path))) => self.renew("book", open_book(path.as_deref())),
            Ok(Change::Engine(Effect::Tables(folder))) => {
                // Reading would block the conversation.
                let load = move || Event::Tables(Library::common().load(Path::new(&folder)));
                self.searches.queue_with_event(load);
                self.restart_analysis();
            }
            Ok(Change::Engine(Effect::Endgames(files))) => {
                let load = move || Event::Endgames(games::load_endgames(&files));
                self.searches.queue_with_event(load);
                self.renew_settings();
            }
            Ok(Change::Game(_) | Change::Engine(Effect::Nothing)) => {}
            Err(error) => self.print_error(&format!("Error (bad option): {error}")),
        }
    }

    /// Replaces the engine, one of whose files has changed.
    fn renew(&mut self, file: &str, change: Result<FileChange, String>) {
        match change {
            Ok((used, task)) => {
                self.print(&format!("# {used}"));
                self.searches.queue(task);
                self.restart_analysis();
            }
            Err(error) => self.print_error(&format!("Error ({file}): {error}")),
        }
    }

    fn set_engine(&self) {
        let settings = match self.at_full_strength {
            true => self.options.engine.settings_for_analysis(),
            false => self.options.engine.settings(),
        };
        self.searches.queue(move |slot| slot.set(settings));
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
                self.options.engine.use_tables();
                self.renew_settings();
            }
            Err(error) => self.print_error(&format!("Error (tables of endings): {error}")),
        }
    }
}
