//! One move in 32 bits, the list of moves, and the sinks that a generator writes into.

use std::fmt;

use arrayvec::ArrayVec;

use crate::bitboard::Bitboard;
use crate::piece::PieceType;
use crate::square::Square;

/// The kind of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[repr(u8)]
pub enum MoveKind {
    /// A piece moves to another square and captures an enemy piece there.
    Normal,
    /// A pawn's first step of two squares.
    DoubleStep,
    /// An en-passant capture.
    EnPassant,
    /// Castling: `from` and `to` are the king's squares, or the king's and the rook's in games with
    /// [`CASTLES_ONTO_ROOK`](crate::Variant::CASTLES_ONTO_ROOK).
    Castle,
    /// A pawn becomes a piece of type [`Move::promotes_to`].
    Promotion,
    /// A piece is paid for an enemy piece (Subversion): `from` is the piece paid, `to` the piece that changes sides.
    Purchase,
    /// The same for two pieces, `from` and `second`.
    PurchaseForTwo,
    /// The same for three pieces, `from`, `second` and `third`.
    PurchaseForThree,
    /// The same for one piece and all pawns.
    PurchaseForOneAndPawns,
    /// The same for two pieces and all pawns.
    PurchaseForTwoAndPawns,
}

/// A move of any turn-based game.
///
/// ```text
/// bits   0-5  6-11  12-17   18-23  24-27  28-31
///        to   from  second  third  kind   into
/// ```
/// The captured piece and the pawns that a purchase pays are in the position, not in the move.
///
/// ```
/// use upheaval_movegen::{Move, MoveKind, Square};
/// let m = Move::new(Square::at(4, 1), Square::at(4, 3), MoveKind::DoubleStep);
/// assert_eq!(Move::from_bits(m.to_bits()), m);
/// assert_eq!((m.from().to_string(), m.to().to_string()), ("e2".to_owned(), "e4".to_owned()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Move(u32);

const _: () = assert!(size_of::<Move>() == 4);

impl Move {
    /// No move: a1 to a1, which no generator makes.
    pub const NONE: Self = Self(0);

    /// A move that promotes nothing.
    #[inline]
    pub const fn new(from: Square, to: Square, kind: MoveKind) -> Self {
        Self(to.byte() as u32 | (from.byte() as u32) << 6 | (kind as u32) << 24)
    }

    /// A promotion.
    #[inline]
    pub const fn promotion(from: Square, to: Square, into: PieceType) -> Self {
        Self(Self::new(from, to, MoveKind::Promotion).0 | (into.index() as u32) << 28)
    }

    /// A purchase: one to three pieces, in the order of their squares, and all pawns if `and_pawns`, paid for the piece on `to`.
    #[inline]
    pub fn purchase(pieces: &[Square], and_pawns: bool, to: Square) -> Self {
        let kind = match (pieces.len(), and_pawns) {
            (1, false) => MoveKind::Purchase,
            (1, true) => MoveKind::PurchaseForOneAndPawns,
            (2, false) => MoveKind::PurchaseForTwo,
            (2, true) => MoveKind::PurchaseForTwoAndPawns,
            _ => MoveKind::PurchaseForThree,
        };
        let at = |i: usize| pieces.get(i).map_or(0, |square| u32::from(square.byte()));
        Self(u32::from(to.byte()) | at(0) << 6 | at(1) << 12 | at(2) << 18 | (kind as u32) << 24)
    }

    /// The target square; in a purchase the piece that changes sides.
    #[inline]
    pub const fn to(self) -> Square {
        Square::new((self.0 & 63) as u8)
    }

    /// The origin square; in a purchase the first piece paid.
    #[inline]
    pub const fn from(self) -> Square {
        Square::new((self.0 >> 6 & 63) as u8)
    }

    /// The kind of the move.
    #[inline]
    pub const fn kind(self) -> MoveKind {
        match self.0 >> 24 & 15 {
            0 => MoveKind::Normal,
            1 => MoveKind::DoubleStep,
            2 => MoveKind::EnPassant,
            3 => MoveKind::Castle,
            5 => MoveKind::Purchase,
            6 => MoveKind::PurchaseForTwo,
            7 => MoveKind::PurchaseForThree,
            8 => MoveKind::PurchaseForOneAndPawns,
            9 => MoveKind::PurchaseForTwoAndPawns,
            _ => MoveKind::Promotion,
        }
    }

