//! Values that the command line, what is typed during a game, and saved games have in common.

use movegen::fen::printable;

use super::thinking::FULL_LEVEL;
use games::registry::find;

/// Reads a level.
///
/// # Errors
/// The text quoted.
pub(super) fn level(text: &str) -> Result<u32, String> {
    let level = text.parse().ok().filter(|level| *level <= FULL_LEVEL);
    level.ok_or_else(|| format!("'{}' is no level from 0 to {FULL_LEVEL}", printable(text)))
}

/// Reads the name of a game.
///
/// # Errors
/// The name quoted, and the names that there are.
pub(super) fn game(name: &str) -> Result<&'static str, String> {
    let unknown = || format!("'{}' is no game; the games are {}", printable(name), movegen::variants::NAMES.join(", "));
    find(name).ok_or_else(unknown)
}
