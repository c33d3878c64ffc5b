//! XBoard's view of the turn-based games: what it must be told of a game that it does not know, the plies by which it shows a
//! move, what its board makes of them, and how it writes them into a saved game. It knows only moves of one piece after the
//! other, so some moves take several plies. Apocalypse, in a crate of its own, is shown by the same [`Ply`] and [`Board`].
//!
//! Nothing here speaks the protocol: the engine does that, and the arena writes games that XBoard can load.

mod board;
pub mod definition;
mod ply;
mod purchase;
mod script;
mod square;
mod text;

pub use board::Board;
pub use ply::{NOBODY, Ply, Spot, Step};
pub use script::{Understood, letter_after, pieces, script, understand};
pub use square::spot;
pub use text::{algebraic, read, words, write};
