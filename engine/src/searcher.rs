//! One search thread: what it carries from node to node, how it enters a node and steps into a child, when a node has
//! ended, and what all nodes do alike. What is searched how deep is decided in `search.rs`, `moves.rs` and `quiescence.rs`.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use eval::score::{LARGEST_EVALUATION, MAX_PLY, REPETITION_WIN, loss_in, win_in};
use eval::{Evaluate, Score};
use movegen::game::FIFTY_MOVES;
use movegen::{Constraints, Move, Outcome, Position, Variant, Verdict};

use crate::cycle::Steps;
use crate::history::{History, PieceTo, PriorMoves};
use crate::info::Progress;
use crate::limits::Control;
use crate::node::{Best, Frame, Node, Window};
use crate::order::{Knowledge, List, is_noisy};
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

    /// How far the search is.
    pub(crate) fn progress(&self) -> Progress {
        Progress { nodes: self.total_nodes(), time: self.budget.elapsed(), hash_full: self.table.hash_full() }
    }
}

/// What all threads read and none writes.
pub(crate) struct Tools<E> {
    pub(crate) evaluator: E,
    pub(crate) exchange: Exchange,
    pub(crate) reductions: Reductions,
    pub(crate) steps: Steps,
}

/// What the evaluator says of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct StaticValue {
    pub(crate) raw: Score,
    /// What searches of such positions have taught about it taken into account.
    pub(crate) corrected: Score,
}

impl StaticValue {
    /// In check there is none.
    pub(crate) const NONE: Self = Self { raw: Table::NO_SCORE, corrected: Table::NO_SCORE };

    /// The value, if there is one.
    #[inline]
    pub(crate) fn known(self) -> Option<Score> {
        (self.corrected != Table::NO_SCORE).then_some(self.corrected)
    }

    /// A better guess at the value, where the table has one: a score on the right side of the static value, unless it is
    /// as large as `limit`.
    #[inline]
    pub(crate) fn refined_by(self, tt: Option<&TtEntry>, limit: Score) -> Score {
        match tt {
            Some(entry) if entry.score.abs() < limit && entry.decides(self.corrected, self.corrected) => entry.score,
            _ => self.corrected,
        }
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
        // The key ahead may have been another: rights lost, a coup, a piece bought.
        self.shared.table.prefetch(child.pos.key());
        child.c = child.pos.constraints();
        self.tools.evaluator.refresh_stale(&child.pos, &mut child.accumulators.evaluation);
        self.nodes += 1;
        child
    }

    /// Searches a child and gives its value for the parent's side.
    #[inline]
    pub(crate) fn descend<const PV: bool>(
        &mut self,
        child: &Node<V, E>,
        window: Window,
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Score {
        self.keys.push(child.pos.key());
        let score = -self.search::<PV>(child, window.turned(), depth, ply + 1, cut_node);
        self.keys.pop();
        score
    }

    /// The same by quiescence alone.
    #[inline]
    pub(crate) fn descend_quietly<const PV: bool>(&mut self, child: &Node<V, E>, window: Window, ply: usize) -> Score {
        self.keys.push(child.pos.key());
        let score = -self.quiesce::<PV>(child, window.turned(), ply + 1);
        self.keys.pop();
        score
    }

    /// What every node begins with. Its value, if the search has to stop, the game is over, or the tree is too deep.
    // Left to itself the compiler calls it at every node.
    #[inline(always)]
    pub(crate) fn enter<const PV: bool>(&mut self, node: &Node<V, E>, ply: usize) -> Option<Score> {
        if PV {
            self.frame(ply).pv.clear();
            self.selective_depth = self.selective_depth.max(ply);
        }
        if self.must_stop() {
            return Some(0);
        }
        if let Some(score) = self.ended(&node.pos, &node.c, ply) {
            return Some(score);
        }
        (ply + 1 >= MAX_PLY).then(|| if node.c.is_bound() { 0 } else { self.evaluate(node) })
    }

    /// Takes in the value of a move. Whether it beats beta, so that no other need be tried.
    #[inline]
    pub(crate) fn raise_alpha<const PV: bool>(&mut self, best: &mut Best, m: Move, score: Score, ply: usize) -> bool {
        if score <= best.score {
            return false;
        }
        best.score = score;
        if score <= best.alpha {
            return false;
        }
        best.m = m;
        if PV {
            self.extend_pv(ply, m);
        }
        if score >= best.beta {
            return true;
        }
        best.alpha = score;
        false
    }

    /// Keeps in the table what was found about a node.
    #[inline]
    pub(crate) fn store(&self, node: &Node<V, E>, ply: usize, entry: TtEntry) {
        self.shared.table.store(node.pos.key(), ply, entry);
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
        let oldest = self.oldest(pos);
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

    /// The index of the oldest position that this one may repeat.
    #[inline]
    fn oldest(&self, pos: &Position<V>) -> usize {
        (self.keys.len() - 1).saturating_sub(usize::from(pos.clock())).max(self.barrier)
    }

    /// Whether the side to move can draw by bringing a position about once more.
    #[inline]
    pub(crate) fn may_repeat(&self, pos: &Position<V>) -> bool {
        pos.clock() >= 3 && self.tools.steps.may_repeat(pos, &self.keys, self.oldest(pos), self.root_key)
    }

    /// The static value, uncorrected.
    #[inline]
    pub(crate) fn evaluate(&self, node: &Node<V, E>) -> Score {
        let value = self.tools.evaluator.score(&node.pos, &node.accumulators.evaluation);
        value.clamp(-LARGEST_EVALUATION, LARGEST_EVALUATION)
    }

    /// The static value of a node that no check binds: the table's, if it has one, else the evaluator's.
    #[inline]
    pub(crate) fn static_value(&self, node: &Node<V, E>, tt: Option<&TtEntry>, before: &PriorMoves) -> StaticValue {
        let raw = match tt {
            Some(entry) if entry.evaluation != Table::NO_SCORE => entry.evaluation,
            _ => self.evaluate(node),
        };
        let correction = self.history.correction(node.pos.turn(), &node.accumulators.keys, before);
        StaticValue { raw, corrected: (raw + correction).clamp(-LARGEST_EVALUATION, LARGEST_EVALUATION) }
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
