//! Legal moves in the games of coups.
//!
//! With one royal, whatever its piece type, checks and pins are masks as in chess, and only what makes a second royal is
//! handled separately. With several royals and assassination the pieces are not restricted. Without assassination several
//! royals are rare, so each move is tried.
//!
//! Three functions for one royal are inlined by attribute. The compiler, which sees each called from several
//! places, would not inline them, and perft would be 3 % slower.

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::constraints::Constraints;
use crate::moves::{Count, Each, Move, MoveKind, Sink};
use crate::orthodox::{self, CASTLES, PawnGoals, fan_out, is_exposed};
use crate::piece::PieceType;
use crate::square::Square;
use crate::variant::Variant;
use crate::variants::coups::{Board, Coups, trial};
use crate::wanted::{All, Wanted};

/// Returns `true` if a royal of the side that has just moved can be captured, also en passant.
pub(super) fn is_exposed_off_turn<const K: bool, const A: bool>(pos: &Board<K, A>, royal: Square) -> bool {
    let us = pos.turn();
    let in_passing = pos.passed_square().is_some_and(|at| {
        royal == at.offset(-us.forward()) && attacks::pawn(!us, at).meets(pos.of(us, PieceType::PAWN))
    });
    let is_pawn = pos.state().of(!us) == PieceType::PAWN;
    is_pawn && in_passing || Coups::attackers(pos, royal, us, pos.occupied()).any()
}

/// Checks and pins. In a position that is mate although pieces could move, no piece may move.
#[inline(always)]
pub(super) fn constraints<const K: bool, const A: bool>(pos: &Board<K, A>) -> Constraints {
    let royals = Coups::royals(pos, pos.turn());
    if royals.many() {
        return constraints_on_several(pos, royals);
    }
    let mut c = orthodox::constraints_on(pos, first(royals));
    if A && c.checkers.any() && is_mate_beyond_masks(pos, &c) {
        c.movers = Bitboard::EMPTY;
    }
    c
}

/// The first of the royals; a1 if there is none, which no valid position has.
#[inline]
fn first(royals: Bitboard) -> Square {
    Square::new((royals.0.trailing_zeros() & 63) as u8)
}

/// Checks and pins do not restrict a side with several royals, but a royal that no move releases is mate.
#[inline(never)]
fn constraints_on_several<const K: bool, const A: bool>(pos: &Board<K, A>, royals: Bitboard) -> Constraints {
    let attackers = |at| Coups::attackers(pos, at, !pos.turn(), pos.occupied());
    let mut c = Constraints {
        checkers: royals.into_iter().fold(Bitboard::EMPTY, |all, at| all | attackers(at)),
        evasions: Bitboard::FULL,
        pinned: Bitboard::EMPTY,
        royal: first(royals),
        movers: Bitboard::FULL,
    };
    if !A && c.checkers.any() {
        // No mask has the moves that end every check, but the side to move must end it.
        c.evasions = Bitboard::EMPTY;
    }
    let is_lost = |royal: Square| {
        let mut is_released = false;
        let mut sink = Each(|m| is_released = is_released || trial::releases(pos, m, royal));
        several::<K, A, All, _>(pos, &c, &mut sink);
        !is_released
    };
    if A && c.checkers.any() && royals.into_iter().any(|royal| attackers(royal).any() && is_lost(royal)) {
        c.movers = Bitboard::EMPTY;
    }
    c
}

/// Returns `true` if the only royal is in check and every legal move makes a second one instead of releasing it. Moves within the
/// masks release it; moves beyond them are legal only if they make a second royal.
#[inline(never)]
fn is_mate_beyond_masks<const K: bool, const A: bool>(pos: &Board<K, A>, c: &Constraints) -> bool {
    let mut beyond = Count::default();
    joining::<K, A, All, _>(pos, c, &mut beyond);
    let mut is_released = false;
    if beyond.0 > 0 {
        bound::<K, A, All, _>(pos, c, Joiners::Among, &mut Each(|_| is_released = true));
    }
    beyond.0 > 0 && !is_released
}

/// All legal moves of the wanted class.
#[inline]
pub(super) fn generate<const K: bool, const A: bool, W: Wanted, S: Sink>(
    pos: &Board<K, A>,
    c: &Constraints,
    out: &mut S,
) {
    if !Coups::royals(pos, pos.turn()).many() {
        let is_free = A && c.checkers.is_empty() && c.pinned.is_empty();
        bound::<K, A, W, S>(pos, c, if is_free { Joiners::Among } else { Joiners::Apart }, out);
        if !is_free {
            match A {
                true => joining::<K, A, W, S>(pos, c, out),
                false => joining::<K, A, W, _>(pos, c, &mut tried(pos, out)),
            }
        }
    } else if A {
        several::<K, A, W, S>(pos, c, out);
    } else {
        several::<K, A, W, _>(pos, c, &mut tried(pos, out));
    }
}

/// A sink that passes only the legal moves on.
fn tried<const K: bool, const A: bool>(pos: &Board<K, A>, out: &mut impl Sink) -> Each<impl FnMut(Move)> {
    Each(move |m| {
        if trial::is_legal(pos, m) {
            out.one(m);
        }
    })
}