    /// Returns `true` if a castling move is one to the king's side.
    #[inline]
    pub const fn is_king_side(self) -> bool {
        self.to().file() > self.from().file()
    }

    /// Returns `true` if this is a purchase.
    #[inline]
    pub const fn is_purchase(self) -> bool {
        self.0 >> 24 & 15 >= MoveKind::Purchase as u32
    }

    /// The pieces that a purchase pays, without pawns paid all together; empty for other moves.
    #[inline]
    pub const fn paid(self) -> Bitboard {
        let second = Square::new((self.0 >> 12 & 63) as u8);
        let third = Square::new((self.0 >> 18 & 63) as u8);
        match self.kind() {
            MoveKind::Purchase | MoveKind::PurchaseForOneAndPawns => Bitboard::of(self.from()),
            MoveKind::PurchaseForTwo | MoveKind::PurchaseForTwoAndPawns => Bitboard::of(self.from()).with(second),
            MoveKind::PurchaseForThree => Bitboard::of(self.from()).with(second).with(third),
            _ => Bitboard::EMPTY,
        }
    }

    /// Returns `true` if a purchase also pays all pawns.
    #[inline]
    pub const fn pays_all_pawns(self) -> bool {
        matches!(self.kind(), MoveKind::PurchaseForOneAndPawns | MoveKind::PurchaseForTwoAndPawns)
    }

    /// The piece type of a promotion; `None` for other moves and for invalid bits.
    #[inline]
    pub const fn promotes_to(self) -> Option<PieceType> {
        let into = (self.0 >> 28) as u8;
        match self.kind() {
            MoveKind::Promotion if (into as usize) < PieceType::MAX => Some(PieceType::new(into)),
            _ => None,
        }
    }

    /// Returns `true` if this is [`Move::NONE`].
    #[inline]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// The 32 bits, for a hash table.
    #[inline]
    pub const fn to_bits(self) -> u32 {
        self.0
    }

    /// A move from 32 bits of a hash table. Any bits are harmless, but only a move found in a list may be played.
    #[inline]
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{} {:?}", self.from(), self.to(), self.kind())?;
        self.promotes_to().map_or(Ok(()), |kind| write!(f, " {}", kind.index()))
    }
}

/// An upper bound of the legal moves in any position of any game (a side that buys has up to 455 in addition to
/// its ordinary moves).
pub const MAX_MOVES: usize = 1024;

/// The moves of a position.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;

/// Receives generated moves. A list stores the moves, a counter only counts the squares; a sink that does not
/// override the methods for sets receives single moves.
///
/// ```
/// use upheaval_movegen::moves::{Count, Each};
/// use upheaval_movegen::variant::Quiet;
/// use upheaval_movegen::{Chess, PieceType, Move, Position};
/// let start = Position::<Chess>::start();
/// let mut count = Count::default();
/// start.generate::<Quiet>(&start.constraints(), &mut count);
/// assert_eq!(count.0, 20);
/// let mut by_knights = 0;
/// let is_knight = |at| start.piece_type(PieceType::KNIGHT).has(at);
/// start.generate::<Quiet>(&start.constraints(), &mut Each(|m: Move| by_knights += u32::from(is_knight(m.from()))));
/// assert_eq!(by_knights, 4);
/// ```
pub trait Sink {
    /// One move.
    fn one(&mut self, m: Move);

    /// One piece's ordinary moves to each of the squares.
    #[inline]
    fn fan(&mut self, from: Square, to: Bitboard) {
        for to in to {
            self.one(Move::new(from, to, MoveKind::Normal));
        }
    }

    /// Pawn moves of one kind that arrive on these squares, each from the square `step` numbers before.
    #[inline]
    fn shifted(&mut self, to: Bitboard, step: i8, kind: MoveKind) {
        for to in to {
            self.one(Move::new(to.offset(-step), to, kind));
        }
    }

    /// Pawn moves that arrive on these squares and promote to any of the piece types.
    #[inline]
    fn promoted(&mut self, to: Bitboard, step: i8, into: &[PieceType]) {
        for to in to {
            for &kind in into {
                self.one(Move::promotion(to.offset(-step), to, kind));
            }
        }
    }

    /// Purchases of the piece on `to`, each paid with one of these pieces.
    #[inline]
    fn purchased(&mut self, pieces: Bitboard, to: Square) {
        for from in pieces {
            self.one(Move::new(from, to, MoveKind::Purchase));
        }
    }
}

