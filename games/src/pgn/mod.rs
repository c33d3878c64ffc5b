//! PGN of every game: reading a stream ([`PgnReader`]), playing a game through its rules ([`replay()`], [`read_moves`]), and writing
//! ([`PgnWriter`]).
//!
//! The reader keeps comments and glyphs with their places and the text of a game as it is; it skips variations. Moves may be in
//! algebraic or coordinate notation, or the plies of games that XBoard has saved.

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
