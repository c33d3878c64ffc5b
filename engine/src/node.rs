//! Data of a node: position and accumulators, window, best move so far, and the stack frame of each ply.

use arrayvec::ArrayVec;
use eval::score::{INFINITE, MAX_PLY, loss_in, win_in};
use eval::{Evaluate, Score};
use movegen::{Constraints, Move, Observer, Piece, Position, Square, Variant};

use crate::history::{PieceKeys, PieceTo};
use crate::info::Bound;
use crate::table::TtEntry;

/// A position and its accumulators, copied for every child.
#[derive(Clone, Copy)]
pub(crate) struct Node<V: Variant, E: Evaluate<V>> {
    pub(crate) pos: Position<V>,
    pub(crate) accumulators: Accumulators<E::Accumulator>,
    /// Checkers, check evasion squares and pinned pieces of the side to move.
    pub(crate) c: Constraints,
}

/// All observers of moves.
#[derive(Clone, Copy)]
pub(crate) struct Accumulators<A: Copy> {
    pub(crate) evaluation: A,
    pub(crate) keys: PieceKeys,
}

impl<A: Observer + Copy> Observer for Accumulators<A> {
    #[inline]
    fn put(&mut self, piece: Piece, at: Square) {
        self.evaluation.put(piece, at);
        self.keys.put(piece, at);
    }

    #[inline]
    fn take(&mut self, piece: Piece, at: Square) {
        self.evaluation.take(piece, at);
        self.keys.take(piece, at);
    }

    #[inline]
    fn gain(&mut self, feature: usize) {
        self.evaluation.gain(feature);
    }

    #[inline]
    fn lose(&mut self, feature: usize) {
        self.evaluation.lose(feature);
    }
}

impl<V: Variant, E: Evaluate<V>> Node<V, E> {
    pub(crate) fn new(pos: Position<V>, evaluator: &E) -> Self {
        let accumulators = Accumulators { evaluation: evaluator.refresh(&pos), keys: PieceKeys::of(&pos) };
        Self { pos, accumulators, c: pos.constraints() }
    }
}

/// The alpha-beta window: outside of it, scores are bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Window {
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
}

impl Window {
    /// Zero window above alpha.
    #[inline]
    pub(crate) const fn above(alpha: Score) -> Self {
        Self { alpha, beta: alpha + 1 }
    }

    /// Zero window below beta.
    #[inline]
    pub(crate) const fn reaching(beta: Score) -> Self {
        Self { alpha: beta - 1, beta }
    }

    /// Mate distance pruning: limits the window to a win by the next move and a loss now.
    #[inline]
    pub(crate) fn within_mate_distance(self, ply: usize) -> Self {
        Self { alpha: self.alpha.max(loss_in(ply)), beta: self.beta.min(win_in(ply + 1)) }
    }

    /// Returns the window from the opponent's point of view.
    #[inline]
    pub(crate) const fn negated(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }
}

/// The search stack: data of one ply of the current line.
#[derive(Clone, Default)]
pub(crate) struct Frame {
    /// Corrected static evaluation; `None` in check and before the root.
    pub(crate) evaluation: Option<Score>,
    /// The move being searched, its piece and target square, and if it is quiet.
    pub(crate) played: Move,
    pub(crate) piece_to: PieceTo,
    pub(crate) is_quiet: bool,
    /// Reduction of that search in plies.
    pub(crate) reduction: i32,
    pub(crate) killers: [Move; 2],
    /// Beta cutoffs at this ply since the node two plies before was entered.
    pub(crate) cutoffs: u32,
    /// The move excluded in a singular-extension verification search.
    pub(crate) excluded: Move,
    /// The best line from here.
    pub(crate) pv: ArrayVec<Move, MAX_PLY>,
}

impl Frame {
    /// Clears killers and the cutoff counter for a new node two plies before.
    #[inline]
    pub(crate) fn clear_cutoffs(&mut self) {
        (self.killers, self.cutoffs) = ([Move::NONE; 2], 0);
    }

