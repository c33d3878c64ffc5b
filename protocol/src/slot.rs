//! The engine of a front end, created when it is needed, and the files that it uses.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use apocalypse::tables::Library;
use engine::book::AnyBook;
use eval::network::Network;
use games::{AnyEngine, AnySession, Resources, Settings};
use movegen::fen::printable;

/// Networks are smaller than this; a file without an end is not read any further.
const MAX_NETWORK_BYTES: u64 = 1 << 28;

/// The engine of the current game. It is created by the first search: most clients set the hash size first.
pub(crate) struct EngineSlot {
    settings: Settings,
    resources: Resources,
    engine: Option<Box<dyn AnyEngine>>,
}

impl EngineSlot {
    /// A slot without an engine.
    pub(crate) fn new(settings: Settings) -> Self {
        let tables = || {
            Library::common().begin();
            Library::common().newest()
        };
        Self { settings, resources: Resources { tables: Some(tables), ..Resources::default() }, engine: None }
    }

    /// The engine for the game of a session.
    pub(crate) fn get(&mut self, session: &dyn AnySession) -> &mut dyn AnyEngine {
        // The old hash table is freed first: two large ones may not fit into memory.
        self.engine.take_if(|engine| engine.name() != session.name());
        let create = || {
            let engine = session.new_engine(self.settings, &self.resources);
            engine.expect("the build checks the built-in networks, and installing checks the others")
        };
        self.engine.get_or_insert_with(create).as_mut()
    }

    /// Applies new settings.
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

    /// Drops the engine. The next search creates another one.
    pub(crate) fn renew(&mut self) {
        self.engine = None;
    }

    /// Uses another opening book, or none.
    pub(crate) fn set_book(&mut self, book: Option<AnyBook>) {
        self.resources.book = book;
        self.renew();
    }
}

/// Reads the opening book in a file and describes what is used; without a file, no book is.
///
/// # Errors
/// The file cannot be read, or is not a book; it is named.
pub(crate) fn open_book(path: Option<&str>) -> Result<(Option<AnyBook>, String), String> {
    let book = path.map(|path| AnyBook::open(Path::new(path))).transpose()?;
    let used = match (path, &book) {
        (Some(path), Some(book)) => format!("the book '{}' is used for {}", printable(path), book.game()),
        _ => "no book is used".to_owned(),
    };
    Ok((book, used))
}

/// Installs the network in a file for the game that it names, or, without a file, restores the built-in networks. Engines
/// created from now on use it. Describes what is used.
///
/// # Errors
/// The file cannot be read, or is not a network; it is named and nothing has changed.
pub(crate) fn use_network(path: Option<&str>) -> Result<String, String> {
    let Some(path) = path else {
        Network::uninstall_all();
        return Ok("the networks of the program are used".to_owned());
    };
    let about = |why: &dyn std::fmt::Display| format!("the network '{}' cannot be used: {why}", printable(path));
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MAX_NETWORK_BYTES).read_to_end(&mut bytes));
    read.map_err(|error| about(&error))?;
    let game = Network::install(&bytes).map_err(|error| about(&error))?;
    Ok(format!("the network '{}' is used for {game}", printable(path)))
}
