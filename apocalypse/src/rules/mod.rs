//! Apocalypse: both sides choose in secret, then both choices are played at once. Its own board of 5x5 squares, its own
//! position and choices; only colours, outcomes and the view of a referee ([`Game`](movegen::Game)) are shared.
//!
//! A set of squares is a `u32` whose bit `n` stands for [`Square`] `n`. A choice is *safe* when it could be played on
//! the board as it stands, and *speculative* when only a safe choice of the opponent can make it playable; it costs a
//! penalty point where the opponent chose otherwise. `gamedata/games/apocalypse/specification.md` has the rules in full.

mod choice;
mod fen;
mod game;
mod generate;
mod perft;
mod position;
mod resolve;
mod square;

pub use choice::{Choice, Choices, MAX_CHOICES};
pub use perft::{divide, perft};
pub use position::{LAST_RANK, LONGEST_GAME, MAX_KNIGHTS, MAX_PENALTIES, Position};
pub use square::{
    BOARD, Square, Step, knight_attacks, knight_jumps, left_to_right, pawn_attacks, squares, upside_down,
};
