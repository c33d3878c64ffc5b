//! The board: every game to play in the browser, with the engine behind it.
//!
//! The page draws and asks; it knows no rules. What it asks is answered by one session, which knows nothing of how
//! requests travel, where games are kept, or on which thread the engine thinks.

pub mod learn;
pub mod messages;
pub mod pgn;
pub mod rules;
#[cfg(feature = "native")]
pub mod server;
pub mod session;
pub mod store;
pub mod think;
