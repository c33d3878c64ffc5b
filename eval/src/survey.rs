//! What both sides attack and reach in a position: found once, read by all terms.

use movegen::attacks;
use movegen::{Bitboard, ByPieceType, Color, PieceType, Position, Square, Variant};

/// Dark squares, a1 among them.
pub(crate) const DARK: Bitboard = Bitboard(0xaa55_aa55_aa55_aa55);

/// One side of a position.
#[derive(Clone, Copy)]
pub(crate) struct Side {
    pub(crate) pieces: Bitboard,
    pub(crate) pawns: Bitboard,
    /// The one piece whose loss loses the game, if there is just one.
    pub(crate) royal: Option<Square>,
    /// The squares next to the royal, and its own; at the edge those next to the square beside it.
    pub(crate) ring: Bitboard,
    /// Pieces that may only move along the line to the royal.
    pub(crate) pinned: Bitboard,
    pub(crate) pawn_attacks: Bitboard,
    /// Squares on which pieces of each piece type capture.
    pub(crate) attacks: [Bitboard; PieceType::MAX],
    /// Squares to which pieces of each piece type can go.
    pub(crate) moves: [Bitboard; PieceType::MAX],
    /// Squares on which any piece captures.
    pub(crate) all: Bitboard,
    /// Squares on which at least two pieces capture.
    pub(crate) twice: Bitboard,
    /// Squares that the royal denies the enemy's by the rule that they may not face each other.
    pub(crate) faced: Bitboard,
    /// Danger to the enemy's royal by the pieces that attack its ring.
    pub(crate) danger: i32,
    /// Attacks on squares of the enemy's ring.
    pub(crate) hits: i32,
    /// Files near the royal without a shield.
    pub(crate) bare_files: i32,
}

/// Both sides.
#[derive(Clone, Copy)]
pub(crate) struct Survey {
    pub(crate) occupied: Bitboard,
    pub(crate) sides: [Side; 2],
}

impl Survey {
    /// What is known before the officers are looked at.
    #[inline]
    pub(crate) fn new<V: Variant>(pos: &Position<V>) -> Self {
        let occupied = pos.occupied();
        let mut sides = [Side::new(pos, Color::White), Side::new(pos, Color::Black)];
        for us in Color::BOTH {
            // The other royal leaves its square when it steps, so the lines through it are open.
            if V::facing(pos, us).any()
                && let (Some(royal), Some(other)) = (sides[us].royal, sides[!us].royal)
            {
                sides[us].faced = attacks::rook(royal, occupied.without(other));
            }
        }
        Self { occupied, sides }
    }
}

impl Side {
    #[inline]
    fn new<V: Variant>(pos: &Position<V>, us: Color) -> Self {
        let pawns = pos.of(us, PieceType::PAWN);
        let ahead = pawns.shift(us.forward());
        let (left, right) = (ahead.left(), ahead.right());
        let royals = V::royals(pos, us);
        let royal = if royals.many() { None } else { royals.first() };
        let mut attacked = [Bitboard::EMPTY; PieceType::MAX];
        attacked[PieceType::PAWN.index()] = left | right;
        Self {
            pieces: pos.color(us),
            pawns,
            royal,
            ring: royal.map_or(Bitboard::EMPTY, ring),
            pinned: royal.map_or(Bitboard::EMPTY, |at| pinned(pos, us, at)),
            pawn_attacks: left | right,
            attacks: attacked,
            moves: [Bitboard::EMPTY; PieceType::MAX],
            all: left | right,
            twice: left & right,
            faced: Bitboard::EMPTY,
            danger: 0,
            hits: 0,
            bare_files: 0,
        }
    }
}

#[inline]
fn ring(royal: Square) -> Bitboard {
    let middle = Square::at(royal.file().clamp(1, 6), royal.rank().clamp(1, 6));
    attacks::king(middle).with(middle)
}

/// Pieces of this side that alone stand between their royal and an enemy piece that would attack it, or may not face it.
#[inline]
fn pinned<V: Variant>(pos: &Position<V>, us: Color, royal: Square) -> Bitboard {
    let (sliders, occupied) = (V::sliders(pos, !us), pos.occupied());
    let snipers = attacks::open_bishop(royal) & sliders.diagonal
        | attacks::open_rook(royal) & (sliders.orthogonal | V::facing(pos, !us));
    let mut pinned = Bitboard::EMPTY;
    for sniper in snipers {
        let blockers = attacks::between(royal, sniper) & occupied;
        if !blockers.many() {
            pinned |= blockers & pos.color(us);
        }
    }
    pinned
}

/// Work to be done for each piece type, compiled for each: the compiler then knows how the piece moves.
pub(crate) trait EachPieceType {
    /// Does the work for the piece type with this index.
    fn piece_type<const K: u8>(&mut self);
}

/// Does the work for every kind of the game but the pawn, which is handled by sets.
#[inline(always)]
pub(crate) fn each_officer<V: Variant>(work: &mut impl EachPieceType) {
    work.piece_type::<1>();
    work.piece_type::<2>();
    work.piece_type::<3>();
    work.piece_type::<4>();
    work.piece_type::<5>();
    if V::ByPieceType::LEN > 6 {
        work.piece_type::<6>();
    }
    if V::ByPieceType::LEN > 7 {
        work.piece_type::<7>();
    }
    if V::ByPieceType::LEN > 8 {
        work.piece_type::<8>();
    }
    if V::ByPieceType::LEN > 9 {
        work.piece_type::<9>();
    }
    if V::ByPieceType::LEN > 10 {
        work.piece_type::<10>();
    }
    if V::ByPieceType::LEN > 11 {
        work.piece_type::<11>();
    }
}
const _: () = assert!(PieceType::MAX == 12, "each_officer lists the piece types");

/// The set as its owner sees it: rank 1 is the owner's first.
#[inline]
pub(crate) const fn seen_by(us: Color, set: Bitboard) -> Bitboard {
    match us {
        Color::White => set,
        Color::Black => Bitboard(set.0.swap_bytes()),
    }
}

/// The set and everything above it.
#[inline]
pub(crate) const fn upwards(set: Bitboard) -> Bitboard {
    let set = set.0 | set.0 << 8;
    let set = set | set << 16;
    Bitboard(set | set << 32)
}

/// The set and everything below it.
#[inline]
pub(crate) const fn downwards(set: Bitboard) -> Bitboard {
    let set = set.0 | set.0 >> 8;
    let set = set | set >> 16;
    Bitboard(set | set >> 32)
}

/// The files that the set touches.
#[inline]
pub(crate) const fn files(set: Bitboard) -> Bitboard {
    upwards(downwards(set))
}
