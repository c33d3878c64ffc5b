//! One search thread: what it carries from node to node, how it steps into a child, and when a node has ended. What is
//! searched how deep is decided in `search.rs`, `moves.rs` and `quiescence.rs`.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use arrayvec::ArrayVec;
use eval::score::{LARGEST_EVALUATION, MAX_PLY, REPETITION_WIN, loss_in, win_in};
use eval::{Evaluate, Score};
use movegen::game::FIFTY_MOVES;
use movegen::{Constraints, Man, Move, Observer, Outcome, Position, Square, Variant, Verdict};

use crate::history::{History, NO_PRIOR_MOVES, PieceKeys, PieceTo, PriorMoves};
use crate::info::Bound;
use crate::limits::Control;
use crate::order::{Knowledge, List, is_purchase, wins_by_arrival};
use crate::pruning::Reductions;
use crate::see::Exchange;
use crate::table::{Table, TtEntry};
use crate::time::Budget;

/// Nodes between two looks at clock and stop flag.
const NODES_BETWEEN_LOOKS: u64 = 512;

/// What all threads of a search share.
pub(crate) struct Shared<'a> {
    pub(crate) table: &'a Table,
    pub(crate) control: &'a Control,
    pub(crate) budget: &'a Budget,
    /// Set when the main thread is done: the helpers' sign to end.
    pub(crate) over: AtomicBool,
    /// Nodes searched, by thread; written now and then.
    pub(crate) nodes: Vec<AtomicU64>,
}

impl Shared<'_> {
    pub(crate) fn total_nodes(&self) -> u64 {
        self.nodes.iter().map(|n| n.load(Ordering::Relaxed)).sum()
    }
}

/// What all threads read and none writes.
pub(crate) struct Tools<E> {
    pub(crate) evaluator: E,
    pub(crate) exchange: Exchange,
    pub(crate) reductions: Reductions,
}

/// A position and what is kept while moves are played: copied for every child.
pub(crate) struct Node<V: Variant, E: Evaluate<V>> {
    pub(crate) pos: Position<V>,
    pub(crate) accumulators: Accumulators<E::Accumulator>,
}

// A derive would ask the evaluator itself to be `Copy`.
impl<V: Variant, E: Evaluate<V>> Clone for Node<V, E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<V: Variant, E: Evaluate<V>> Copy for Node<V, E> {}

/// Everything that observes moves.
#[derive(Clone, Copy)]
pub(crate) struct Accumulators<A: Copy> {
    pub(crate) evaluation: A,
    pub(crate) keys: PieceKeys,
}

impl<A: Observer + Copy> Observer for Accumulators<A> {
    #[inline]
    fn put(&mut self, man: Man, at: Square) {
        self.evaluation.put(man, at);
        self.keys.put(man, at);
    }

    #[inline]
    fn take(&mut self, man: Man, at: Square) {
        self.evaluation.take(man, at);
        self.keys.take(man, at);
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
        Self { pos, accumulators: Accumulators { evaluation: evaluator.refresh(&pos), keys: PieceKeys::of(&pos) } }
    }
}

/// The values that matter: below `alpha` and above `beta` only that fact is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Window {
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
}

impl Window {
    /// Asks only whether the value exceeds alpha.
    #[inline]
    pub(crate) const fn above(alpha: Score) -> Self {
        Self { alpha, beta: alpha + 1 }
    }

    /// Asks only whether the value reaches beta.
    #[inline]
    pub(crate) const fn reaching(beta: Score) -> Self {
        Self { alpha: beta - 1, beta }
    }

    /// The same seen by the opponent.
    #[inline]
    pub(crate) const fn turned(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }
}

