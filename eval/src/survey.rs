//! What both sides attack and reach in a position: found once, read by all terms.

use movegen::attacks;
use movegen::{Bitboard, ByKind, Color, Kind, Position, Square, Variant};

/// Dark squares, a1 among them.
pub(crate) const DARK: Bitboard = Bitboard(0xaa55_aa55_aa55_aa55);

/// One side of a position.
#[derive(Clone, Copy)]
pub(crate) struct Side {
    pub(crate) men: Bitboard,
    pub(crate) pawns: Bitboard,
    /// The one man whose loss loses the game, if there is just one.
    pub(crate) royal: Option<Square>,
    /// The squares next to the royal, and its own; at the edge those next to the square beside it.
    pub(crate) ring: Bitboard,
    /// Men that may only move along the line to the royal.
    pub(crate) pinned: Bitboard,
    pub(crate) pawn_attacks: Bitboard,
    /// Squares on which men of each kind capture.
    pub(crate) attacks: [Bitboard; Kind::MAX],
    /// Squares to which men of each kind can go.
    pub(crate) moves: [Bitboard; Kind::MAX],
    /// Squares on which any man captures.
    pub(crate) all: Bitboard,
    /// Squares on which at least two men capture.
    pub(crate) twice: Bitboard,
    /// Squares that the royal denies the enemy's by the rule that they may not face each other.
    pub(crate) faced: Bitboard,
    /// Danger to the enemy's royal by the men that attack its ring.
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
        let pawns = pos.of(us, Kind::PAWN);
        let ahead = pawns.shift(us.forward());
        let (left, right) = (ahead.left(), ahead.right());
        let royals = V::royals(pos, us);
        let royal = if royals.many() { None } else { royals.first() };
        let mut attacked = [Bitboard::EMPTY; Kind::MAX];
        attacked[Kind::PAWN.index()] = left | right;
        Self {
            men: pos.color(us),
            pawns,
            royal,
            ring: royal.map_or(Bitboard::EMPTY, ring),
            pinned: royal.map_or(Bitboard::EMPTY, |at| pinned(pos, us, at)),
            pawn_attacks: left | right,
            attacks: attacked,
            moves: [Bitboard::EMPTY; Kind::MAX],
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

/// Men of this side that alone stand between their royal and an enemy man that would attack it, or may not face it.
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

/// Work to be done for each kind, compiled for each: the compiler then knows how the man moves.
pub(crate) trait EachKind {
    /// Does the work for the kind with this index.
    fn kind<const K: u8>(&mut self);
}

/// Does the work for every kind of the game but the pawn, which is handled by sets.
#[inline(always)]
pub(crate) fn each_officer<V: Variant>(work: &mut impl EachKind) {
    work.kind::<1>();
    work.kind::<2>();
    work.kind::<3>();
    work.kind::<4>();
    work.kind::<5>();
    if V::ByKind::LEN > 6 {
        work.kind::<6>();
    }
    if V::ByKind::LEN > 7 {
        work.kind::<7>();
    }
    if V::ByKind::LEN > 8 {
        work.kind::<8>();
    }
    if V::ByKind::LEN > 9 {
        work.kind::<9>();
    }
    if V::ByKind::LEN > 10 {
        work.kind::<10>();
    }
    if V::ByKind::LEN > 11 {
        work.kind::<11>();
    }
}
const _: () = assert!(Kind::MAX == 12, "each_officer lists the kinds");

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
