//! The rules of every game that Upheaval plays.
//!
//! Squares are numbered a1 = 0 … h8 = 63. A [`Piece`] is a [`Color`] and a [`PieceType`]; a [`Position`] has the contents of a FEN; a
//! game is a type that implements [`Variant`], whose every default is orthodox chess. Generators give exactly the
//! legal moves. A position is copied and then played on in place, so no rule needs an inverse.
//!
//! ```
//! use upheaval_movegen::{Empire, Position, perft};
//! let start = Position::<Empire>::start();
//! assert_eq!(perft::perft(&start, 3), 20_895);
//! let m = start.parse_move("e1e2")?;
//! let mut next = start;
//! next.play(m, &mut ());
//! assert_eq!(next.to_string(), "rnbqkbnr/pppppppp/8/8/8/PPPSSPPP/4K3/TECD1CET b kq - 1 1");
//! # Ok::<(), upheaval_movegen::MoveError>(())
//! ```
//!
//! To add a game, implement [`Variant`]: here (a file in `variants/`, its name and one match arm in `variants/mod.rs`) or
//! in a crate of your own, as `examples/games` does. This crate does no input or output, starts no threads, and knows no
//! scores.

pub mod attacks;
pub mod bitboard;
pub mod castling;
mod constraints;
mod error;
pub mod fen;
pub mod game;
pub mod mate;
pub mod moves;
pub mod notation;
mod observer;
pub mod orthodox;
pub mod outcome;
pub mod perft;
pub mod piece;
pub mod position;
pub mod record;
pub mod san;
pub mod square;
mod state;
pub mod variant;
pub mod variants;
mod wanted;
mod words;
pub mod zobrist;

pub use bitboard::Bitboard;
pub use castling::Castling;
pub use constraints::Constraints;
pub use error::{FenError, MoveError};
pub use game::{Game, Turn};
pub use moves::{Move, MoveKind, MoveList};
pub use observer::Observer;
pub use outcome::{Outcome, Reason, Verdict};
pub use piece::{ByPieceType, Color, Piece, PieceType};
pub use position::Position;
pub use record::Record;
pub use square::Square;
pub use state::State;
pub use variant::Variant;
pub use variants::{
    Anarchism, AnarchismStrict, Chess, Coups, Empire, Governments, Imperial, Insurrection, InsurrectionStrict,
    Subversion,
};
pub use words::{Words, name_of_piece};

/// The examples of the README, tested like all others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