/// What a thread remembers of each ply of the line it is in.
#[derive(Clone, Default)]
pub(crate) struct Frame {
    /// Static value, corrected; meaningless in check.
    pub(crate) evaluation: Score,
    pub(crate) in_check: bool,
    /// The move being searched, its man and target, and whether it is a quiet one.
    pub(crate) played: Move,
    pub(crate) piece_to: PieceTo,
    pub(crate) is_quiet: bool,
    /// Plies by which that search is reduced.
    pub(crate) reduction: i32,
    pub(crate) killers: [Move; 2],
    /// The move left out while it is tested for being singular.
    pub(crate) excluded: Move,
    /// The best line from here.
    pub(crate) pv: ArrayVec<Move, MAX_PLY>,
}

impl Frame {
    /// Whether this ply has a static value and its move was one: then the next ply's value tells what the move has changed.
    #[inline]
    pub(crate) fn allows_comparison(&self) -> bool {
        !self.in_check && self.piece_to != PieceTo::NONE
    }
}

/// Frames before the root, so that "four plies ago" always exists.
pub(crate) const BEFORE_ROOT: usize = 4;

/// One search thread.
pub(crate) struct Searcher<'a, V: Variant, E: Evaluate<V>> {
    pub(crate) shared: &'a Shared<'a>,
    pub(crate) tools: &'a Tools<E>,
    pub(crate) history: &'a mut History,
    pub(crate) id: usize,
    pub(crate) nodes: u64,
    pub(crate) stopped: bool,
    pub(crate) selective_depth: usize,
    pub(crate) frames: Vec<Frame>,
    /// Keys of the game so far and of the line being searched.
    pub(crate) keys: Vec<u64>,
    /// Index of the root's key.
    pub(crate) root_key: usize,
    /// Repetitions are not looked for before this index: a null move stands there.
    pub(crate) barrier: usize,
    /// No null move before this ply, while one is being verified.
    pub(crate) null_move_from: usize,
    pub(crate) lists: Vec<List>,
    variant: std::marker::PhantomData<V>,
}

impl<'a, V: Variant, E: Evaluate<V>> Searcher<'a, V, E> {
    /// A searcher for the game whose positions had these keys, the root's last.
    pub(crate) fn new(
        shared: &'a Shared<'a>,
        tools: &'a Tools<E>,
        history: &'a mut History,
        id: usize,
        game_keys: &[u64],
    ) -> Self {
        let mut keys = Vec::with_capacity(game_keys.len() + MAX_PLY + 1);
        keys.extend_from_slice(game_keys);
        Self {
            shared,
            tools,
            history,
            id,
            nodes: 0,
            stopped: false,
            selective_depth: 0,
            frames: vec![Frame::default(); MAX_PLY + BEFORE_ROOT + 2],
            root_key: keys.len().saturating_sub(1),
            keys,
            barrier: 0,
            null_move_from: 0,
            lists: Vec::new(),
            variant: std::marker::PhantomData,
        }
    }

    #[inline]
    pub(crate) fn frame(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[ply + BEFORE_ROOT]
    }

    /// The moves one, two and four plies before.
    #[inline]
    pub(crate) fn prior_moves(&self, ply: usize) -> PriorMoves {
        let at = ply + BEFORE_ROOT;
        [1, 2, 4].map(|plies| self.frames[at - plies].piece_to)
    }

    /// The frame of the move that led to this ply.
    #[inline]
    pub(crate) fn parent(&self, ply: usize) -> &Frame {
        &self.frames[ply + BEFORE_ROOT - 1]
    }

    /// Whether the search must end here and now. Counts are published in passing.
    #[inline]
    pub(crate) fn must_stop(&mut self) -> bool {
        if self.nodes.is_multiple_of(NODES_BETWEEN_LOOKS) {
            self.publish_nodes();
            self.stopped |= self.shared.over.load(Ordering::Relaxed)
                || self.shared.control.is_stopped()
                || self.id == 0 && self.shared.budget.is_spent(self.shared.control);
        }
        self.stopped |= self.shared.budget.nodes_are_spent(self.nodes, || self.shared.total_nodes());
        self.stopped
    }

