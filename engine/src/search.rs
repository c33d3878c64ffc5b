//! The value of a node: what the table knows, what the static value says, and the rules that spare it its moves. The loop
//! over its moves is in `moves.rs`, the single rules are in `pruning.rs`.

use eval::score::{self, MAX_PLY, REPETITION_WIN, is_decisive, loss_in, win_in};
use eval::{Evaluate, Score};
use movegen::{Color, Constraints, Move, Variant};

use crate::history::{self, NO_PRIOR_MOVES, PieceTo, PriorMoves};
use crate::info::Bound;
use crate::order::Picker;
use crate::params;
use crate::pruning;
use crate::searcher::{BEFORE_ROOT, Frame, Node, Searcher, Window, is_enough, is_noisy};
use crate::table::{Table, TtEntry};

/// From this clock on, table results from earlier in the game no longer cut: the 50-move draw is near.
const CLOCK_WITHOUT_CUTS: u8 = 90;

/// What is known about a node before its moves are tried.
pub(crate) struct NodeContext<'n, V: Variant, E: Evaluate<V>> {
    pub(crate) node: &'n Node<V, E>,
    pub(crate) c: &'n Constraints,
    pub(crate) known: Option<TtEntry>,
    /// The table's move, legal here.
    pub(crate) best_known: Move,
    pub(crate) before: PriorMoves,
    /// Static value as the evaluator gave it, and corrected.
    pub(crate) raw: Score,
    pub(crate) evaluation: Score,
    pub(crate) improving: bool,
    pub(crate) was_pv: bool,
    pub(crate) cut_node: bool,
    pub(crate) ply: usize,
}

pub(crate) enum Singularity {
    /// Search the move so many plies deeper.
    Extend(i32),
    /// The node is decided without it.
    Return(Score),
}

