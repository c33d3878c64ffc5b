//! One search thread: its state, entering nodes and children, terminal nodes, and helpers of all node types. Depth decisions are in
//! `search.rs`, `moves.rs` and `quiescence.rs`.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use eval::score::{LARGEST_EVALUATION, MAX_PLY, REPETITION_WIN, WIN, loss_in, win_in};
use eval::{Evaluate, Score};
use movegen::{Constraints, Move, Outcome, Position, Variant, Verdict};

use crate::cycle::Steps;
use crate::endings::SearchTables;
use crate::history::{History, PieceTo, PriorMoves};
use crate::info::Progress;
use crate::limits::Control;
use crate::node::{Best, Frame, Node, Window};
use crate::order::{Knowledge, List, is_noisy};
use crate::pruning::Reductions;
use crate::see::Exchange;
use crate::table::{Table, TtEntry};
use crate::time::Budget;

/// Nodes between two checks of the clock and the stop flag.
const POLL_INTERVAL_NODES: u64 = 512;

/// State shared by all threads of a search.
pub(crate) struct Shared<'a> {
    pub(crate) table: &'a Table,
    pub(crate) control: &'a Control,
    pub(crate) budget: &'a Budget,
    /// Set when the main thread has finished, to stop the helpers.
    pub(crate) over: AtomicBool,
    /// Nodes searched by all threads; updated periodically.
    pub(crate) nodes: AtomicU64,
    /// Positions found in endgame tables by all threads; updated periodically.
    pub(crate) table_hits: AtomicU64,
}

impl Shared<'_> {
    pub(crate) fn total_nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Returns the progress of the search.
    pub(crate) fn progress(&self) -> Progress {
        Progress {
            nodes: self.total_nodes(),
            time: self.budget.elapsed(),
            hash_full: self.table.hash_full(),
            table_hits: self.table_hits.load(Ordering::Relaxed),
        }
    }
}

/// Read-only data shared by all threads.
pub(crate) struct Tools<E> {
    pub(crate) evaluator: E,
    pub(crate) exchange: Exchange,
    pub(crate) reductions: Reductions,
    pub(crate) steps: Steps,
}

/// The static evaluation of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct StaticValue {
    pub(crate) raw: Score,
    /// The raw value with correction history applied.
    pub(crate) corrected: Score,
}

impl StaticValue {
    /// No evaluation, as in check.
    pub(crate) const NONE: Self = Self { raw: Table::NO_SCORE, corrected: Table::NO_SCORE };

    /// Returns the corrected value, if there is one.
    #[inline]
    pub(crate) fn known(self) -> Option<Score> {
        (self.corrected != Table::NO_SCORE).then_some(self.corrected)
    }

    /// Returns the transposition table score if it is below `limit` and a better bound than the evaluation, else the evaluation.
    #[inline]
    pub(crate) fn refined_by(self, tt: Option<&TtEntry>, limit: Score) -> Score {
        match tt {
            Some(entry) if entry.score.abs() < limit && entry.decides(self.corrected, self.corrected) => entry.score,
            _ => self.corrected,
        }
    }
}

/// Frames before the root, so that the frame four plies before always exists.
pub(crate) const BEFORE_ROOT: usize = 4;

/// One search thread.
pub(crate) struct Searcher<'a, V: Variant, E: Evaluate<V>> {
    pub(crate) shared: &'a Shared<'a>,
    pub(crate) tools: &'a Tools<E>,
    pub(crate) history: &'a mut History,
    pub(crate) id: usize,
    pub(crate) nodes: u64,
    /// The part of `nodes` that [`Shared::nodes`] contains.
    published: u64,
    pub(crate) stopped: bool,
    pub(crate) selective_depth: usize,
    pub(crate) frames: Vec<Frame>,
    /// Keys of the game and of the current line.
    pub(crate) keys: Vec<u64>,
    /// Index of the root's key.
    pub(crate) root_key: usize,
    /// Index of the last null move; repetitions before it do not count.
    pub(crate) barrier: usize,
    /// First ply at which null moves are allowed during a verification search.
    pub(crate) null_move_from: usize,
    pub(crate) lists: Vec<List>,
    endgames: &'a SearchTables<V>,
    table_hits: u64,
    cache: E::Cache,
}