    pub(crate) fn publish_nodes(&self) {
        self.shared.nodes[self.id].store(self.nodes, Ordering::Relaxed);
    }

    /// A copy of the node with the move played on it.
    #[inline]
    pub(crate) fn child(&mut self, node: &Node<V, E>, m: Move, ply: usize) -> Node<V, E> {
        self.shared.table.prefetch(node.pos.likely_key_after(m));
        let (piece_to, is_quiet) = (PieceTo::of(&node.pos, m), !is_noisy(&node.pos, m));
        let frame = self.frame(ply);
        (frame.played, frame.piece_to, frame.is_quiet) = (m, piece_to, is_quiet);
        let mut child = *node;
        child.pos.play(m, &mut child.accumulators);
        self.tools.evaluator.refresh_stale(&child.pos, &mut child.accumulators.evaluation);
        self.nodes += 1;
        child
    }

    /// Searches a child and gives its value for the parent's side.
    #[inline]
    pub(crate) fn descend<const PV: bool>(
        &mut self,
        child: &Node<V, E>,
        c: &Constraints,
        window: Window,
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Score {
        self.keys.push(child.pos.key());
        let score = -self.search::<PV>(child, c, window.turned(), depth, ply + 1, cut_node);
        self.keys.pop();
        score
    }

    /// The value of a finished game for the side to move.
    #[inline]
    pub(crate) fn final_score(outcome: Outcome, pos: &Position<V>, ply: usize) -> Score {
        match outcome.winner {
            None => 0,
            Some(winner) if winner == pos.turn() => win_in(ply),
            Some(_) => loss_in(ply),
        }
    }

    /// The value of a node at which the game is over, or as good as over by repetition.
    #[inline]
    pub(crate) fn ended(&self, pos: &Position<V>, c: &Constraints, ply: usize) -> Option<Score> {
        if let Some(outcome) = V::decided(pos) {
            return Some(Self::final_score(outcome, pos, ply));
        }
        if V::is_mated(c) {
            return Some(loss_in(ply));
        }
        if pos.clock() < 4 {
            return None;
        }
        if pos.clock() >= FIFTY_MOVES && pos.count_moves() == 0 {
            return Some(Self::final_score(V::stuck(pos, c.in_check()), pos, ply));
        }
        self.repeated(pos, ply).or((pos.clock() >= FIFTY_MOVES).then_some(0))
    }

    /// The value of a position that has stood before. Once since the root counts like twice: who could go round once
    /// could go round again. But then the loser, where repetition loses, can still turn off, so that is no proven loss.
    /// (The root itself counts, or its own entry in the table would answer before the cycle is closed.)
    #[inline]
    pub(crate) fn repeated(&self, pos: &Position<V>, ply: usize) -> Option<Score> {
        let now = self.keys.len() - 1;
        let oldest = now.saturating_sub(usize::from(pos.clock())).max(self.barrier);
        let mut before = now;
        let mut occurrences = 1;
        while before >= oldest + 2 {
            before -= 2;
            if self.keys[before] == self.keys[now] {
                occurrences += 1;
                if occurrences == 3 || before >= self.root_key {
                    return Some(match (V::REPETITION, occurrences) {
                        (Verdict::Draw, _) => 0,
                        (Verdict::Loss, 3) => win_in(ply),
                        (Verdict::Loss, _) => REPETITION_WIN - ply as Score,
                    });
                }
            }
        }
        None
    }

    /// The static value, uncorrected.
    #[inline]
    pub(crate) fn evaluate(&self, node: &Node<V, E>) -> Score {
        let value = self.tools.evaluator.score(&node.pos, &node.accumulators.evaluation);
        value.clamp(-LARGEST_EVALUATION, LARGEST_EVALUATION)
    }

    /// What the table is told of the root's static value.
    pub(crate) fn root_evaluation(&self, node: &Node<V, E>, c: &Constraints) -> Score {
        if c.is_bound() { Table::NO_SCORE } else { self.evaluate(node) }
    }

    /// Fills the root's frame, which its children look back on.
    pub(crate) fn note_root(&mut self, node: &Node<V, E>, c: &Constraints) {
        let evaluation = self.corrected(node, self.root_evaluation(node, c), &NO_PRIOR_MOVES);
        let frame = self.frame(0);
        (frame.evaluation, frame.in_check) = (evaluation, c.is_bound());
        frame.pv.clear();
        self.frame(2).killers = [Move::NONE; 2];
    }

    #[inline]
    pub(crate) fn corrected(&self, node: &Node<V, E>, raw: Score, before: &PriorMoves) -> Score {
        let correction = self.history.correction(node.pos.turn(), &node.accumulators.keys, before);
        (raw + correction).clamp(-LARGEST_EVALUATION, LARGEST_EVALUATION)
    }

    #[inline]
    pub(crate) fn knowledge(&self, before: PriorMoves, ply: usize) -> Knowledge<'_> {
        Knowledge {
            history: self.history,
            exchange: &self.tools.exchange,
            before,
            killers: self.frames[ply + BEFORE_ROOT].killers,
        }
    }

