//! The opening book from a file. One is in use in a process, whichever game is played: a client may name it before the game.

use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use engine::book::{AnyBook, Book};
use movegen::Variant;
use movegen::fen::printable;

fn in_use() -> MutexGuard<'static, Option<AnyBook>> {
    static IN_USE: Mutex<Option<AnyBook>> = Mutex::new(None);
    IN_USE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The book in use, if it is one of this game and its rules.
pub(super) fn of_game<V: Variant>() -> Option<Arc<Book<V>>> {
    in_use().as_ref()?.of_game()
}

/// Has engines made from now on use the book in a file, or, without a file, none. Tells what is used.
///
/// # Errors
/// Why the file is of no use, with its name; everything is as before.
pub(crate) fn use_book(path: Option<&str>) -> Result<String, String> {
    let book = path.map(|path| AnyBook::open(Path::new(path))).transpose()?;
    let said = match (path, &book) {
        (Some(path), Some(book)) => format!("the book '{}' is used for {}", printable(path), book.game()),
        _ => "no book is used".to_owned(),
    };
    *in_use() = book;
    Ok(said)
}