impl<'a, V: Variant, E: Evaluate<V>> Searcher<'a, V, E> {
    /// Creates a searcher for a game with these position keys, the root's last.
    pub(crate) fn new(
        shared: &'a Shared<'a>,
        tools: &'a Tools<E>,
        history: &'a mut History,
        id: usize,
        game_keys: &[u64],
        endgames: &'a SearchTables<V>,
    ) -> Self {
        let mut keys = Vec::with_capacity(game_keys.len() + MAX_PLY + 1);
        keys.extend_from_slice(game_keys);
        Self {
            shared,
            tools,
            history,
            id,
            nodes: 0,
            published: 0,
            stopped: false,
            selective_depth: 0,
            frames: vec![Frame::default(); MAX_PLY + BEFORE_ROOT + 2],
            root_key: keys.len().saturating_sub(1),
            keys,
            barrier: 0,
            null_move_from: 0,
            lists: Vec::new(),
            endgames,
            table_hits: 0,
            cache: tools.evaluator.cache(),
        }
    }

    #[inline]
    pub(crate) fn frame(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[ply + BEFORE_ROOT]
    }

    /// Returns the moves one, two and four plies before.
    #[inline]
    pub(crate) fn prior_moves(&self, ply: usize) -> PriorMoves {
        let at = ply + BEFORE_ROOT;
        [1, 2, 4].map(|plies| self.frames[at - plies].piece_to)
    }

    /// Returns the frame of the move that led to this ply.
    #[inline]
    pub(crate) fn parent(&self, ply: usize) -> &Frame {
        &self.frames[ply + BEFORE_ROOT - 1]
    }

    /// Checks all limits and returns `true` if the search must stop; publishes the node count periodically.
    #[inline]
    pub(crate) fn must_stop(&mut self) -> bool {
        if self.nodes.is_multiple_of(POLL_INTERVAL_NODES) {
            self.publish_nodes();
            self.stopped |= self.shared.over.load(Ordering::Relaxed)
                || self.shared.control.is_stopped()
                || self.id == 0 && self.shared.budget.is_spent(self.shared.control);
        }
        self.stopped |= self.shared.budget.nodes_are_spent(self.nodes, || self.shared.total_nodes());
        self.stopped
    }

    pub(crate) fn publish_nodes(&mut self) {
        let published = std::mem::replace(&mut self.published, self.nodes);
        self.shared.nodes.fetch_add(self.nodes - published, Ordering::Relaxed);
        self.shared.table_hits.fetch_add(std::mem::take(&mut self.table_hits), Ordering::Relaxed);
    }

    /// Copies the node and plays the move.
    #[inline]
    pub(crate) fn child(&mut self, node: &Node<V, E>, m: Move, ply: usize) -> Node<V, E> {
        self.shared.table.prefetch(node.pos.likely_key_after(m));
        let (piece_to, is_quiet) = (PieceTo::of(&node.pos, m), !is_noisy(&node.pos, m));
        let frame = self.frame(ply);
        (frame.played, frame.piece_to, frame.is_quiet) = (m, piece_to, is_quiet);
        let mut child = *node;
        child.pos.play(m, &mut child.accumulators);
        // The predicted key is wrong if the move changes rights, royals or ownership.
        self.shared.table.prefetch(child.pos.key());
        child.c = child.pos.constraints();
        self.tools.evaluator.refresh_stale(&child.pos, &mut child.accumulators.evaluation, &mut self.cache);
        self.nodes += 1;
        child
    }