    /// The best line of a ply: the move, then the best line of the next ply.
    #[inline]
    pub(crate) fn extend_pv(&mut self, ply: usize, m: Move) {
        let [here, next] = &mut self.frames[ply + BEFORE_ROOT..=ply + BEFORE_ROOT + 1] else { return };
        here.pv.clear();
        here.pv.push(m);
        let room = here.pv.remaining_capacity().min(next.pv.len());
        here.pv.extend(next.pv[..room].iter().copied());
    }
}

/// Whether a table score decides a null window.
#[inline]
pub(crate) fn is_enough(known: &TtEntry, alpha: Score, beta: Score) -> bool {
    match known.bound {
        None => false,
        Some(Bound::Exact) => true,
        Some(Bound::Lower) => known.score >= beta,
        Some(Bound::Upper) => known.score <= alpha,
    }
}

/// Whether the picker gives this move among the captures.
#[inline]
pub(crate) fn is_noisy<V: Variant>(pos: &Position<V>, m: Move) -> bool {
    pos.is_capture(m) || m.promotes_to().is_some() || wins_by_arrival(pos, m) || is_purchase(pos, m)
}

#[cfg(test)]
mod tests {
    use movegen::zobrist::splitmix64;
    use movegen::{Insurrection, Kind, State};

    use super::*;

    /// An evaluator that keeps everything that it is told.
    #[derive(Clone)]
    struct Witness;

    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    struct Seen {
        men: u64,
        features: u64,
    }

    impl Observer for Seen {
        fn put(&mut self, man: Man, at: Square) {
            self.men = self.men.wrapping_add(1 << at.index() ^ man.index() as u64);
        }
        fn take(&mut self, man: Man, at: Square) {
            self.men = self.men.wrapping_sub(1 << at.index() ^ man.index() as u64);
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

        fn value(&self, _kind: Kind) -> Score {
            0
        }

        fn refresh(&self, pos: &Position<Insurrection>) -> Seen {
            let mut seen = Seen::default();
            pos.men().for_each(|(man, at)| seen.put(man, at));
            pos.state().features().for_each(|feature| seen.gain(feature));
            seen
        }

        fn score(&self, _pos: &Position<Insurrection>, _seen: &Seen) -> Score {
            0
        }
    }

    #[test]
    fn the_evaluator_hears_of_men_and_of_governments_while_a_search_plays_moves() {
        let mut node = Node::new(Position::start(), &Witness);
        let start = node.accumulators.evaluation.features;
        let mut random = 1;
        let mut coups = 0;
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
            coups += u32::from(fresh.accumulators.evaluation.features != start);
        }
        assert!(coups > 0, "no game came to a coup");
    }
}
