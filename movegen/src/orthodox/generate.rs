//! Legal moves of the orthodox pieces from check and pin masks. Only en-passant captures are tried out.

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::castling::Castling;
use crate::constraints::Constraints;
use crate::moves::{Move, MoveKind, Sink};
use crate::orthodox::is_exposed;
use crate::piece::{Color, PieceType};
use crate::position::Position;
use crate::square::Square;
use crate::variant::Variant;
use crate::wanted::Wanted;

/// The squares that wanted captures, and wanted quiet moves, may go to.
#[inline]
pub fn goals<V: Variant, W: Wanted>(pos: &Position<V>) -> Bitboard {
    let enemies = if W::NOISY { pos.color(!pos.turn()) } else { Bitboard::EMPTY };
    let empty = if W::QUIET { !pos.occupied() } else { Bitboard::EMPTY };
    enemies | empty
}

/// All legal moves of the wanted sort of the six orthodox piece types.
pub fn generate<V: Variant, W: Wanted, S: Sink>(pos: &Position<V>, c: &Constraints, out: &mut S) {
    king::<V, W, S>(pos, c, out);
    if !c.checkers.many() {
        knights_and_sliders::<V, W, S>(pos, c, out);
        pawns::<V, W, S>(pos, c, out);
    }
}

/// Writes the moves of some pieces of one type, whose targets `reach` returns; applies checks and pins.
#[inline]
pub fn fan_out<S: Sink>(pieces: Bitboard, c: &Constraints, reach: impl Fn(Square) -> Bitboard, out: &mut S) {
    for from in (pieces & c.movers) - c.pinned {
        out.fan(from, reach(from) & c.evasions);
    }
    for from in pieces & c.movers & c.pinned {
        out.fan(from, reach(from) & c.evasions & attacks::line(c.royal, from));
    }
}

/// Moves of knights, bishops, rooks and queens.
#[inline]
pub fn knights_and_sliders<V: Variant, W: Wanted, S: Sink>(pos: &Position<V>, c: &Constraints, out: &mut S) {
    let (us, occupied, goals) = (pos.turn(), pos.occupied(), goals::<V, W>(pos));
    // A pinned knight never stays on its line.
    fan_out(pos.of(us, PieceType::KNIGHT) - c.pinned, c, |at| attacks::knight(at) & goals, out);
    fan_out(pos.of(us, PieceType::BISHOP), c, |at| attacks::bishop(at, occupied) & goals, out);
    fan_out(pos.of(us, PieceType::ROOK), c, |at| attacks::rook(at, occupied) & goals, out);
    fan_out(pos.of(us, PieceType::QUEEN), c, |at| attacks::queen(at, occupied) & goals, out);
}

/// Steps and castling of the one royal king.
#[inline]
pub fn king<V: Variant, W: Wanted, S: Sink>(pos: &Position<V>, c: &Constraints, out: &mut S) {
    if !c.movers.has(c.royal) {
        return;
    }
    king_steps::<V, W, S>(pos, c, out);
    if W::QUIET && c.checkers.is_empty() {
        for castle in &CASTLES[pos.turn()] {
            if may_castle(pos, castle) {
                out.one(Move::new(c.royal, castle.king_to, MoveKind::Castle));
            }
        }
    }
}

/// Returns `true` if the right is there, the squares between are empty, and the king, which is not in check, passes no
/// attacked square.
#[inline]
pub fn may_castle<V: Variant>(pos: &Position<V>, castle: &Castle) -> bool {
    let without = pos.occupied().without(castle.king_from);
    let is_safe = |at| !is_exposed(pos, at, !pos.turn(), without, Bitboard::EMPTY);
    pos.castling().has(castle.right) && !pos.occupied().meets(castle.empty) && castle.king_path.into_iter().all(is_safe)
}

/// Steps of the one royal king, without castling.
#[inline]
pub fn king_steps<V: Variant, W: Wanted, S: Sink>(pos: &Position<V>, c: &Constraints, out: &mut S) {
    let from = c.royal;
    let without = pos.occupied().without(from);
    let goal = pos.game().goal(pos.turn()) - pos.occupied();
    let mut safe = attacks::king(from) & if W::NOISY { goals::<V, W>(pos) | goal } else { goals::<V, W>(pos) - goal };
    for to in safe {
        if is_exposed(pos, to, !pos.turn(), without, Bitboard::EMPTY) {
            safe = safe.without(to);
        }
    }
    out.fan(from, safe);
}

/// Steps, captures, promotions and en-passant captures of pawns.
#[inline]
pub fn pawns<V: Variant, W: Wanted, S: Sink>(pos: &Position<V>, c: &Constraints, out: &mut S) {
    let pawns = pos.of(pos.turn(), PieceType::PAWN) & c.movers;
    let goals =
        |allowed| PawnGoals { allowed, victims: Bitboard::FULL, captures_promote: true, into: pos.game().promotions() };
    pawn_set::<V, W, S>(pos, pawns - c.pinned, &goals(c.evasions), out);
    for from in pawns & c.pinned {
        let goals = goals(c.evasions & attacks::line(c.royal, from));
        pawn_set::<V, W, S>(pos, Bitboard::of(from), &goals, out);
    }
    if W::NOISY
        && let Some(to) = pos.en_passant()
    {
        for from in en_passant_captures(pos, to) & c.movers {
            out.one(Move::new(from, to, MoveKind::EnPassant));
        }
    }
}

