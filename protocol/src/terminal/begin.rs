//! The next game, and the settings that are kept between games.

use super::saved::Saved;
use super::seats::Seats;
use super::thinking::Opponent;

/// The game to be played next.
pub(super) struct Begin {
    /// The game's name.
    pub(super) game: &'static str,
    /// The position to begin with; the game's start without it.
    pub(super) fen: Option<String>,
    /// A saved game to continue.
    pub(super) saved: Option<Saved>,
}

/// The action after a session has ended.
pub(super) enum Next {
    /// The user leaves.
    Leave,
    /// Another game, perhaps of another kind.
    Begin(Begin),
}

/// The settings that are kept between games: sides and engine player.
pub(super) type Rest = (Seats, Opponent);
