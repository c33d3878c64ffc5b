//! Searches one node: transposition table cutoff, static evaluation, whole-node pruning. The move loop is in `moves.rs`, the
//! pruning conditions are in `pruning.rs`.

use eval::score::{self, REPETITION_WIN, is_decisive};
use eval::{Evaluate, Score};
use movegen::{Move, Variant};

use crate::history::{self, NO_PRIOR_MOVES, PieceTo, PriorMoves};
use crate::info::Bound;
use crate::node::{Frame, Node, Window};
use crate::order::is_noisy;
use crate::params;
use crate::picker::CapturePicker;
use crate::pruning;
use crate::searcher::{BEFORE_ROOT, Searcher, StaticValue};
use crate::table::{Table, TtEntry};

/// No transposition table cutoffs from this halfmove clock on, because the 50-move draw is near.
const MAX_CUTOFF_CLOCK: u8 = 90;

/// Data about a node, gathered before its moves are searched.
pub(crate) struct NodeContext<'n, V: Variant, E: Evaluate<V>> {
    pub(crate) node: &'n Node<V, E>,
    pub(crate) tt: Option<TtEntry>,
    /// The transposition table move, if legal.
    pub(crate) tt_move: Move,
    /// The move excluded in a singular-extension verification search.
    pub(crate) excluded: Move,
    pub(crate) before: PriorMoves,
    pub(crate) value: StaticValue,
    pub(crate) improving: bool,
    pub(crate) was_pv: bool,
    pub(crate) cut_node: bool,
    pub(crate) ply: usize,
}

impl<V: Variant, E: Evaluate<V>> NodeContext<'_, V, E> {
    /// Returns `true` in a singular-extension verification search.
    #[inline]
    pub(crate) const fn is_singular_search(&self) -> bool {
        !self.excluded.is_none()
    }
}

pub(crate) enum Singularity {
    /// Extend the move by this number of plies.
    Extend(i32),
    /// Return this score from the node.
    Return(Score),
}