    /// Returns the static evaluation before the move of this ply; `None` for a null move.
    #[inline]
    pub(crate) fn evaluation_before_move(&self) -> Option<Score> {
        self.evaluation.filter(|_| self.piece_to != PieceTo::NONE)
    }
}

/// The best of a node's moves so far.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Best {
    pub(crate) score: Score,
    /// The move that raised alpha last, [`Move::NONE`] if none did.
    pub(crate) m: Move,
    /// Lower bound that the next move has to exceed.
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
    first_alpha: Score,
}

impl Best {
    /// Creates the state before the first move.
    #[inline]
    pub(crate) const fn new(window: Window) -> Self {
        let Window { alpha, beta } = window;
        Self { score: -INFINITE, m: Move::NONE, alpha, beta, first_alpha: alpha }
    }

    /// Returns the remaining window.
    #[inline]
    pub(crate) const fn window(&self) -> Window {
        Window { alpha: self.alpha, beta: self.beta }
    }

    /// Returns the bound type of the score after the move loop.
    #[inline]
    pub(crate) const fn bound(&self) -> Bound {
        if self.score >= self.beta {
            Bound::Lower
        } else if self.score > self.first_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }

    /// Returns the transposition table entry. `raw`: uncorrected static evaluation.
    #[inline]
    pub(crate) const fn entry(&self, raw: Score, depth: i32, was_pv: bool) -> TtEntry {
        TtEntry { best: self.m, score: self.score, evaluation: raw, depth, bound: Some(self.bound()), was_pv }
    }
}

#[cfg(test)]
mod tests {
    use movegen::zobrist::splitmix64;
    use movegen::{Insurrection, PieceType, State};

    use super::*;

    /// An evaluator that records every observed change.
    #[derive(Clone, Copy)]
    struct Witness;

    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    struct Seen {
        pieces: u64,
        features: u64,
    }

    impl Observer for Seen {
        fn put(&mut self, piece: Piece, at: Square) {
            self.pieces = self.pieces.wrapping_add(1 << at.index() ^ piece.index() as u64);
        }
        fn take(&mut self, piece: Piece, at: Square) {
            self.pieces = self.pieces.wrapping_sub(1 << at.index() ^ piece.index() as u64);
        }
        fn gain(&mut self, feature: usize) {
            self.features |= 1 << feature;
        }
        fn lose(&mut self, feature: usize) {
            self.features &= !(1 << feature);
        }
    }

    impl Evaluate<Insurrection> for Witness {
        type Accumulator = Seen;
        type Cache = ();

        fn cache(&self) {}

        fn value(&self, _piece_type: PieceType) -> Score {
            0
        }

        fn refresh(&self, pos: &Position<Insurrection>) -> Seen {
            let mut seen = Seen::default();
            pos.pieces().for_each(|(piece, at)| seen.put(piece, at));
            pos.state().features().for_each(|feature| seen.gain(feature));
            seen
        }

        fn score(&self, _pos: &Position<Insurrection>, _seen: &Seen) -> Score {
            0
        }
    }

    #[test]
    fn evaluator_observes_pieces_and_state() {
        let mut node = Node::new(Position::start(), &Witness);
        let start = node.accumulators.evaluation.features;
        let mut random = 1;
        let mut changes = 0;
        for _ in 0..2_000 {
            let moves = node.pos.legal_moves();
            random = splitmix64(random);
            if moves.is_empty() {
                node = Node::new(Position::start(), &Witness);
                continue;
            }
            node.pos.play(moves[random as usize % moves.len()], &mut node.accumulators);
            let fresh = Node::new(node.pos, &Witness);
            assert_eq!(node.accumulators.evaluation, fresh.accumulators.evaluation, "{}", node.pos);
            assert_eq!(node.accumulators.keys, fresh.accumulators.keys, "{}", node.pos);
            changes += u32::from(fresh.accumulators.evaluation.features != start);
        }
        assert!(changes > 0, "no game changed its state");
    }
}