impl Sink for MoveList {
    #[inline]
    fn one(&mut self, m: Move) {
        self.push(m);
    }
}

/// Calls a function with every move.
#[derive(Debug)]
pub struct Each<F>(pub F);

impl<F: FnMut(Move)> Sink for Each<F> {
    #[inline]
    fn one(&mut self, m: Move) {
        (self.0)(m);
    }
}

/// Counts moves without making them: the last ply of perft, and "is there any move at all".
#[derive(Clone, Copy, Debug, Default)]
pub struct Count(pub u64);

impl Sink for Count {
    #[inline]
    fn one(&mut self, _m: Move) {
        self.0 += 1;
    }

    #[inline]
    fn fan(&mut self, _from: Square, to: Bitboard) {
        self.0 += u64::from(to.count());
    }

    #[inline]
    fn shifted(&mut self, to: Bitboard, _step: i8, _kind: MoveKind) {
        self.0 += u64::from(to.count());
    }

    #[inline]
    fn promoted(&mut self, to: Bitboard, _step: i8, into: &[PieceType]) {
        self.0 += u64::from(to.count()) * into.len() as u64;
    }

    #[inline]
    fn purchased(&mut self, pieces: Bitboard, _to: Square) {
        self.0 += u64::from(pieces.count());
    }
}

/// Searches for one move among those generated.
pub(crate) struct Find {
    pub(crate) wanted: Move,
    pub(crate) found: bool,
}

impl Sink for Find {
    #[inline]
    fn fan(&mut self, from: Square, to: Bitboard) {
        self.found |= to.has(self.wanted.to()) && self.wanted == Move::new(from, self.wanted.to(), MoveKind::Normal);
    }

    #[inline]
    fn shifted(&mut self, to: Bitboard, step: i8, kind: MoveKind) {
        let at = self.wanted.to();
        self.found |= to.has(at) && self.wanted == Move::new(at.offset(-step), at, kind);
    }

    #[inline]
    fn promoted(&mut self, to: Bitboard, step: i8, into: &[PieceType]) {
        let at = self.wanted.to();
        self.found |= to.has(at) && into.iter().any(|&kind| self.wanted == Move::promotion(at.offset(-step), at, kind));
    }

    #[inline]
    fn one(&mut self, m: Move) {
        self.found |= m == self.wanted;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn move_gives_back_its_parts() {
        let (a, b) = (Square::at(4, 6), Square::at(4, 7));
        let m = Move::promotion(a, b, PieceType::KING);
        assert_eq!((m.from(), m.to(), m.kind(), m.promotes_to()), (a, b, MoveKind::Promotion, Some(PieceType::KING)));
        for kind in [MoveKind::Normal, MoveKind::DoubleStep, MoveKind::EnPassant, MoveKind::Castle] {
            let m = Move::new(a, b, kind);
            assert_eq!((m.from(), m.to(), m.kind(), m.promotes_to()), (a, b, kind, None));
            assert_eq!(Move::from_bits(m.to_bits()), m);
            assert!(!m.is_purchase() && m.paid().is_empty());
        }
    }

    #[test]
    fn purchase_gives_back_its_payment() {
        let pieces = [Square::at(0, 0), Square::at(3, 4), Square::at(7, 7)];
        for (count, and_pawns) in [(1, false), (2, false), (3, false), (1, true), (2, true)] {
            let m = Move::purchase(&pieces[..count], and_pawns, Square::at(4, 4));
            assert!(m.is_purchase() && m.promotes_to().is_none());
            assert_eq!((m.from(), m.to(), m.pays_all_pawns()), (pieces[0], Square::at(4, 4), and_pawns));
            assert_eq!(m.paid(), Bitboard::from_squares(&pieces[..count]));
        }
        assert_eq!(Move::purchase(&pieces[..1], false, pieces[1]), Move::new(pieces[0], pieces[1], MoveKind::Purchase));
    }

    #[test]
    fn any_bits_can_be_asked_and_printed() {
        for bits in (0..=u32::MAX).step_by(0x00f3_5a11) {
            let m = Move::from_bits(bits);
            assert!(m.promotes_to().is_none_or(|kind| kind.index() < PieceType::MAX));
            assert!(format!("{m:?}").len() >= 4);
        }
    }
}
