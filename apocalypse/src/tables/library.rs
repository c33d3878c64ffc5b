//! The newest tables there are: computed in the background, or read from a folder.

use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::thread;

use movegen::fen::printable;

use super::class::Class;
use super::iterate::EFFORT;
use super::set::Tables;
use super::table::{Table, TableError};

/// The classes that a library computes by itself, in this order, each with what it leads to.
pub const SMALL: [&str; 4] = ["1p1nv1p1n", "2p0nv2p0n", "2p1nv1p0n", "1p2nv1p0n"];

/// The ending of the names of table files.
pub const EXTENSION: &str = "apot";

/// Why tables could not be loaded.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The folder cannot be looked through.
    #[error("the folder '{}' cannot be read: {error}", quoted(folder))]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// The error of the system.
        error: std::io::Error,
    },
    /// There is no table in it.
    #[error("the folder '{}' holds no file *.{EXTENSION}", quoted(.0))]
    Empty(PathBuf),
    /// A file is no table.
    #[error("the file '{}' cannot be used: {error}", quoted(path))]
    File {
        /// The file.
        path: PathBuf,
        /// The error.
        error: TableError,
    },
}

/// Tables to which others are added while the engine plays. Values of endings are facts, so all engines of a process
/// share one library, [`Library::common`].
#[derive(Default)]
pub struct Library {
    newest: Mutex<Arc<Tables>>,
    has_begun: AtomicBool,
}

impl Library {
    /// The library of this process.
    pub fn common() -> &'static Self {
        static COMMON: LazyLock<Library> = LazyLock::new(Library::default);
        &COMMON
    }

    fn lock(&self) -> MutexGuard<'_, Arc<Tables>> {
        self.newest.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The tables that are there now; they stay as they are for whoever holds them.
    pub fn newest(&self) -> Arc<Tables> {
        Arc::clone(&self.lock())
    }

    /// Begins to compute the small classes on a thread of its own, unless that has begun. It takes some seconds; they
    /// become available all at once.
    pub fn begin(&'static self) {
        if self.has_begun.swap(true, Ordering::Relaxed) {
            return;
        }
        let thread = thread::Builder::new().name("tables".to_owned());
        if let Err(error) = thread.spawn(|| self.compute_small()) {
            log::warn!("no thread to compute tables on: {error}");
        }
    }

    /// Loads all tables of a folder and adds them.
    ///
    /// # Errors
    /// The folder or a table cannot be read; then nothing is added.
    pub fn load(&self, folder: &Path) -> Result<usize, LoadError> {
        let tables = read_folder(folder)?;
        let count = tables.len();
        let mut newest = self.lock();
        let mut next = Tables::clone(&newest);
        tables.into_iter().for_each(|table| next.add(table));
        *newest = Arc::new(next);
        Ok(count)
    }

    /// Computes the small classes here and now, as far as they are not there, and adds them.
    pub fn compute_small(&self) {
        let mut known = Tables::clone(&self.lock());
        let mut found = Vec::new();
        let small = SMALL.iter().map(|name| name.parse::<Class>().expect("the list of small classes can be read"));
        for class in small.flat_map(Class::closure) {
            if known.get(class).is_none() {
                known.add(known.compute(class, EFFORT).0);
                found.push(class);
            }
        }
        let mut newest = self.lock();
        let mut next = Tables::clone(&newest);
        // What files have brought meanwhile stays.
        for class in found.into_iter().filter(|class| newest.get(*class).is_none()) {
            next.share(&known, class);
        }
        *newest = Arc::new(next);
        log::info!("the small endgame tables are there");
    }
}

/// A path that can be printed in a line.
fn quoted(path: &Path) -> String {
    printable(&path.to_string_lossy())
}

fn read_folder(folder: &Path) -> Result<Vec<Table>, LoadError> {
    let at_fault = |error| LoadError::Folder { folder: folder.to_owned(), error };
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(at_fault)? {
        let path = entry.map_err(at_fault)?.path();
        if path.extension().is_some_and(|extension| extension == EXTENSION) {
            paths.push(path);
        }
    }
    if paths.is_empty() {
        return Err(LoadError::Empty(folder.to_owned()));
    }
    paths.sort_unstable();
    paths.into_iter().map(|path| read_file(&path).map_err(|error| LoadError::File { path, error })).collect()
}

/// Reads the table of one file.
///
/// # Errors
/// The file cannot be read or is not a table.
pub fn read_file(path: &Path) -> Result<Table, TableError> {
    let file = File::open(path)?;
    let length = file.metadata()?.len();
    Table::read(&mut BufReader::new(file), length)
}
