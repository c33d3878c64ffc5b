//! Move scores for ordering, and the predicates on moves that they depend on. `picker.rs` does the picking.

use movegen::moves::Sink;
use movegen::{Bitboard, Constraints, Move, MoveKind, Piece, PieceType, Position, Square, Variant};

use crate::danger::Danger;
use crate::history::{History, PriorMoves};
use crate::params;
use crate::see::Exchange;

/// A move and its ordering score.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scored {
    pub(crate) m: Move,
    pub(crate) score: i32,
}

/// A list of scored moves, whose memory is reused.
#[derive(Debug, Default)]
pub(crate) struct List(pub(crate) Vec<Scored>);

impl Sink for List {
    #[inline]
    fn one(&mut self, m: Move) {
        self.0.push(Scored { m, score: 0 });
    }
}

/// A position, and data for scoring its moves.
pub(crate) struct Knowledge<'a, V: Variant> {
    pub(crate) pos: &'a Position<V>,
    pub(crate) c: &'a Constraints,
    /// History tables of the thread.
    pub(crate) history: &'a History,
    /// Static exchange evaluation.
    pub(crate) exchange: &'a Exchange,
    /// Moves before this node.
    pub(crate) before: PriorMoves,
    /// Quiet moves that caused a cutoff in a sibling node.
    pub(crate) killers: [Move; 2],
}

/// Returns `true` if the move wins because a royal reaches its goal.
#[inline]
pub(crate) fn wins_by_arrival<V: Variant>(pos: &Position<V>, m: Move) -> bool {
    pos.game().goal(pos.turn()).has(m.to()) && V::royals(pos, pos.turn()).has(m.from())
}

/// Returns `true` if the move makes enemy pieces royal and one of them is attacked, which is mate more often than not.
#[inline]
pub(crate) fn may_mate_new_royals<V: Variant>(pos: &Position<V>, m: Move) -> bool {
    let Some(victim) = V::changes_royals(pos, m).then(|| pos.captured(m)).flatten() else { return false };
    let (us, to) = (pos.turn(), m.to());
    let occupied = pos.occupied().without(m.from()).with(to);
    let attacker = pos.piece_at(m.from()).map_or(PieceType::PAWN, Piece::piece_type);
    let attacked = pos.game().captures(attacker, us, to, occupied);
    let is_attacked = |at| attacked.has(at) || V::attackers(pos, at, us, occupied).meets(occupied);
    pos.of(!us, victim).without(to).into_iter().any(is_attacked)
}

/// Returns `true` if the move may end the game in a way that exchange evaluation does not see.
#[inline]
pub(crate) fn may_end_the_game<V: Variant>(pos: &Position<V>, m: Move) -> bool {
    wins_by_arrival(pos, m) || may_mate_new_royals(pos, m)
}

/// Returns `true` if the moved piece attacks an enemy royal from its target square.
#[inline]
pub(crate) fn gives_direct_check<V: Variant>(pos: &Position<V>, m: Move) -> bool {
    let occupied = pos.occupied().without(m.from()).with(m.to());
    if V::PURCHASES && m.is_purchase() {
        let (us, occupied) = (pos.turn(), occupied - m.paid());
        let piece_type = pos.piece_at(m.to()).map_or(PieceType::PAWN, Piece::piece_type);
        return pos.game().captures(piece_type, us, m.to(), occupied).meets(V::royals(pos, !us));
    }
    pos.piece_at(m.from()).is_some_and(|piece| {
        pos.game().captures(piece.piece_type(), piece.color(), m.to(), occupied).meets(V::royals(pos, !piece.color()))
    })
}

/// Returns `true` for the purchase of a non-pawn piece, which is ordered among the captures.
#[inline]
pub(crate) fn buys_non_pawn<V: Variant>(pos: &Position<V>, m: Move) -> bool {
    V::PURCHASES && m.is_purchase() && pos.piece_at(m.to()).is_some_and(|piece| piece.piece_type() != PieceType::PAWN)
}

/// Returns `true` if the picker returns this move among the captures.
#[inline]
pub(crate) fn is_noisy<V: Variant>(pos: &Position<V>, m: Move) -> bool {
    pos.is_capture(m) || m.promotes_to().is_some() || wins_by_arrival(pos, m) || buys_non_pawn(pos, m)
}

/// Returns the ordering score of a noisy move: material gain and capture history.
#[inline]
pub(crate) fn noisy_score<V: Variant>(m: Move, know: &Knowledge<'_, V>) -> i32 {
    let pos = know.pos;
    if wins_by_arrival(pos, m) {
        return i32::MAX / 2;
    }
    if may_mate_new_royals(pos, m) {
        return i32::MAX / 4;
    }
    16 * know.exchange.gain(pos, m) + know.history.noisy(pos, m)
}

/// A sink that scores quiet moves as they are generated; shared lookups are done once per piece.
pub(crate) struct Scorer<'a, V: Variant> {
    pub(crate) know: &'a Knowledge<'a, V>,
    pub(crate) danger: Danger,
    pub(crate) list: &'a mut Vec<Scored>,
}

impl<V: Variant> Scorer<'_, V> {
    #[inline]
    fn push(&mut self, m: Move, score: i32) {
        let killer = match self.know.killers {
            [first, _] if first == m => params::killer_first::<V>(),
            [_, second] if second == m => params::killer_second::<V>(),
            _ => 0,
        };
        self.list.push(Scored { m, score: score + killer });
    }
}

impl<V: Variant> Sink for Scorer<'_, V> {
    #[inline]
    fn fan(&mut self, from: Square, to: Bitboard) {
        if to.is_empty() {
            return;
        }
        let piece_type = self.know.pos.piece_at(from).map_or(PieceType::PAWN, Piece::piece_type);
        let butterfly = self.know.history.butterfly(self.know.pos.turn(), from);
        let after = self.know.history.rows(piece_type, &self.know.before);
        let value = self.know.exchange.value(piece_type);
        for to in to {
            let i = to.index();
            let history = History::together::<V>(butterfly[i], after.map(|row| row[i]));
            let danger = self.danger.of_move::<V>(piece_type, value, from, to);
            self.push(Move::new(from, to, MoveKind::Normal), history + danger);
        }
    }

    #[inline]
    fn shifted(&mut self, to: Bitboard, step: i8, kind: MoveKind) {
        if to.is_empty() {
            return;
        }
        let after = self.know.history.rows(PieceType::PAWN, &self.know.before);
        let value = self.know.exchange.value(PieceType::PAWN);
        for to in to {
            let (from, i) = (to.offset(-step), to.index());
            let butterfly = self.know.history.butterfly(self.know.pos.turn(), from)[i];
            let history = History::together::<V>(butterfly, after.map(|row| row[i]));
            let danger = self.danger.of_move::<V>(PieceType::PAWN, value, from, to);
            self.push(Move::new(from, to, kind), history + danger);
        }
    }

    /// Purchases and castling. The gain of a purchase outweighs any history.
    #[inline]
    fn one(&mut self, m: Move) {
        let gain = if m.is_purchase() { 64 * self.know.exchange.gain(self.know.pos, m) } else { 0 };
        self.push(m, gain + self.know.history.quiet(self.know.pos, m, &self.know.before));
    }
}