impl<V: Variant, E: Evaluate<V>> Searcher<'_, V, E> {
    /// Returns the score of a node, exact within the window. `PV`: the window may be wider than one point. `cut_node`: expected to
    /// fail high.
    pub(crate) fn search<const PV: bool>(
        &mut self,
        node: &Node<V, E>,
        window: Window,
        mut depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Score {
        if depth <= 0 {
            return self.quiesce::<PV>(node, window, ply);
        }
        if let Some(score) = self.enter::<PV>(node, ply) {
            return score;
        }
        let mut window = window.within_mate_distance(ply);
        if window.alpha < 0 && self.may_repeat(&node.pos) {
            window.alpha = 0;
        }
        if window.alpha >= window.beta {
            return window.alpha;
        }
        let excluded = self.frame(ply).excluded;
        let tt = if excluded.is_none() { self.table_entry(&node.pos, ply) } else { None };
        if !PV
            && let Some(entry) = &tt
            && let Some(score) = self.tt_cutoff(node, entry, window, depth, ply)
        {
            return score;
        }
        let ctx = self.context::<PV>(node, tt, ply, cut_node);
        depth += self.hindsight(&ctx, depth);
        let may_cut = !PV && !node.c.is_bound() && !ctx.is_singular_search();
        if may_cut && let Some(score) = self.prune_node(&ctx, window, depth) {
            return score;
        }
        if ctx.tt_move.is_none() && !ctx.is_singular_search() && (PV || cut_node) && depth >= params::iir_depth::<V>() {
            depth -= 1;
        }
        if may_cut && let Some(score) = self.probcut(&ctx, window.beta, depth) {
            return score;
        }
        self.moves::<PV>(&ctx, window, depth)
    }

    /// Returns the transposition table score if it causes a cutoff, and updates the history of a quiet table move that does.
    #[inline]
    fn tt_cutoff(
        &mut self,
        node: &Node<V, E>,
        entry: &TtEntry,
        window: Window,
        depth: i32,
        ply: usize,
    ) -> Option<Score> {
        let pos = &node.pos;
        if entry.depth < depth || pos.clock() >= MAX_CUTOFF_CLOCK || !entry.decides(window.alpha, window.beta) {
            return None;
        }
        if entry.score >= window.beta && pos.is_legal(entry.best, &node.c) && !is_noisy(pos, entry.best) {
            let bonus = history::bonus::<V>(depth) * params::tt_cutoff_bonus::<V>() / 64;
            self.history.update_quiet(pos, entry.best, &self.prior_moves(ply), bonus);
        }
        Some(entry.score)
    }

    /// Gathers the data of a node without a table cutoff, and fills its frame.
    #[inline]
    fn context<'n, const PV: bool>(
        &mut self,
        node: &'n Node<V, E>,
        tt: Option<TtEntry>,
        ply: usize,
        cut_node: bool,
    ) -> NodeContext<'n, V, E> {
        let in_check = node.c.is_bound();
        let before = self.prior_moves(ply);
        let &mut Frame { excluded, evaluation: value_with_all_moves, .. } = self.frame(ply);
        let tt_move = match tt {
            Some(entry) if !entry.best.is_none() && node.pos.is_legal(entry.best, &node.c) => entry.best,
            _ => Move::NONE,
        };
        let was_pv = PV || tt.is_some_and(|entry| entry.was_pv);
        let value = if in_check {
            StaticValue::NONE
        } else if !excluded.is_none() {
            StaticValue { corrected: value_with_all_moves.unwrap_or(Table::NO_SCORE), ..StaticValue::NONE }
        } else {
            let value = self.static_value(node, tt.as_ref(), &before);
            if tt.is_none() {
                self.store(node, ply, TtEntry::of_static_value(value.raw, was_pv));
            }
            value
        };
        let earlier = [2, 4].map(|plies| self.frames[ply + BEFORE_ROOT - plies].evaluation);
        let improving = !in_check && pruning::is_improving(value.corrected, earlier);
        self.frame(ply).evaluation = value.known();
        self.frame(ply + 2).clear_cutoffs();
        NodeContext { node, tt, tt_move, excluded, before, value, improving, was_pv, cut_node, ply }
    }

    /// Hindsight: updates the history of the opponent's last quiet move by the change in evaluation, and returns a depth adjustment
    /// of -1, 0 or +1.
    #[inline]
    fn hindsight(&mut self, ctx: &NodeContext<'_, V, E>, depth: i32) -> i32 {
        let parent = &mut self.frames[ctx.ply + BEFORE_ROOT - 1];
        let reduction = std::mem::take(&mut parent.reduction);
        let &mut Frame { played, is_quiet, .. } = parent;
        let Some(evaluation) = parent.evaluation_before_move() else { return 0 };
        if ctx.node.c.is_bound() || ctx.is_singular_search() {
            return 0;
        }
        let fall = evaluation + ctx.value.corrected;
        if is_quiet {
            let limit = params::eval_difference_limit::<V>();
            let bonus = (-params::eval_difference_bonus::<V>() * fall).clamp(-limit, limit);
            self.history.update_squares(!ctx.node.pos.turn(), played, bonus);
        }
        pruning::hindsight::<V>(depth, reduction, fall)
    }

    /// Whole-node pruning: razoring, reverse futility pruning, null-move pruning.
    #[inline]
    fn prune_node(&mut self, ctx: &NodeContext<'_, V, E>, window: Window, depth: i32) -> Option<Score> {
        let Window { alpha, beta } = window;
        let NodeContext { node, ply, .. } = *ctx;
        // Scores near a win by repetition are not proved and must not replace the evaluation.
        let guess = ctx.value.refined_by(ctx.tt.as_ref(), REPETITION_WIN / 2);
        if pruning::razoring::<V>(depth, guess, alpha) {
            let score = self.quiesce::<false>(node, Window::above(alpha), ply);
            if score <= alpha || self.stopped {
                return Some(score);
            }
        }
        // Skip static pruning with several royals: losing one in check ends the game, whatever the evaluation.
        let is_fragile = pruning::is_fragile(&node.pos);
        if !is_fragile && let Some(score) = pruning::reverse_futility::<V>(depth, ctx.improving, guess, beta) {
            return Some(score);
        }
        if is_fragile && node.c.in_check() { None } else { self.null_move(ctx, guess, beta, depth) }
    }

    /// Null-move pruning. A null move is not counted as a node, as in Stockfish, so that node counts are comparable.
    fn null_move(&mut self, ctx: &NodeContext<'_, V, E>, guess: Score, beta: Score, depth: i32) -> Option<Score> {
        let NodeContext { node, ply, .. } = *ctx;
        // Deeper nodes need less.
        let margin = params::null_move_static_base::<V>() - params::null_move_static_margin::<V>() * depth;
        if depth < params::null_move_depth::<V>()
            || guess < beta
            || ctx.value.corrected < beta + margin
            || ply < self.null_move_from
            || self.parent(ply).piece_to == PieceTo::NONE
            || beta <= -score::LONGEST_WIN
            || !pruning::may_pass(&node.pos)
        {
            return None;
        }
        let reduced = depth - pruning::null_move_reduction::<V>(depth, guess, beta);
        let frame = self.frame(ply);
        (frame.played, frame.piece_to) = (Move::NONE, PieceTo::NONE);
        let mut child = *node;
        child.pos.pass();
        child.c = child.pos.constraints();
        self.shared.table.prefetch(child.pos.key());
        let barrier = std::mem::replace(&mut self.barrier, self.keys.len());
        let score = self.descend::<false>(&child, Window::reaching(beta), reduced, ply, false);
        self.barrier = barrier;
        if self.stopped {
            return Some(0);
        }
        if score < beta {
            return None;
        }
        // A win found after a null move is not proved.
        let score = if is_decisive(score) || score >= REPETITION_WIN / 2 { beta } else { score };
        if depth < params::null_move_verification::<V>() || self.null_move_from > 0 {
            return Some(score);
        }
        self.null_move_from = ply + 3 * reduced.max(1) as usize / 4;
        let verified = self.search::<false>(node, Window::reaching(beta), reduced.max(1), ply, false);
        self.null_move_from = 0;
        (verified >= beta || self.stopped).then_some(score)
    }

    /// ProbCut: a good capture that beats a raised beta in a much shallower search.
    fn probcut(&mut self, ctx: &NodeContext<'_, V, E>, beta: Score, depth: i32) -> Option<Score> {
        let NodeContext { node, ply, .. } = *ctx;
        let limit = beta + params::probcut_margin::<V>() - params::probcut_improving::<V>() * i32::from(ctx.improving);
        let is_refuted = |entry: TtEntry| entry.depth >= depth - 3 && entry.score < limit && entry.bound.is_some();
        if depth < params::probcut_depth::<V>() || is_decisive(beta) || ctx.tt.is_some_and(is_refuted) {
            return None;
        }
        let threshold = limit - ctx.value.corrected;
        let mut picker = CapturePicker::new(Move::NONE, self.lists.pop().unwrap_or_default(), threshold);
        let mut found = None;
        while let Some(m) = picker.next(&self.knowledge(node, NO_PRIOR_MOVES, ply)) {
            let child = self.child(node, m, ply);
            let mut score = self.descend_quietly::<false>(&child, Window::reaching(limit), ply);
            if score >= limit && depth > 4 {
                score = self.descend::<false>(&child, Window::reaching(limit), depth - 4, ply, !ctx.cut_node);
            }
            if self.stopped {
                found = Some(0);
                break;
            }
            if score >= limit {
                let (bound, was_pv) = (Some(Bound::Lower), ctx.was_pv);
                let entry = TtEntry { best: m, score, evaluation: ctx.value.raw, depth: depth - 3, bound, was_pv };
                self.store(node, ply, entry);
                found = Some(if is_decisive(score) { score } else { score - (limit - beta) });
                break;
            }
        }
        self.lists.push(picker.finish());
        found
    }

    /// Tests whether the table's move is the only one that holds its score.
    pub(crate) fn singularity<const PV: bool>(
        &mut self,
        ctx: &NodeContext<'_, V, E>,
        m: Move,
        beta: Score,
        depth: i32,
    ) -> Singularity {
        let Some(entry) = ctx.tt else { return Singularity::Extend(0) };
        if depth < params::singular_depth::<V>() + i32::from(ctx.was_pv)
            || entry.depth < depth - 3
            || !matches!(entry.bound, Some(Bound::Lower | Bound::Exact))
            || is_decisive(entry.score)
            || entry.score.abs() >= REPETITION_WIN / 2
        {
            return Singularity::Extend(0);
        }
        let limit = pruning::singular_beta::<V>(entry.score, depth, ctx.was_pv && !PV);
        self.frame(ctx.ply).excluded = m;
        let score = self.search::<false>(ctx.node, Window::reaching(limit), (depth - 1) / 2, ctx.ply, ctx.cut_node);
        self.frame(ctx.ply).excluded = Move::NONE;
        if self.stopped {
            return Singularity::Extend(0);
        }
        if score < limit {
            // From ply 64 on, extend by one ply at most, so that lines end.
            return Singularity::Extend(
                pruning::singular_extension::<V>(score, limit, PV).min(1 + 2 * i32::from(ctx.ply < 64)),
            );
        }
        if limit >= beta {
            // Multicut: another move also fails high.
            return Singularity::Return(limit);
        }
        Singularity::Extend(match entry.score >= beta {
            true => -2 + i32::from(PV),
            false => -i32::from(ctx.cut_node),
        })
    }
}