impl<V: Variant, E: Evaluate<V>> Searcher<'_, V, E> {
    /// The value of a node, exact within the window. `PV`: the window may be wider than one point. `cut_node`: the parent
    /// expects this node to beat beta.
    pub(crate) fn search<const PV: bool>(
        &mut self,
        node: &Node<V, E>,
        c: &Constraints,
        window: Window,
        mut depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Score {
        if depth <= 0 {
            return self.quiesce::<PV>(node, c, window, ply);
        }
        if PV {
            self.frame(ply).pv.clear();
            self.selective_depth = self.selective_depth.max(ply);
        }
        if self.must_stop() {
            return 0;
        }
        let pos = &node.pos;
        if let Some(score) = self.ended(pos, c, ply) {
            return score;
        }
        if ply + 1 >= MAX_PLY {
            return if c.is_bound() { 0 } else { self.evaluate(node) };
        }
        // Mate distance: no line from here can be worth more than a win next move, or less than a loss now.
        let alpha = window.alpha.max(loss_in(ply));
        let beta = window.beta.min(win_in(ply + 1));
        if alpha >= beta {
            return alpha;
        }

        let excluded = self.frame(ply).excluded;
        let is_test = !excluded.is_none();
        let known = if is_test { None } else { self.shared.table.probe(pos.key(), ply) };
        if let Some(known) = &known
            && !PV
            && known.depth >= depth
            && pos.clock() < CLOCK_WITHOUT_CUTS
            && is_enough(known, alpha, beta)
        {
            if known.score >= beta && pos.is_legal(known.best, c) && !is_noisy(pos, known.best) {
                let bonus = history::bonus(depth) * params::tt_cutoff_bonus() / 64;
                self.history.update_quiet(pos, known.best, &self.prior_moves(ply), bonus);
            }
            return known.score;
        }
        let best_known = known.map_or(Move::NONE, |k| k.best);
        let best_known = if best_known.is_none() || pos.is_legal(best_known, c) { best_known } else { Move::NONE };
        let was_pv = PV || known.is_some_and(|k| k.was_pv);
        let before = self.prior_moves(ply);
        let prior_reduction = std::mem::take(&mut self.frames[ply + BEFORE_ROOT - 1].reduction);

        let (raw, evaluation) = if c.is_bound() {
            (Table::NO_SCORE, Table::NO_SCORE)
        } else if is_test {
            (Table::NO_SCORE, self.frame(ply).evaluation)
        } else {
            let raw = match known {
                Some(known) if known.evaluation != Table::NO_SCORE => known.evaluation,
                _ => self.evaluate(node),
            };
            if known.is_none() {
                let nothing = TtEntry { best: Move::NONE, score: 0, evaluation: raw, depth: 0, bound: None, was_pv };
                self.shared.table.store(pos.key(), ply, nothing);
            }
            (raw, self.corrected(node, raw, &before))
        };
        let two_plies_ago = &self.frames[ply + BEFORE_ROOT - 2];
        let four_plies_ago = &self.frames[ply + BEFORE_ROOT - 4];
        let earlier = if two_plies_ago.in_check { four_plies_ago } else { two_plies_ago };
        let improving = !c.is_bound() && evaluation > earlier.evaluation;
        let frame = self.frame(ply);
        (frame.evaluation, frame.in_check) = (evaluation, c.is_bound());
        self.frame(ply + 2).killers = [Move::NONE; 2];
        if !c.is_bound() && !is_test && self.parent(ply).allows_comparison() {
            let swing = self.credit_eval_difference(!pos.turn(), evaluation, ply);
            depth -= i32::from(pruning::hindsight(depth, prior_reduction, swing));
        }
        // A table score on the right side of the static value is the better guess.
        let guess = match known {
            Some(k)
                if !c.is_bound()
                    && params::tt_score_as_eval() != 0
                    && k.bound.is_some()
                    && !is_decisive(k.score)
                    && k.score.abs() < REPETITION_WIN / 2 =>
            {
                let better = match k.bound {
                    Some(Bound::Lower) => k.score > evaluation,
                    Some(Bound::Upper) => k.score < evaluation,
                    _ => true,
                };
                if better { k.score } else { evaluation }
            }
            _ => evaluation,
        };

        if !PV && !c.is_bound() && !is_test {
            if pruning::razoring(depth, guess, alpha) {
                let score = self.quiesce::<false>(node, c, Window::above(alpha), ply);
                if score <= alpha {
                    return score;
                }
            }
            // One royal that nothing releases loses, whatever the static value says.
            let is_fragile = pruning::is_fragile(pos);
            if !is_fragile
                && pruning::reverse_futility(depth, improving, guess, beta)
                && !is_decisive(beta)
                && !is_decisive(guess)
            {
                return beta + (guess - beta) / 3;
            }
            if !(is_fragile && c.in_check())
                && let Some(score) = self.null_move(node, guess, beta, depth, ply)
            {
                return score;
            }
        }
        if !is_test && best_known.is_none() && (PV || cut_node) && depth >= params::iir_depth() {
            depth -= 1;
        }
        let ctx = NodeContext { node, c, known, best_known, before, raw, evaluation, improving, was_pv, cut_node, ply };
        if !PV
            && !c.is_bound()
            && !is_test
            && let Some(score) = self.probcut(&ctx, beta, depth)
        {
            return score;
        }
        self.moves::<PV>(&ctx, Window { alpha, beta }, depth)
    }

    /// Credits the opponent's last move, if it was quiet, for what it changed of his static value, or debits it. Gives how far
    /// that has fallen, in centipawns.
    #[inline]
    fn credit_eval_difference(&mut self, opponent: Color, evaluation: Score, ply: usize) -> Score {
        let &Frame { evaluation: before, played, is_quiet, .. } = self.parent(ply);
        let fall = before + evaluation;
        if is_quiet {
            let bonus = (-params::eval_difference_bonus() * fall)
                .clamp(-params::eval_difference_limit(), params::eval_difference_limit());
            self.history.update_squares(opponent, played, bonus);
        }
        fall
    }

    /// Lets the side to move pass: if even that holds beta, a move will.
    fn null_move(&mut self, node: &Node<V, E>, guess: Score, beta: Score, depth: i32, ply: usize) -> Option<Score> {
        if depth < params::null_move_depth()
            || guess < beta
            || !pruning::null_move_is_promising(depth, self.frame(ply).evaluation, beta)
            || ply < self.null_move_from
            || self.frames[ply + BEFORE_ROOT - 1].piece_to == PieceTo::NONE
            || beta <= -score::LONGEST_WIN
            || !pruning::may_pass(&node.pos)
        {
            return None;
        }
        let reduced = depth - pruning::null_move_reduction(depth, guess, beta);
        self.frame(ply).piece_to = PieceTo::NONE;
        let mut child = *node;
        child.pos.pass();
        self.shared.table.prefetch(child.pos.key());
        self.nodes += 1;
        let barrier = std::mem::replace(&mut self.barrier, self.keys.len());
        let c = child.pos.constraints();
        let score = self.descend::<false>(&child, &c, Window::reaching(beta), reduced, ply, false);
        self.barrier = barrier;
        if self.stopped {
            return Some(0);
        }
        if score < beta {
            return None;
        }
        // A win found by passing is not proved.
        let score = if is_decisive(score) || score >= REPETITION_WIN / 2 { beta } else { score };
        if depth < params::null_move_verification() || self.null_move_from > 0 {
            return Some(score);
        }
        self.null_move_from = ply + 3 * reduced.max(1) as usize / 4;
        let c = node.pos.constraints();
        let verified = self.search::<false>(node, &c, Window::reaching(beta), reduced.max(1), ply, false);
        self.null_move_from = 0;
        (verified >= beta).then_some(score)
    }

    /// ProbCut: a good capture that beats a raised beta in a much shallower search.
    fn probcut(&mut self, ctx: &NodeContext<'_, V, E>, beta: Score, depth: i32) -> Option<Score> {
        let NodeContext { node, c, ply, .. } = *ctx;
        let limit = pruning::probcut_beta(beta, ctx.improving);
        let is_refuted = |k: TtEntry| k.depth >= depth - 3 && k.score < limit && k.bound.is_some();
        if depth < params::probcut_depth() || is_decisive(beta) || ctx.known.is_some_and(is_refuted) {
            return None;
        }
        let threshold = limit - ctx.evaluation;
        let mut picker = Picker::noisy(Move::NONE, self.lists.pop().unwrap_or_default(), threshold, false);
        let mut found = None;
        while let Some(m) = picker.next(&node.pos, c, &self.knowledge(NO_PRIOR_MOVES, ply)) {
            if picker.is_at_bad_captures() {
                break;
            }
            let child = self.child(node, m, ply);
            let cc = child.pos.constraints();
            self.keys.push(child.pos.key());
            let mut score = -self.quiesce::<false>(&child, &cc, Window::reaching(limit).turned(), ply + 1);
            self.keys.pop();
            if score >= limit && depth > 4 {
                score = self.descend::<false>(&child, &cc, Window::reaching(limit), depth - 4, ply, !ctx.cut_node);
            }
            if self.stopped {
                found = Some(0);
                break;
            }
            if score >= limit {
                let bound = Some(Bound::Lower);
                let known =
                    TtEntry { best: m, score, evaluation: ctx.raw, depth: depth - 3, bound, was_pv: ctx.was_pv };
                self.shared.table.store(node.pos.key(), ply, known);
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
        let Some(known) = ctx.known else { return Singularity::Extend(0) };
        if depth < params::singular_depth() + i32::from(ctx.was_pv)
            || known.depth < depth - 3
            || !matches!(known.bound, Some(Bound::Lower | Bound::Exact))
            || is_decisive(known.score)
            || known.score.abs() >= REPETITION_WIN / 2
        {
            return Singularity::Extend(0);
        }
        let limit = pruning::singular_beta(known.score, depth, ctx.was_pv && !PV);
        self.frame(ctx.ply).excluded = m;
        let score =
            self.search::<false>(ctx.node, ctx.c, Window::reaching(limit), (depth - 1) / 2, ctx.ply, ctx.cut_node);
        self.frame(ctx.ply).excluded = Move::NONE;
        if self.stopped {
            return Singularity::Extend(0);
        }
        if score < limit {
            // Not for ever: a line twice as long as the iteration is long enough.
            return Singularity::Extend(
                pruning::singular_extension(score, limit, PV).min(1 + 2 * i32::from(ctx.ply < 64)),
            );
        }
        if limit >= beta && params::multicut() != 0 {
            // Multicut: several moves beat beta.
            return Singularity::Return(limit);
        }
        if params::negative_extension() == 0 {
            return Singularity::Extend(0);
        }
        Singularity::Extend(match known.score >= beta {
            true => -2 + i32::from(PV),
            false => -i32::from(ctx.cut_node),
        })
    }
}
