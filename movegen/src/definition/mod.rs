//! Games defined by a file in the format of Fairy-Stockfish's `variants.ini`: the rules of one game as data.
//!
//! A [`Definition`] has everything that a game needs at run time. The keys of the file are described in `docs/own-games.md`.

mod betza;
mod build;
mod checks;
mod draft;
mod error;
mod ini;
mod reach;
mod read;
mod set;

pub use error::DefinitionError;
pub use ini::{MAX_FILE, MAX_LINE, MAX_NAME, MAX_SECTIONS};
pub use reach::{Manner, Reach, Targets, Walk};
pub use read::{DefinitionFile, TEMPLATES, read, template};
pub use set::PieceSet;

use crate::bitboard::Bitboard;
use crate::castling::Castling;
use crate::outcome::Verdict;
use crate::piece::{Color, PieceType};
use crate::square::Square;

/// The rules of a game read from a file.
///
/// The six orthodox types have their usual indices if the game has them; an index that the game does not use has no
/// [`Piece`]. [`PieceType::PAWN`] is used by orthodox pawns alone and [`PieceType::KING`] by the piece that castles; pawns
/// with other moves are ordinary pieces that promote.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Definition {
    /// The name, small letters, digits and `-`.
    pub name: String,
    /// The game from which the section inherits.
    pub parent: Option<String>,
    /// A checksum of the rules without the name: equal for equal rules.
    pub checksum: u64,
    /// The FEN of the first position, in the form that the engine reads.
    pub start: String,
    /// One small letter for each index, a space for an index that is not used.
    pub letters: String,
    /// The piece types by index.
    pub pieces: [Option<Piece>; PieceType::MAX],
    /// The types that the game has.
    pub types: PieceSet,
    /// Attack and move tables by color and piece type.
    pub reach: [[Reach; PieceType::MAX]; 2],
    /// The types with a walk that captures, by color: they are not in the tables of [`Reach::source`].
    pub walkers: PieceSet,
    /// Promotion.
    pub promotion: Promotion,
    /// First moves and en-passant captures.
    pub steps: Steps,
    /// Castling.
    pub castling: CastlingRules,
    /// Royal pieces and coups.
    pub royals: Royals,
    /// Goal squares.
    pub flags: Flags,
    /// Loss or win by the number of pieces.
    pub extinction: Option<Extinction>,
    /// Bribes.
    pub bribes: Option<Bribes>,
    /// Results of a position without moves, of repetition and of the clock.
    pub ends: Ends,
    /// `true` if a side that can capture must.
    pub must_capture: bool,
    /// `false` if moves that give check are illegal.
    pub checking: bool,
    /// `true` if checks are counted: the FEN has the number of checks left, and the last one wins.
    pub counts_checks: bool,
    /// `true` if kings may not face each other on an open file, rank or diagonal as a rook sees them.
    pub flying_general: bool,
    /// The sides that pass when they have no legal move.
    pub passes_on_stalemate: [bool; 2],
    /// `true` if a capturing piece that is not royal takes the type of the piece that it captures.
    pub capture_becomes_victim: bool,
    /// Values of the types in centipawns, middlegame and endgame, where the file has them.
    pub values: [[Option<i32>; PieceType::MAX]; 2],
}

/// One piece type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Its name in the file: `knight`, `customPiece1`.
    pub name: String,
    /// Its small letter.
    pub letter: char,
    /// Its moves in Betza notation.
    pub betza: String,
}

impl Piece {
    /// Its moves in words: `moves and captures by a knight's leap`.
    pub fn moves_in_words(&self) -> String {
        betza::in_words(&self.betza)
    }
}

/// Rules of promotion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Promotion {
    /// The squares on which pieces promote, by color.
    pub region: [Bitboard; 2],
    /// The types that promote as pawns do, by color.
    pub pawns: [PieceSet; 2],
    /// The types into which they promote, by color, the most valuable first.
    pub into: [Vec<PieceType>; 2],
    /// The maximum number of pieces of a type that a side may have after a promotion; 0 is unlimited.
    pub limit: [u8; PieceType::MAX],
    /// The type into which another type may promote by a move from or to the region, as in shogi.
    pub promoted: [Option<PieceType>; PieceType::MAX],
    /// `true` if a pawn in the region must promote.
    pub is_mandatory_for_pawns: bool,
    /// `true` if a piece of a type with a promoted type must promote.
    pub is_mandatory_for_pieces: bool,
}

/// Rules of first moves and en-passant captures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Steps {
    /// The squares from which pawns make double steps and other types their first moves, by color; empty if there are none.
    pub double: [Bitboard; 2],
    /// The squares on which a color may capture en passant.
    pub en_passant: [Bitboard; 2],
    /// The types that capture en passant, by color.
    pub en_passant_types: [PieceSet; 2],
}

/// Rules of castling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CastlingRules {
    /// The rights that the first position has or the game allows; none if there is no castling.
    pub rights: Castling,
    /// The type that castles as a king, by color.
    pub king: [PieceType; 2],
    /// The types that castle as rooks, by color.
    pub rooks: [PieceSet; 2],
    /// `true` if kings and rooks may begin on other squares and castle as in chess960.
    pub is_chess960: bool,
    /// `true` if a side may not castle to the side to which its opponent has castled.
    pub is_opposite: bool,
    /// The castling moves that win, and whose rights lose the game when they are lost.
    pub wins: Castling,
}

