//! XBoard's view of every game: the definition of a game that it does not know, the plies by which it shows a move, a model of
//! its board, and the notation of plies in saved games. A ply moves one piece, so some moves take several plies.

pub mod apocalypse;
mod board;
pub mod definition;
mod ply;
mod script;
mod text;
mod words;

pub use board::Board;
pub use ply::{NO_PIECE, Ply, Step};
pub use script::{Decoded, decode, letter_after, pieces, script};
pub use text::{read, words, write};
pub use words::{ApocalypseReader, TurnBasedReader, WordReader};

/// Returns the letter of a piece in the case of its side.
fn colored(letter: char, is_white: bool) -> char {
    if is_white { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() }
}

/// The effect of reading one word of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Parsed<M> {
    /// More words must follow before anything is played.
    Part,
    /// A null move: the turn passes.
    Null,
    /// The choices of a turn, by color.
    Turn([Option<M>; 2]),
}
