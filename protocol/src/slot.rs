//! The engine of a front end, created when it is needed, and the files that it uses.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use apocalypse::tables::Library;
use engine::book::AnyBook;
use eval::network::Network;
use games::{AnyEngine, AnySession, Definitions, Resources, Settings};
use movegen::fen::printable;
use movegen::{definition, variants};

/// Networks are smaller than this; a file without an end is not read any further.
const MAX_NETWORK_BYTES: u64 = 1 << 28;

/// The engine of the current game. It is created by the first search: most clients set the hash size first.
pub(crate) struct EngineSlot {
    settings: Settings,
    resources: Resources,
    engine: Option<Box<dyn AnyEngine>>,
}

impl EngineSlot {
    pub(crate) fn new(settings: Settings) -> Self {
        let tables = || {
            Library::common().begin();
            Library::common().newest()
        };
        Self { settings, resources: Resources { tables: Some(tables), ..Resources::default() }, engine: None }
    }

    pub(crate) fn get(&mut self, session: &dyn AnySession) -> &mut dyn AnyEngine {
        // The old hash table is freed first: two large ones may not fit into memory.
        self.engine.take_if(|engine| engine.name() != session.name());
        let create = || {
            let engine = session.new_engine(self.settings, &self.resources);
            engine.expect("the build checks the built-in networks, and installing checks the others")
        };
        self.engine.get_or_insert_with(create).as_mut()
    }

    pub(crate) fn set(&mut self, settings: Settings) {
        self.settings = settings;
        if let Some(engine) = &mut self.engine {
            engine.set(settings);
        }
    }

    /// Clears the hash table and the histories.
    pub(crate) fn new_game(&mut self) {
        if let Some(engine) = &mut self.engine {
            engine.new_game();
        }
    }
}

/// Offers the games defined in a file next to the built-in ones; without a file, the built-in games alone. Positions that exist keep
/// their rules.
///
/// # Errors
/// The file cannot be read or defines no game that is played: the first error with file, line and key. Nothing has changed.
pub(crate) fn use_definitions(path: Option<&str>) -> Result<FileChange, String> {
    let used = match path {
        None => {
            variants::load(Vec::new());
            "the built-in games are offered".to_owned()
        }
        Some(path) => {
            let name = printable(path);
            let mut text = String::new();
            let limit = definition::MAX_FILE as u64 + 1;
            let read = File::open(path).and_then(|file| file.take(limit).read_to_string(&mut text));
            read.map_err(|error| format!("the file of games '{name}' cannot be read: {error}"))?;
            let games = Definitions::read(&name, &text);
            games.offer()?;
            games.to_string()
        }
    };
    Ok((used, Box::new(|slot| slot.engine = None)))
}

/// A description of the file that is used from now on, and the change of the slot.
pub(crate) type FileChange = (String, Box<dyn FnOnce(&mut EngineSlot) + Send>);

/// Reads the opening book in a file; without a file, no book is used. The error names the file.
pub(crate) fn open_book(path: Option<&str>) -> Result<FileChange, String> {
    let book = path.map(|path| AnyBook::open(Path::new(path))).transpose()?;
    let used = match (path, &book) {
        (Some(path), Some(book)) => format!("the book '{}' is used for {}", printable(path), book.game),
        _ => "no book is used".to_owned(),
    };
    let change = |slot: &mut EngineSlot| {
        slot.resources.book = book;
        slot.engine = None;
    };
    Ok((used, Box::new(change)))
}

/// Installs the network in a file for the game that it names, or, without a file, restores the built-in networks. Engines
/// created from now on use it. The error names the file.
pub(crate) fn use_network(path: Option<&str>) -> Result<FileChange, String> {
    let used = match path {
        None => {
            Network::uninstall_all();
            "the networks of the program are used".to_owned()
        }
        Some(path) => {
            let about =
                |why: &dyn std::fmt::Display| format!("the network '{}' cannot be used: {why}", printable(path));
            let mut bytes = Vec::new();
            let read = File::open(path).and_then(|file| file.take(MAX_NETWORK_BYTES).read_to_end(&mut bytes));
            read.map_err(|error| about(&error))?;
            let game = Network::install(&bytes).map_err(|error| about(&error))?;
            format!("the network '{}' is used for {game}", printable(path))
        }
    };
    Ok((used, Box::new(|slot| slot.engine = None)))
}