    /// Searches a child and returns its score for the parent's side.
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
        let score = -self.search::<PV>(child, window.negated(), depth, ply + 1, cut_node);
        self.keys.pop();
        score
    }

    /// Searches a child by quiescence alone and returns its score for the parent's side.
    #[inline]
    pub(crate) fn descend_quietly<const PV: bool>(&mut self, child: &Node<V, E>, window: Window, ply: usize) -> Score {
        self.keys.push(child.pos.key());
        let score = -self.quiesce::<PV>(child, window.negated(), ply + 1);
        self.keys.pop();
        score
    }

    /// Enters a node. Returns its score if the search must stop, the game is over, or the maximum ply is reached.
    // Without the attribute the compiler emits a call per node.
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
        // The root needs a move.
        if node.pos.occupied().count() <= self.endgames.largest()
            && ply > 0
            && let Some(score) = self.endgames.score(&node.pos, ply)
        {
            self.table_hits += 1;
            return Some(score);
        }
        (ply + 1 >= MAX_PLY).then(|| if node.c.is_bound() { 0 } else { self.evaluate(node) })
    }

    /// Updates the best move. Returns `true` on a beta cutoff.
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

    /// Returns the transposition table entry of a position. The score of a mate that the 50-move rule may prevent is not usable: in
    /// endings without captures such scores go round in circles, each a few plies longer than the one before.
    #[inline]
    pub(crate) fn table_entry(&self, pos: &Position<V>, ply: usize) -> Option<TtEntry> {
        let mut entry = self.shared.table.probe(pos.key(), ply)?;
        let plies = WIN - entry.score.abs() - ply as Score;
        if entry.score.abs() > REPETITION_WIN && plies + Score::from(pos.clock()) > pos.game().move_rule().into() {
            entry.bound = None;
        }
        Some(entry)
    }

    /// Stores a transposition table entry.
    #[inline]
    pub(crate) fn store(&self, node: &Node<V, E>, ply: usize, entry: TtEntry) {
        self.shared.table.store(node.pos.key(), ply, entry);
    }

    /// Returns the score of a finished game for the side to move.
    #[inline]
    pub(crate) fn final_score(outcome: Outcome, pos: &Position<V>, ply: usize) -> Score {
        match outcome.winner {
            None => 0,
            Some(winner) if winner == pos.turn() => win_in(ply),
            Some(_) => loss_in(ply),
        }
    }

    /// Returns the score of a terminal node: decided, mated, repeated, or drawn by the clock.
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
        if pos.clock() >= pos.game().move_rule() && pos.count_moves() == 0 {
            return Some(Self::final_score(V::no_moves_outcome(pos, c.in_check()), pos, ply));
        }
        self.repeated(pos, ply).or((pos.clock() >= pos.game().move_rule()).then_some(0))
    }

    /// Returns the score of a repeated position. One earlier occurrence since the root counts like two, because the cycle can be
    /// repeated; where repetition loses, that is not yet a proved loss, since the loser can still deviate. The root itself counts,
    /// or its own table entry would cut off before the cycle is closed.
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
                    return Some(match (pos.game().repetition(), occurrences) {
                        (Verdict::Draw, _) => 0,
                        (Verdict::Loss, 3) => win_in(ply),
                        (Verdict::Loss, _) => REPETITION_WIN - ply as Score,
                        (Verdict::Win, 3) => loss_in(ply),
                        (Verdict::Win, _) => ply as Score - REPETITION_WIN,
                    });
                }
            }
        }
        None
    }

    /// Returns the index of the oldest position that this one may repeat.
    #[inline]
    fn oldest(&self, pos: &Position<V>) -> usize {
        (self.keys.len() - 1).saturating_sub(usize::from(pos.clock())).max(self.barrier)
    }

    /// Returns `true` if the side to move can draw by repeating a position.
    #[inline]
    pub(crate) fn may_repeat(&self, pos: &Position<V>) -> bool {
        pos.clock() >= 3 && self.tools.steps.may_repeat(pos, &self.keys, self.oldest(pos), self.root_key)
    }

    /// Returns the uncorrected static evaluation.
    #[inline]
    pub(crate) fn evaluate(&self, node: &Node<V, E>) -> Score {
        let value = self.tools.evaluator.score(&node.pos, &node.accumulators.evaluation);
        value.clamp(-LARGEST_EVALUATION, LARGEST_EVALUATION)
    }

    /// Returns the static evaluation of a node not in check: from the transposition table if stored there, else from the evaluator.
    #[inline]
    pub(crate) fn static_value(&self, node: &Node<V, E>, tt: Option<&TtEntry>, before: &PriorMoves) -> StaticValue {
        let raw = match tt {
            Some(entry) if entry.evaluation != Table::NO_SCORE => entry.evaluation,
            _ => self.evaluate(node),
        };
        let correction = self.history.correction::<V>(node.pos.turn(), &node.accumulators.keys, before);
        StaticValue { raw, corrected: (raw + correction).clamp(-LARGEST_EVALUATION, LARGEST_EVALUATION) }
    }

    #[inline]
    pub(crate) fn knowledge<'k>(&'k self, node: &'k Node<V, E>, before: PriorMoves, ply: usize) -> Knowledge<'k, V> {
        Knowledge {
            pos: &node.pos,
            c: &node.c,
            history: self.history,
            exchange: &self.tools.exchange,
            before,
            killers: self.frames[ply + BEFORE_ROOT].killers,
        }
    }

    /// Sets the principal variation of a ply: the move, then that of the next ply.
    #[inline]
    pub(crate) fn extend_pv(&mut self, ply: usize, m: Move) {
        let [here, next] = &mut self.frames[ply + BEFORE_ROOT..=ply + BEFORE_ROOT + 1] else { return };
        here.pv.clear();
        here.pv.push(m);
        let length = here.pv.remaining_capacity().min(next.pv.len());
        here.pv.extend(next.pv[..length].iter().copied());
    }
}