/// The generation of moves by which a piece becomes royal.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Joiners {
    /// With the others: for sides without restrictions, and if only safe moves are wanted.
    Among,
    /// Omitted: [`joining`] generates them.
    Apart,
}

/// The moves after which the one royal is safe.
#[inline]
fn bound<const K: bool, const A: bool, W: Wanted, S: Sink>(
    pos: &Board<K, A>,
    c: &Constraints,
    joiners: Joiners,
    out: &mut S,
) {
    let (us, government) = (pos.turn(), pos.state().of(pos.turn()));
    royal_piece::<K, A, W, S>(pos, c, government, out);
    if !c.checkers.many() {
        let mut goals = orthodox::goals::<Coups<K, A>, W>(pos);
        if joiners == Joiners::Apart {
            goals = goals - pos.of(!us, government);
        }
        pieces(pos, pos.color(us).without(c.royal), c, goals, out);
        if government != PieceType::PAWN {
            pawns::<K, A, W, S>(pos, c, goals, joiners, out);
        }
    }
    // The attacker may be the royal itself, so a double check does not exclude this.
    en_passant::<K, A, W, S>(pos, c, true, out);
    castling::<K, A, W, S>(pos, c, government, true, out);
}

/// The moves by which another piece becomes royal, safe or not: a capture of a piece of its own side's
/// governing piece type, a promotion to that piece type.
fn joining<const K: bool, const A: bool, W: Wanted, S: Sink>(pos: &Board<K, A>, c: &Constraints, out: &mut S) {
    if !W::NOISY {
        return;
    }
    let (us, occupied) = (pos.turn(), pos.occupied());
    let government = pos.state().of(us);
    let movers = c.movers - pos.of(us, government);
    for to in pos.of(!us, government) {
        for from in Coups::attackers(pos, to, us, occupied) & movers {
            out.one(Move::new(from, to, MoveKind::Normal));
        }
    }
    if Coups::<K, A>::PROMOTIONS.contains(&government) {
        let ahead = (pos.of(us, PieceType::PAWN) & movers).shift(us.forward()) - occupied;
        out.promoted(ahead & Bitboard::rank(us.rank(7)), us.forward(), &[government]);
    }
}

/// The moves with several royals. With assassination they are legal; without it they are still to be tried.
fn several<const K: bool, const A: bool, W: Wanted, S: Sink>(pos: &Board<K, A>, c: &Constraints, out: &mut S) {
    let (us, government) = (pos.turn(), pos.state().of(pos.turn()));
    let goals = orthodox::goals::<Coups<K, A>, W>(pos);
    let c = &Constraints { evasions: Bitboard::FULL, ..*c };
    pieces(pos, pos.color(us), c, goals, out);
    if government != PieceType::PAWN {
        pawns::<K, A, W, S>(pos, c, goals, Joiners::Among, out);
    } else {
        // A royal pawn that promotes is no longer royal, and may leave one royal in check.
        let pawns = pos.of(us, PieceType::PAWN);
        let goals = PawnGoals {
            allowed: Bitboard::FULL,
            victims: Bitboard::FULL,
            captures_promote: true,
            into: Coups::<K, A>::PROMOTIONS,
        };
        match A && pawns.count() == 2 {
            true => orthodox::pawn_set::<_, W, _>(pos, pawns & c.movers, &goals, &mut tried(pos, out)),
            false => orthodox::pawn_set::<_, W, _>(pos, pawns & c.movers, &goals, out),
        }
    }
    en_passant::<K, A, W, S>(pos, c, false, out);
    castling::<K, A, W, S>(pos, c, government, false, out);
}

/// Steps and captures of these pieces, pawns apart.
#[inline(always)]
fn pieces<const K: bool, const A: bool, S: Sink>(
    pos: &Board<K, A>,
    which: Bitboard,
    c: &Constraints,
    goals: Bitboard,
    out: &mut S,
) {
    let occupied = pos.occupied();
    fan_out(pos.piece_type(PieceType::KNIGHT) & (which - c.pinned), c, |at| attacks::knight(at) & goals, out);
    fan_out(pos.piece_type(PieceType::BISHOP) & which, c, |at| attacks::bishop(at, occupied) & goals, out);
    fan_out(pos.piece_type(PieceType::ROOK) & which, c, |at| attacks::rook(at, occupied) & goals, out);
    fan_out(pos.piece_type(PieceType::QUEEN) & which, c, |at| attacks::queen(at, occupied) & goals, out);
    fan_out(pos.piece_type(PieceType::KING) & which, c, |at| attacks::king(at) & goals, out);
}

