//! The interface of a game beyond its rules.

use engine::openings::{Judge, OpeningsPlan};
use movegen::{Color, FenError, Game, MoveError};

use crate::game_engine::GameEngine;
use crate::plies::WordReader;

/// The notation in which a move is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notation {
    /// `e2e4`, `e7e8q`, `a2a3`.
    Coordinates,
    /// `e4`, `e8=Q`. Speculative choices of Apocalypse end with `?`. Reading also accepts coordinates.
    Algebraic,
}

/// A game with an engine and notation. Implemented for every `Position<V>` and for Apocalypse.
pub trait PlayedGame: Game<Move: Sync> + PartialEq {
    /// The engine of the game.
    type Engine: GameEngine<Self>;
    /// The reader of the words of a PGN.
    type Reader: WordReader<Self>;
    /// The number of files and ranks.
    const SIZE: u8;
    /// The board template that UCI clients know.
    const TEMPLATE: &'static str;

    /// Returns `true` if the side may choose the move.
    fn is_legal(&self, side: Color, m: Self::Move) -> bool {
        self.moves(side).contains(&m)
    }

    /// The legal move as text.
    fn write(&self, side: Color, m: Self::Move, notation: Notation) -> String;

    /// Parses a legal move of the side; an error if the text is malformed or the move illegal.
    fn read(&self, side: Color, text: &str, notation: Notation) -> Result<Self::Move, MoveError>;

    /// The letter of the piece on a square, in upper case for White; `None` if the square is empty.
    fn letter_at(&self, file: u8, rank: u8) -> Option<char>;

    /// The number of the move or turn, from 1.
    fn move_number(&self) -> u32;

    /// The plies since a capture or a pawn move; 0 if the game does not count them.
    fn quiet_plies(&self) -> u32 {
        0
    }

    /// Offers random openings as they are found, as [`engine::openings::generate`] does.
    fn openings(plan: &OpeningsPlan, starts: &[Self], judge: Judge<'_, Self>, taken: &mut dyn FnMut(Self) -> bool);

    /// The position after the side to move has passed; `None` where passing is not defined.
    fn passed(&self) -> Option<Self> {
        None
    }

    /// The position with the colours exchanged; an error if the rules do not allow it.
    fn with_colors_exchanged(&self) -> Result<Self, FenError>;

    /// The state beyond the board as one line: `Government: White P, Black K`.
    fn state_text(&self) -> Option<String> {
        None
    }

    /// Further facts for a description of the position: label and text.
    fn facts(&self) -> Vec<(&'static str, String)>;

    /// The number of leaves `depth` plies below the position, in which White has already chosen `pending`.
    fn perft(&self, pending: Option<Self::Move>, depth: u32) -> u64;

    /// Writes the choices of a turn as XBoard reads them, one word per ply.
    fn write_plies(&self, choices: [Option<Self::Move>; 2]) -> Vec<String>;

    /// Returns the tag [`MOVES_TAG`](crate::plies::definition::MOVES_TAG) that XBoard needs to read a game, in plies or SAN.
    fn variant_pieces(&self, in_plies: bool) -> Option<String>;

    /// The position of a FEN of this position's game, or its start position; an error if the FEN is invalid.
    fn of_same_game(&self, fen: Option<&str>) -> Result<Self, FenError> {
        fen.map_or_else(|| Ok(self.first()), |fen| self.read_fen(fen))
    }
}
