//! PGN of every game: reading a stream ([`PgnReader`]), playing a game through its rules ([`replay()`], [`read_moves`]), and writing
//! ([`PgnWriter`]). Moves of variations are in [`Item::Variation`]. Moves are in algebraic or coordinate notation, or plies that XBoard has saved.

mod lexer;
mod reader;
mod replay;
mod writer;

pub use lexer::{Item, Place};
pub use reader::{MAX_GAME_BYTES, PgnError, PgnGame, PgnReader};
pub use replay::{
    Contents, MoveWord, Replayed, Words, move_text, plies_of, read_moves, replay, variant_of, variant_pieces,
};
pub use writer::{PgnWriter, comment_text, number_mark};