/// Targets of some pawns, and the effect of captures on the last rank.
#[derive(Clone, Copy, Debug)]
pub struct PawnGoals {
    /// The squares on which a move may end.
    pub allowed: Bitboard,
    /// The enemy pieces that may be captured there; pieces of other colours do not matter.
    pub victims: Bitboard,
    /// `true` if a capture on the last rank promotes, as in chess, `false` if only a step straight ahead does.
    pub captures_promote: bool,
    /// Their promotions.
    pub into: &'static [PieceType],
}

/// Steps, captures and promotions of some pawns.
#[inline]
pub fn pawn_set<V: Variant, W: Wanted, S: Sink>(pos: &Position<V>, pawns: Bitboard, goals: &PawnGoals, out: &mut S) {
    let (us, step, empty, allowed) = (pos.turn(), pos.turn().forward(), !pos.occupied(), goals.allowed);
    let last = Bitboard::rank(us.rank(7));
    let ahead = pawns.shift(step) & empty;
    if W::QUIET {
        out.shifted((ahead & allowed) - last, step, MoveKind::Normal);
        let twice = (ahead & pos.game().double_step_passes(us)).shift(step) & empty;
        out.shifted(twice & allowed, 2 * step, MoveKind::DoubleStep);
    }
    if W::NOISY {
        let enemies = pos.color(!us) & goals.victims & allowed;
        let (left, right) = (pawns.shift(step).left() & enemies, pawns.shift(step).right() & enemies);
        let promoting = if goals.captures_promote { last } else { Bitboard::EMPTY };
        out.shifted(left - promoting, step - 1, MoveKind::Normal);
        out.shifted(right - promoting, step + 1, MoveKind::Normal);
        if (pawns & Bitboard::rank(us.rank(6))).any() {
            out.promoted(ahead & last & allowed, step, goals.into);
            out.promoted(left & promoting, step - 1, goals.into);
            out.promoted(right & promoting, step + 1, goals.into);
        }
    }
}

/// Returns the pawns of the side to move that may capture en passant on `to`. Two pieces leave a line at once, so each capture
/// is tried.
#[inline]
pub fn en_passant_captures<V: Variant>(pos: &Position<V>, to: Square) -> Bitboard {
    let us = pos.turn();
    let victim = Bitboard::of(to.offset(-us.forward()));
    let mut able = attacks::pawn(!us, to) & pos.of(us, PieceType::PAWN);
    for from in able {
        let occupied = (pos.occupied().without(from) - victim).with(to);
        if is_exposed(pos, pos.king(us), !us, occupied, victim) {
            able = able.without(from);
        }
    }
    able
}

/// One way to castle.
#[derive(Clone, Copy, Debug)]
pub struct Castle {
    /// The right to castle so.
    pub right: Castling,
    /// The king's square before.
    pub king_from: Square,
    /// The king's square afterwards.
    pub king_to: Square,
    /// The rook's square before.
    pub rook_from: Square,
    /// The rook's square afterwards.
    pub rook_to: Square,
    /// Squares that king and rook pass or reach, which must be empty; their own squares are not among them.
    pub empty: Bitboard,
    /// Squares the king passes, its goal included.
    pub king_path: Bitboard,
}

/// Castling of a king and a rook that stand on these files of the first rank.
pub const fn castle(color: Color, king: u8, rook: u8) -> Castle {
    let rank = color.rank(0);
    let wing = if rook > king { 0 } else { 1 };
    let (king_to, rook_to) = if wing == 0 { (6, 5) } else { (2, 3) };
    let king_path = way(king, king_to);
    let empty = (king_path | way(rook, rook_to)) & !(1 << king | 1 << rook);
    Castle {
        right: Castling::right(color, wing),
        king_from: Square::at(king, rank),
        king_to: Square::at(king_to, rank),
        rook_from: Square::at(rook, rank),
        rook_to: Square::at(rook_to, rank),
        empty: Bitboard(empty << (8 * rank)),
        king_path: Bitboard(king_path << (8 * rank)),
    }
}

/// The files from one to another, without the first.
const fn way(from: u8, to: u8) -> u64 {
    let (low, high) = if from < to { (from, to) } else { (to, from) };
    ((2 << high) - (1 << low)) & !(1 << from)
}

/// All ways to castle in chess, by colour, short wing first.
pub static CASTLES: [[Castle; 2]; 2] = [
    [castle(Color::White, 4, 7), castle(Color::White, 4, 0)],
    [castle(Color::Black, 4, 7), castle(Color::Black, 4, 0)],
];
