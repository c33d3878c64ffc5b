//! Explanations as data: the effects of a move, the reasons why a move is illegal, and prices. Front ends render them; the
//! English of [`Illegal`] and [`Gamble`] is here, because several front ends print it.
//!
//! ```
//! use upheaval_games::explain::turn_based;
//! use movegen::{Chess, Position, Square};
//!
//! let start = Position::<Chess>::start();
//! let [from, to] = ["a1", "a3"].map(|name| Square::parse(name).unwrap());
//! let reason = turn_based::illegal(&start, from, to).unwrap();
//! assert_eq!(reason.words("chess"), "the pawn on a2 is in the way");
//! ```

pub mod apocalypse;
mod purchase;
pub mod turn_based;
mod words;

use std::fmt;

use movegen::{Color, Outcome};

use crate::game::PlayedGame;

pub use purchase::{IllegalPurchase, Price, Purchase, illegal_payment, price, purchases, unsold};
pub use words::{article, counted, listed};

/// A square by file and rank, both from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct At {
    /// The file, 0 for a.
    pub file: u8,
    /// The rank, 0 for the first.
    pub rank: u8,
}

impl At {
    /// Parses a file from `a` to `l` and a rank from 1 to 9.
    pub fn parse(text: &str) -> Option<Self> {
        match text.as_bytes() {
            [file @ b'a'..=b'l', rank @ b'1'..=b'9'] => Some(Self { file: file - b'a', rank: rank - b'1' }),
            _ => None,
        }
    }
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file), self.rank + 1)
    }
}

impl From<movegen::Square> for At {
    fn from(at: movegen::Square) -> Self {
        Self { file: at.file(), rank: at.rank() }
    }
}

impl From<::apocalypse::Square> for At {
    fn from(at: ::apocalypse::Square) -> Self {
        Self { file: at.file(), rank: at.rank() }
    }
}

/// A piece on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceAt {
    /// Its square.
    pub at: At,
    /// Its color.
    pub color: Color,
    /// The small letter of its type.
    pub letter: char,
}

/// Returns the piece on a square.
pub fn piece_at<G: PlayedGame>(pos: &G, at: impl Into<At>) -> Option<PieceAt> {
    let at = at.into();
    let letter = pos.letter_at(at.file, at.rank)?;
    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    Some(PieceAt { at, color, letter: letter.to_ascii_lowercase() })
}

/// An effect of a move, or of both choices of a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    /// An enemy piece is bought. `target` is the piece before the purchase.
    Purchase {
        /// The piece bought.
        target: PieceAt,
        /// The pieces paid.
        paid: Vec<PieceAt>,
    },
    /// A piece is captured.
    Capture {
        /// The captured piece, on the square where it was.
        piece: PieceAt,
        /// `true` for an en-passant capture.
        en_passant: bool,
    },
    /// The piece that moves changes its type.
    Becomes {
        /// The letter of its former type.
        was: char,
        /// The piece after the move.
        piece: PieceAt,
        /// `true` for a promotion, `false` for a change by a capture.
        is_promotion: bool,
        /// `true` if it is royal now and was not before.
        royal: bool,
    },
    /// Other pieces of a side become royal.
    NewRoyals {
        /// The side.
        side: Color,
        /// The letter of the former royals.
        was: char,
        /// The letter of the new royals.
        now: char,
        /// The new royals.
        royals: Vec<At>,
    },
    /// King and rook castle.
    Castle {
        /// `true` if the king moves toward the h-file.
        king_side: bool,
    },
    /// Royals of the enemy are in check.
    Check(Vec<At>),
    /// A gamble of Apocalypse has been resolved.
    Gamble {
        /// The side that gambled.
        side: Color,
        /// `true` if the choice was played.
        played: bool,
        /// The gamble.
        gamble: Gamble,
    },
    /// Two pieces of Apocalypse exchange their squares.
    Swap(At, At),
    /// Two pieces of Apocalypse meet on a square; the one that is left, if any.
    Clash(At, Option<PieceAt>),
    /// A pawn of Apocalypse that reaches the last rank is put elsewhere.
    Relocation {
        /// The side of the pawn.
        side: Color,
        /// Its new square.
        to: At,
    },
    /// A side of Apocalypse gets a penalty point.
    Penalty {
        /// The side.
        side: Color,
        /// Its points now.
        points: u8,
    },
    /// The game ends.
    End(Outcome),
}

/// A choice of Apocalypse that only the other side's choice can make playable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gamble {
    /// The condition.
    pub condition: Condition,
    /// The other side's choices that satisfy it.
    pub replies: Vec<String>,
}

