//! Move ordering: how promising a move looks before it is tried, and the questions about moves on which its place in the
//! order depends. Which comes next is said by `picker.rs`.

use movegen::moves::Sink;
use movegen::{Bitboard, Move, MoveKind, Piece, PieceType, Position, Square, Variant};

use crate::danger::Danger;
use crate::history::{History, PriorMoves};
use crate::params;
use crate::see::Exchange;

/// A move and how promising it looks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scored {
    pub(crate) m: Move,
    pub(crate) score: i32,
}

/// A list of moves to be scored; its memory is used again and again.
#[derive(Debug, Default)]
pub(crate) struct List(pub(crate) Vec<Scored>);

impl Sink for List {
    #[inline]
    fn one(&mut self, m: Move) {
        self.0.push(Scored { m, score: 0 });
    }
}

/// What is asked about moves.
pub(crate) struct Knowledge<'a> {
    /// What the search has learnt.
    pub(crate) history: &'a History,
    /// What exchanges win.
    pub(crate) exchange: &'a Exchange,
    /// The moves before this node.
    pub(crate) before: PriorMoves,
    /// Quiet moves that cut in a sister node.
    pub(crate) killers: [Move; 2],
}

/// Whether the move ends the game because a royal arrives at its goal.
#[inline]
pub(crate) fn wins_by_arrival<V: Variant>(pos: &Position<V>, m: Move) -> bool {
    V::goal(pos.turn()).has(m.to()) && V::royals(pos, pos.turn()).has(m.from())
}

/// Whether the move makes pieces of the enemy royal of whom one is attacked: more often than not that is mate.
#[inline]
pub(crate) fn may_mate_new_royals<V: Variant>(pos: &Position<V>, m: Move) -> bool {
    let can_be = params::new_royal_mates() != 0 && V::changes_royals(pos, m);
    let Some(victim) = can_be.then(|| pos.captured(m)).flatten() else { return false };
    let (us, to) = (pos.turn(), m.to());
    let occupied = pos.occupied().without(m.from()).with(to);
    let captor = pos.piece_at(m.from()).map_or(PieceType::PAWN, Piece::piece_type);
    let by_captor = V::captures(captor, us, to, occupied);
    let is_attacked = |at| by_captor.has(at) || V::attackers(pos, at, us, occupied).meets(occupied);
    pos.of(!us, victim).without(to).into_iter().any(is_attacked)
}

/// Whether the move may end the game in a way that exchanges do not know.
#[inline]
pub(crate) fn may_end_the_game<V: Variant>(pos: &Position<V>, m: Move) -> bool {
    wins_by_arrival(pos, m) || may_mate_new_royals(pos, m)
}

/// Whether the moved piece itself attacks an enemy royal from where it goes.
#[inline]
pub(crate) fn gives_direct_check<V: Variant>(pos: &Position<V>, m: Move) -> bool {
    let occupied = pos.occupied().without(m.from()).with(m.to());
    if V::PURCHASES && m.is_purchase() {
        let (us, occupied) = (pos.turn(), occupied - m.paid());
        let piece_type = pos.piece_at(m.to()).map_or(PieceType::PAWN, Piece::piece_type);
        return V::captures(piece_type, us, m.to(), occupied).meets(V::royals(pos, !us));
    }
    pos.piece_at(m.from()).is_some_and(|piece| {
        V::captures(piece.piece_type(), piece.color(), m.to(), occupied).meets(V::royals(pos, !piece.color()))
    })
}

/// Whether the move is a purchase that brings over more than a pawn: it is tried among the captures.
#[inline]
pub(crate) fn buys_officer<V: Variant>(pos: &Position<V>, m: Move) -> bool {
    V::PURCHASES
        && params::purchases() != 0
        && m.is_purchase()
        && pos.piece_at(m.to()).is_some_and(|piece| piece.piece_type() != PieceType::PAWN)
}

/// Whether the picker gives this move among the captures.
#[inline]
pub(crate) fn is_noisy<V: Variant>(pos: &Position<V>, m: Move) -> bool {
    pos.is_capture(m) || m.promotes_to().is_some() || wins_by_arrival(pos, m) || buys_officer(pos, m)
}

/// The place of a noisy move among the others: what it wins before any answer, and what is known of such captures.
#[inline]
pub(crate) fn noisy_score<V: Variant>(pos: &Position<V>, m: Move, know: &Knowledge<'_>) -> i32 {
    if wins_by_arrival(pos, m) {
        return i32::MAX / 2;
    }
    if may_mate_new_royals(pos, m) {
        return i32::MAX / 4;
    }
    16 * know.exchange.gain(pos, m) + know.history.noisy(pos, m)
}

/// Takes quiet moves and scores them on the way: what they have in common is looked up once for each piece.
pub(crate) struct Scorer<'a, V: Variant> {
    pub(crate) pos: &'a Position<V>,
    pub(crate) know: &'a Knowledge<'a>,
    pub(crate) danger: Danger,
    pub(crate) list: &'a mut Vec<Scored>,
}

impl<V: Variant> Scorer<'_, V> {
    #[inline]
    fn push(&mut self, m: Move, worth: i32) {
        let killer = match self.know.killers {
            [first, _] if first == m => params::killer_first(),
            [_, second] if second == m => params::killer_second(),
            _ => 0,
        };
        self.list.push(Scored { m, score: worth + killer });
    }
}

impl<V: Variant> Sink for Scorer<'_, V> {
    #[inline]
    fn fan(&mut self, from: Square, to: Bitboard) {
        if to.is_empty() {
            return;
        }
        let kind = self.pos.piece_at(from).map_or(PieceType::PAWN, Piece::piece_type);
        let butterfly = self.know.history.butterfly(self.pos.turn(), from);
        let after = self.know.history.rows(kind, &self.know.before);
        let value = self.know.exchange.value(kind);
        for to in to {
            let i = to.index();
            let history = History::together(butterfly[i], after.map(|row| row[i]));
            let danger = self.danger.of_move(kind, value, from, to);
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
            let butterfly = self.know.history.butterfly(self.pos.turn(), from)[i];
            let history = History::together(butterfly, after.map(|row| row[i]));
            let danger = self.danger.of_move(PieceType::PAWN, value, from, to);
            self.push(Move::new(from, to, kind), history + danger);
        }
    }

    /// Purchases and castling. What a purchase wins is worth more than any history.
    #[inline]
    fn one(&mut self, m: Move) {
        let won = if m.is_purchase() { 64 * self.know.exchange.gain(self.pos, m) } else { 0 };
        self.push(m, won + self.know.history.quiet(self.pos, m, &self.know.before));
    }
}
