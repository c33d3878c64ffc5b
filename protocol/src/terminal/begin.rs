//! What is to be played next, and what outlasts a game.

use super::saved::Saved;
use super::seats::Seats;
use super::thinking::Opponent;

/// What is to be played next.
pub(super) struct Begin {
    /// The game's name.
    pub(super) game: &'static str,
    /// The position to begin with; the game's start without it.
    pub(super) fen: Option<String>,
    /// A saved game to go on with.
    pub(super) saved: Option<Saved>,
}

/// What follows when a session is over.
pub(super) enum Next {
    /// The user leaves.
    Leave,
    /// Another game, perhaps of another kind.
    Begin(Begin),
}

/// Who sits where, and how the engine plays: what outlasts a game.
pub(super) type Rest = (Seats, Opponent);