/// The condition of a gamble.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Condition {
    /// The own piece on the target must be captured.
    Captured(PieceAt),
    /// The target must be empty, and the way of the pawn to the last rank open.
    Relocation(At),
    /// A horseman of this side must be captured, and the target be open.
    HorsemanCaptured(At),
    /// The piece on the target must leave.
    Leaves(PieceAt),
    /// An enemy must arrive on the target.
    EnemyArrives(At),
}

/// The reason why a move is illegal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Illegal {
    /// The game is over.
    Over(Outcome),
    /// The square is empty.
    Empty(At),
    /// The piece is the other side's.
    NotYours(PieceAt),
    /// The piece is on the target already.
    AlreadyThere,
    /// The target has a piece of the same side.
    OwnPiece(PieceAt),
    /// The piece does not move in this way.
    NotItsMove(PieceAt),
    /// The piece moves in this way, but does not capture in this way.
    MovesOnly(PieceAt, At),
    /// Pieces are in the way; the first of them is named.
    Blocked(Vec<PieceAt>),
    /// Pieces are in the way of a pawn, which does not capture straight ahead.
    PawnBlocked(Vec<PieceAt>),
    /// A pawn moves diagonally only to capture.
    NothingToCapture(At),
    /// No royal would be left.
    NoRoyalLeft(At),
    /// The royals of both sides, the mover's first, would face each other along these squares.
    FaceOff([PieceAt; 2], Vec<At>),
    /// A royal would be attacked.
    Exposed {
        /// The royal, where it would be.
        royal: PieceAt,
        /// Its attackers.
        attackers: Vec<PieceAt>,
        /// The relation of the move to the attack.
        exposure: Exposure,
    },
    /// The king cannot castle: the right is gone.
    NoCastlingRight,
    /// The king cannot castle: pieces between king and rook.
    CastlingBlocked(Vec<PieceAt>),
    /// The king cannot castle out of check.
    CastlingInCheck(Vec<At>),
    /// The king cannot castle: a square of its way, or its target, is attacked.
    CastlingAttacked(At, Vec<PieceAt>),
    /// The king would face this royal on its way or at its target.
    CastlingFaceOff(PieceAt),
    /// Another rule of the game forbids castling.
    CastlingForbidden,
    /// A piece cannot be bought in this way.
    Purchase(IllegalPurchase),
    /// A pawn that promotes needs the letter of the new piece: all such moves.
    PromotionNeeded(PieceAt, Vec<String>),
    /// The piece can move there, but not with this suffix.
    WrongSuffix(PieceAt, At),
    /// Several moves fit the text.
    Ambiguous(Vec<String>),
    /// The side has no piece with this letter.
    NoSuchPiece(char),
    /// No piece with this letter can move to the square; `true` if the side is in check.
    NoneReaches(char, At, bool),
    /// Apocalypse: the own piece on the square cannot be captured there.
    OwnPieceSafe(At),
    /// Apocalypse: the piece on the square cannot leave safely.
    CannotLeave(At),
    /// Apocalypse: no enemy can arrive on the square.
    NoEnemyArrives(At),
    /// Another rule of the game forbids the move.
    Forbidden,
}

/// The relation of an illegal move to the attack on a royal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exposure {
    /// The royal itself would move into the attack.
    MovesIntoCheck,
    /// The royal is in check already.
    StaysInCheck,
    /// The piece that moves is pinned.
    Pinned(PieceAt),
}

impl Illegal {
    /// Returns the squares that show the reason.
    pub fn squares(&self) -> Vec<At> {
        let of = |pieces: &[PieceAt]| pieces.iter().map(|piece| piece.at).collect();
        match self {
            Self::NotYours(piece) | Self::OwnPiece(piece) | Self::CastlingFaceOff(piece) => vec![piece.at],
            Self::MovesOnly(_, at)
            | Self::NothingToCapture(at)
            | Self::NoRoyalLeft(at)
            | Self::OwnPieceSafe(at)
            | Self::CannotLeave(at)
            | Self::NoEnemyArrives(at) => vec![*at],
            Self::Blocked(pieces) | Self::PawnBlocked(pieces) | Self::CastlingBlocked(pieces) => of(pieces),
            Self::FaceOff(_, line) | Self::CastlingInCheck(line) => line.clone(),
            Self::Exposed { royal, attackers, .. } => [of(attackers), vec![royal.at]].concat(),
            Self::CastlingAttacked(at, by) => [of(by), vec![*at]].concat(),
            Self::Purchase(reason) => reason.squares(),
            _ => Vec::new(),
        }
    }
}
