#![doc = include_str!("../README.md")]

pub mod attacks;
pub mod bitboard;
pub mod castling;
mod constraints;
pub mod definition;
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
    Anarchism, AnarchismStrict, CastlingRooks, Chess, Chess960, Coups, Custom, Empire, Governments, Imperial,
    Insurrection, InsurrectionStrict, Subversion,
};
pub use words::Words;