/// Steps, captures and promotions of the one royal, to squares where it is safe.
#[inline]
fn royal_piece<const K: bool, const A: bool, W: Wanted, S: Sink>(
    pos: &Board<K, A>,
    c: &Constraints,
    government: PieceType,
    out: &mut S,
) {
    let (us, from) = (pos.turn(), c.royal);
    if !c.movers.has(from) {
        return;
    }
    let without = pos.occupied().without(from);
    let is_safe = |&to: &Square| !is_exposed(pos, to, !us, without, Bitboard::EMPTY);
    if government != PieceType::PAWN {
        let reach = pos.game().captures(government, us, from, pos.occupied());
        out.fan(from, (reach & orthodox::goals::<_, W>(pos)).into_iter().filter(is_safe).collect());
        return;
    }
    // The last royal may not promote, so it never moves to the last rank.
    let last = Bitboard::rank(us.rank(7));
    if W::NOISY {
        let reach = (attacks::pawn(us, from) & pos.color(!us)) - last;
        out.fan(from, reach.into_iter().filter(is_safe).collect());
    }
    if W::QUIET {
        let ahead = Bitboard::of(from.offset(us.forward())) - pos.occupied() - last;
        out.fan(from, ahead.into_iter().filter(is_safe).collect());
        let twice = (ahead & pos.game().double_step_passes(us)).shift(us.forward()) - pos.occupied();
        if twice.any() && !trial::is_capturable_in_passing(pos, from) {
            let safe = twice.into_iter().filter(is_safe).collect();
            out.shifted(safe, 2 * us.forward(), MoveKind::DoubleStep);
        }
    }
}

/// Steps, captures and promotions of pawns that are not royal. One that captures becomes its victim, on the last rank
/// too; one that goes straight promotes to any of the piece types.
#[inline]
fn pawns<const K: bool, const A: bool, W: Wanted, S: Sink>(
    pos: &Board<K, A>,
    c: &Constraints,
    goals: Bitboard,
    joiners: Joiners,
    out: &mut S,
) {
    let pawns = pos.of(pos.turn(), PieceType::PAWN) & c.movers;
    let into = match joiners {
        Joiners::Among => Coups::<K, A>::PROMOTIONS,
        Joiners::Apart => unroyal_promotions(pos),
    };
    let goals = |allowed| PawnGoals { allowed, victims: goals, captures_promote: false, into };
    orthodox::pawn_set::<_, W, _>(pos, pawns - c.pinned, &goals(c.evasions), out);
    for from in pawns & c.pinned {
        let goals = goals(c.evasions & attacks::line(c.royal, from));
        orthodox::pawn_set::<_, W, _>(pos, Bitboard::of(from), &goals, out);
    }
}

/// The promotions that do not make a royal.
#[inline]
fn unroyal_promotions<const K: bool, const A: bool>(pos: &Board<K, A>) -> &'static [PieceType] {
    let all = UNROYAL_PROMOTIONS[pos.state().of(pos.turn()).index()];
    match all {
        [others @ .., PieceType::KING] if !K => others,
        _ => all,
    }
}

/// By the piece type that governs, where pawns may become kings too.
static UNROYAL_PROMOTIONS: [&[PieceType]; 6] = {
    const N: PieceType = PieceType::KNIGHT;
    const B: PieceType = PieceType::BISHOP;
    const R: PieceType = PieceType::ROOK;
    const Q: PieceType = PieceType::QUEEN;
    const K: PieceType = PieceType::KING;
    [&[Q, N, R, B, K], &[Q, R, B, K], &[Q, N, R, K], &[Q, N, B, K], &[N, R, B, K], &[Q, N, R, B]]
};

/// En-passant captures, royal pawns' too; tried out if the one royal has to be safe after them.
#[inline]
fn en_passant<const K: bool, const A: bool, W: Wanted, S: Sink>(
    pos: &Board<K, A>,
    c: &Constraints,
    is_bound: bool,
    out: &mut S,
) {
    if !W::NOISY {
        return;
    }
    let Some(to) = pos.en_passant() else { return };
    for from in attacks::pawn(!pos.turn(), to) & pos.of(pos.turn(), PieceType::PAWN) & c.movers {
        let m = Move::new(from, to, MoveKind::EnPassant);
        if !is_bound || trial::is_legal(pos, m) {
            out.one(m);
        }
    }
}

/// Castling. A royal king may not leave, pass or reach an attacked square; for a deposed one attacks do not matter,
/// but the one royal, which may be the rook, has to be safe afterwards.
#[inline(always)]
fn castling<const K: bool, const A: bool, W: Wanted, S: Sink>(
    pos: &Board<K, A>,
    c: &Constraints,
    government: PieceType,
    is_bound: bool,
    out: &mut S,
) {
    if !W::QUIET {
        return;
    }
    let (us, occupied) = (pos.turn(), pos.occupied());
    for castle in &CASTLES[us] {
        if pos.castling().has(castle.right) && !occupied.meets(castle.empty) {
            let m = Move::new(castle.king_from, castle.king_to, MoveKind::Castle);
            let is_safe = |at| !is_exposed(pos, at, !us, occupied.without(m.from()), Bitboard::EMPTY);
            let may = match government {
                PieceType::KING => castle.king_path.with(m.from()).into_iter().all(is_safe),
                _ => !is_bound || trial::is_legal(pos, m),
            };
            if may && c.movers.has(m.from()) {
                out.one(m);
            }
        }
    }
}