/// Royal pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Royals {
    /// The types whose pieces are royal from the start.
    pub types: PieceSet,
    /// `true` if a capture by a royal piece makes the type of the captured piece royal for its side, instead of the type before, if a piece of it
    /// is left.
    pub coup: bool,
    /// `true` if only a sole royal must be safe.
    pub only_last_is_safe: bool,
    /// `true` if a side is also mated when none of its moves releases an attacked royal.
    pub is_mated_unreleased: bool,
}

/// Goal squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Flags {
    /// The goal squares of a color; empty if there are none.
    pub region: [Bitboard; 2],
    /// The type that must arrive, by color; `None` is any piece.
    pub piece: [Option<PieceType>; 2],
    /// The number of pieces that must have arrived.
    pub count: u8,
    /// `true` if one piece is enough when all other goal squares are occupied.
    pub wins_blocked: bool,
    /// `true` if the other side has one more move.
    pub gives_move: bool,
    /// `true` if the pieces that have arrived must not be attacked.
    pub is_safe: bool,
}

/// The end of a game by the number of pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extinction {
    /// The result for the side whose pieces are extinct.
    pub value: Verdict,
    /// The types; with [`Extinction::all_pieces`], the number of all pieces is counted as well.
    pub types: PieceSet,
    /// `true` if all pieces of a side count as one more type.
    pub all_pieces: bool,
    /// The number of pieces of a type at which it is extinct.
    pub count: u8,
    /// The number of pieces of the type that the opponent must have.
    pub opponent_count: u8,
    /// `true` if the extinction of the opponent's pieces takes effect only at the side's own turn.
    pub is_claimed: bool,
    /// `true` if pieces of these types are royal as long as there are at most [`Extinction::count`] + 1 of them. Then extinction itself
    /// ends no game.
    pub is_pseudo_royal: bool,
    /// `true` if it is also a check when all pieces of these types are attacked.
    pub has_duple_check: bool,
}

/// Rules of bribes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bribes {
    /// The types that can be bribed.
    pub types: PieceSet,
    /// The target must be next to one of the buyer's pieces of these types; empty if there is no such rule.
    pub near: PieceSet,
    /// The target must not be next to one of its own side's pieces of these types.
    pub guard: PieceSet,
    /// The prices of a target that gives no check, by its type.
    pub price: [Vec<Payment>; PieceType::MAX],
    /// The prices of a target that gives check, by its type.
    pub price_in_check: [Vec<Payment>; PieceType::MAX],
    /// `true` if a side in check without an ordinary move may bribe.
    pub when_mated: bool,
}

/// One of the prices of a bribe.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Payment {
    /// The types of the pieces paid one by one; the number of sets that count is [`Payment::len`].
    pub pieces: [PieceSet; 3],
    /// The number of pieces paid one by one, 0 to 3, with all pawns 0 to 2.
    pub len: u8,
    /// `true` if all pawns of the buyer, at least one, are paid as well.
    pub all_pawns: bool,
}

/// Results of positions that end a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ends {
    /// The result of checkmate for the side that is mated.
    pub checkmate: Verdict,
    /// The result of stalemate for the side without moves.
    pub stalemate: Verdict,
    /// `true` if stalemate has this result only for the side with fewer pieces, the opposite one for the side with more, and
    /// is a draw if both sides have the same number.
    pub stalemate_counts_pieces: bool,
    /// `true` if mate needs a check of a piece other than a knight before, as in shatar.
    pub is_shatar_mate: bool,
    /// The number of occurrences of a position that end a game; 0 if repetition does not.
    pub repetitions: u8,
    /// The result of repetition for the side to move after it.
    pub repetition: Verdict,
    /// `true` if that result is White's.
    pub repetition_is_whites: bool,
    /// The number of moves without a capture or an advance of the types after which a game is drawn; 0 if there is no such rule.
    pub move_rule: u8,
    /// The types whose moves reset the clock, by color.
    pub move_rule_types: [PieceSet; 2],
    /// The material that is drawn.
    pub material: MaterialDraw,
}

/// The material with which neither side can win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MaterialDraw {
    /// The material that cannot mate in chess.
    Chess,
    /// Bare kings.
    Kings,
    /// None.
    Never,
}

impl Definition {
    /// Returns the type with this small letter.
    pub fn piece_type_of_letter(&self, letter: char) -> Option<PieceType> {
        let index = self.pieces.iter().position(|piece| piece.as_ref().is_some_and(|piece| piece.letter == letter))?;
        Some(PieceType::new(index as u8))
    }

    /// Returns `true` if a side has goal squares.
    pub fn has_goal_squares(&self) -> bool {
        self.flags.region.iter().any(|region| region.any())
    }

    /// The tables of a color's piece type.
    #[inline]
    pub fn reach(&self, color: Color, piece_type: PieceType) -> &Reach {
        &self.reach[color][piece_type.index()]
    }

    /// The squares on which a piece captures, own pieces included.
    #[inline]
    pub fn captures(&self, color: Color, piece_type: PieceType, from: Square, occupied: Bitboard) -> Bitboard {
        self.reach(color, piece_type).captures(from, occupied)
    }

    /// The empty squares to which a piece moves. An orthodox pawn's double step is not included.
    #[inline]
    pub fn quiets(&self, color: Color, piece_type: PieceType, from: Square, occupied: Bitboard) -> Bitboard {
        self.reach(color, piece_type).quiets(from, occupied)
    }

    /// Returns `true` if the type is an orthodox pawn.
    #[inline]
    pub const fn is_pawn(&self, piece_type: PieceType) -> bool {
        piece_type.index() == PieceType::PAWN.index()
    }
}
