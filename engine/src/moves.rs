//! The move loop of a node: move pruning, extensions, reductions, history updates. The root has its own loop in `deepen.rs`, which
//! uses the same reductions and updates.

use arrayvec::ArrayVec;
use eval::score::{self, INFINITE, LARGEST_EVALUATION};
use eval::{Evaluate, Score};
use movegen::{Move, Variant};

use crate::history::{self, PieceTo, PieceTypeTo};
use crate::info::Bound;
use crate::node::{Best, Frame, Node, Window};
use crate::order::{gives_direct_check, is_noisy, may_end_the_game};
use crate::params;
use crate::picker::MovePicker;
use crate::pruning;
use crate::search::{NodeContext, Singularity};
use crate::searcher::{BEFORE_ROOT, Searcher};

/// Moves are reduced more if the child ply has already had more beta cutoffs than this.
const MANY_CUTOFFS: u32 = 3;

/// A move about to be searched.
pub(crate) struct Attempt {
    m: Move,
    /// Move number in search order, from 1.
    number: usize,
    is_noisy: bool,
    history: i32,
    /// Base reduction by depth and move number, in 1/1024 ply.
    reduction: i32,
}

/// Moves searched without a cutoff, which get a malus if another move cuts off. Full lists drop later moves.
#[derive(Default)]
pub(crate) struct Failures {
    quiets: ArrayVec<Move, 64>,
    noisies: ArrayVec<Move, 32>,
}

impl Failures {
    #[inline]
    pub(crate) fn add(&mut self, attempt: &Attempt) {
        let _ = match attempt.is_noisy {
            true => self.noisies.try_push(attempt.m).is_ok(),
            false => self.quiets.try_push(attempt.m).is_ok(),
        };
    }
}

impl<V: Variant, E: Evaluate<V>> Searcher<'_, V, E> {
    /// Searches the moves of a node.
    pub(crate) fn moves<const PV: bool>(
        &mut self,
        ctx: &NodeContext<'_, V, E>,
        window: Window,
        mut depth: i32,
    ) -> Score {
        let NodeContext { node, excluded, ply, .. } = *ctx;
        let pos = &node.pos;
        let mut best = Best::new(window);
        let mut number = 0;
        let mut failures = Failures::default();
        let mut picker = MovePicker::new(ctx.tt_move, self.lists.pop().unwrap_or_default(), 0);

        while let Some(m) = picker.next(&self.knowledge(node, ctx.before, ply)) {
            if m == excluded {
                continue;
            }
            number += 1;
            let attempt = self.attempt(ctx, m, number, depth);
            if best.score > -score::LONGEST_WIN && self.is_pruned::<PV>(ctx, &attempt, depth, best.alpha, &mut picker) {
                continue;
            }
            let mut extension = 0;
            if m == ctx.tt_move && excluded.is_none() {
                match self.singularity::<PV>(ctx, m, best.beta, depth) {
                    Singularity::Extend(plies) => extension = plies,
                    Singularity::Return(score) => {
                        self.lists.push(picker.finish());
                        return score;
                    }
                }
            }
            // The singular-extension search may have reached the node limit.
            let score = match self.stopped {
                true => 0,
                false => self.search_move::<PV>(ctx, &attempt, &best, depth, extension),
            };
            if self.stopped {
                self.lists.push(picker.finish());
                return 0;
            }
            if self.raise_alpha::<PV>(&mut best, m, score, ply) {
                break;
            }
            if m != best.m {
                failures.add(&attempt);
            } else if PV && pruning::is_reduced_after_alpha_raise::<V>(depth) {
                depth -= 1;
            }
        }
        self.lists.push(picker.finish());
        if number == 0 {
            return match excluded.is_none() {
                true => Self::final_score(V::no_moves_outcome(pos, node.c.in_check()), pos, ply),
                false => window.alpha,
            };
        }
        self.update_tables(ctx, &best, &failures, depth);
        best.score
    }

    /// Gathers what decides the depth of a move.
    // Without the attribute the compiler emits a call per move and returns the result in memory.
    #[inline(always)]
    pub(crate) fn attempt(&self, ctx: &NodeContext<'_, V, E>, m: Move, number: usize, depth: i32) -> Attempt {
        let pos = &ctx.node.pos;
        let is_noisy = is_noisy(pos, m);
        let history = match is_noisy {
            true => self.history.noisy(pos, m),
            false => self.history.quiet(pos, m, &ctx.before),
        };
        Attempt { m, number, is_noisy, history, reduction: self.tools.reductions.of(depth, number) }
    }

    /// Searches a move: principal variation search with late-move reductions.
    #[inline]
    pub(crate) fn search_move<const PV: bool>(
        &mut self,
        ctx: &NodeContext<'_, V, E>,
        attempt: &Attempt,
        best: &Best,
        depth: i32,
        extension: i32,
    ) -> Score {
        let child = self.child(ctx.node, attempt.m, ctx.ply);
        let mut new_depth = depth - 1 + extension;
        let mut score = -INFINITE;
        if depth >= params::lmr_depth::<V>() && attempt.number > 1 + usize::from(PV) {
            (score, new_depth) = self.search_reduced::<PV>(ctx, attempt, &child, best, new_depth);
        } else if !PV || attempt.number > 1 {
            let less =
                i32::from(depth > 2 && extension <= 0 && self.is_doubtful::<PV>(ctx, attempt, child.c.is_bound()));
            score = self.descend::<false>(&child, Window::above(best.alpha), new_depth - less, ctx.ply, !ctx.cut_node);
        }
        if PV && (attempt.number == 1 || score > best.alpha) {
            score = self.descend::<true>(&child, best.window(), new_depth, ctx.ply, false);
        }
        score
    }

    /// Late-move reductions: a reduced search, and a re-search if it raises alpha. Returns the score and the depth for a full-window
    /// search.
    #[inline]
    fn search_reduced<const PV: bool>(
        &mut self,
        ctx: &NodeContext<'_, V, E>,
        attempt: &Attempt,
        child: &Node<V, E>,
        best: &Best,
        mut new_depth: i32,
    ) -> (Score, i32) {
        let (ply, window) = (ctx.ply, Window::above(best.alpha));
        let reduction = attempt.reduction + self.adjustment::<PV>(ctx, attempt, child.c.is_bound());
        let reduced = (new_depth - reduction / 1024).clamp(1, new_depth.max(1));
        self.frame(ply).reduction = new_depth - reduced;
        let mut score = self.descend::<false>(child, window, reduced, ply, true);
        self.frame(ply).reduction = 0;
        if score > best.alpha && reduced < new_depth {
            let is_weak = score < best.score + new_depth;
            new_depth += i32::from(score > best.score + params::lmr_deeper::<V>()) - i32::from(is_weak);
            if reduced < new_depth {
                score = self.descend::<false>(child, window, new_depth, ply, !ctx.cut_node);
            }
            if !attempt.is_noisy && !self.stopped && (score <= best.alpha || score >= best.beta) {
                let bonus = history::bonus::<V>(new_depth) * params::lmr_research_bonus::<V>() / 64;
                let bonus = if score >= best.beta { bonus } else { -bonus };
                self.history.update_continuations::<V>(PieceTypeTo::of(&ctx.node.pos, attempt.m), &ctx.before, bonus);
            }
        }
        (score, new_depth)
    }

    /// Move pruning: returns `true` if the move is skipped at this depth. Evasions of a check never are.
    #[inline]
    fn is_pruned<const PV: bool>(
        &self,
        ctx: &NodeContext<'_, V, E>,
        attempt: &Attempt,
        depth: i32,
        alpha: Score,
        picker: &mut MovePicker,
    ) -> bool {
        let &Attempt { m, number, is_noisy, history, reduction } = attempt;
        let pos = &ctx.node.pos;
        if ctx.node.c.is_bound() {
            return false;
        }
        if is_noisy {
            return !may_end_the_game(pos, m)
                && (pruning::capture_futility::<V>(
                    depth,
                    ctx.value.corrected,
                    self.tools.exchange.gain(pos, m),
                    alpha,
                ) && m != ctx.tt_move
                    || picker.is_at_bad_captures()
                        && !self.tools.exchange.wins_at_least(pos, m, -params::see_noisy_margin::<V>() * depth));
        }
        if m.is_purchase() {
            return depth <= params::purchase_pruning_depth::<V>() && self.tools.exchange.gain(pos, m) < 0;
        }
        if number >= pruning::late_move_count::<V>(depth, ctx.improving) && (!PV || number > 3) {
            picker.skip_quiets();
        }
        let reduced = (depth - (reduction - history / 8) / 1024).max(0);
        if pruning::futility::<V>(reduced, ctx.value.corrected, alpha) && !gives_direct_check(pos, m) {
            picker.only_checks();
            return true;
        }
        depth <= params::see_depth::<V>()
            && !self.tools.exchange.wins_at_least(pos, m, pruning::quiet_exchange_floor::<V>(reduced))
    }

    /// Returns `true` if an early move would get a reduction so large that it is searched one ply less deeply. (After Stockfish, 2023.)
    #[inline]
    fn is_doubtful<const PV: bool>(&self, ctx: &NodeContext<'_, V, E>, attempt: &Attempt, gives_check: bool) -> bool {
        let unknown = params::lmr_no_best::<V>() * i32::from(ctx.tt_move.is_none());
        attempt.reduction + self.adjustment::<PV>(ctx, attempt, gives_check) + unknown > params::lmr_not_late::<V>()
    }

    /// Returns the adjustment of a move's base reduction, in 1/1024 ply.
    #[inline]
    fn adjustment<const PV: bool>(&self, ctx: &NodeContext<'_, V, E>, attempt: &Attempt, gives_check: bool) -> i32 {
        let &Attempt { m, is_noisy, history, .. } = attempt;
        let mut adjustment = 0;
        adjustment += params::lmr_cut_node::<V>() * i32::from(ctx.cut_node);
        adjustment += params::lmr_worsening::<V>() * i32::from(!ctx.improving);
        adjustment +=
            params::lmr_noisy_best::<V>() * i32::from(!ctx.tt_move.is_none() && ctx.node.pos.is_capture(ctx.tt_move));
        adjustment -= params::lmr_pv::<V>() * i32::from(PV);
        adjustment -= params::lmr_noisy::<V>() * i32::from(is_noisy);
        adjustment +=
            params::lmr_cutoffs::<V>() * i32::from(self.frames[ctx.ply + BEFORE_ROOT + 1].cutoffs > MANY_CUTOFFS);
        adjustment -= params::lmr_check::<V>() * i32::from(gives_check);
        adjustment -= params::lmr_killer::<V>() * i32::from(self.frames[ctx.ply + BEFORE_ROOT].killers.contains(&m));
        adjustment - history * 1024 / params::lmr_history::<V>()
    }

    /// Updates histories, the transposition table and the correction history after the move loop.
    pub(crate) fn update_tables(&mut self, ctx: &NodeContext<'_, V, E>, best: &Best, failures: &Failures, depth: i32) {
        if best.score >= best.beta {
            self.frame(ctx.ply).cutoffs += 1;
            self.update_histories(ctx, best.m, failures, depth);
        } else if best.m.is_none() && !ctx.is_singular_search() {
            self.credit_prior_move(ctx, depth);
        }
        if !ctx.is_singular_search() {
            self.store(ctx.node, ctx.ply, best.entry(ctx.value.raw, depth, ctx.was_pv));
            self.correct(ctx, best, depth);
        }
    }

    /// Gives a bonus to the move that cut off and a malus to those searched before it.
    fn update_histories(&mut self, ctx: &NodeContext<'_, V, E>, best: Move, failures: &Failures, depth: i32) {
        let (pos, before) = (&ctx.node.pos, &ctx.before);
        let bonus = history::bonus::<V>(depth);
        let malus = -bonus * params::history_malus::<V>() / 64;
        if is_noisy(pos, best) {
            self.history.update_noisy(pos, best, bonus);
        } else {
            let frame = self.frame(ctx.ply);
            if frame.killers[0] != best {
                frame.killers = [best, frame.killers[0]];
            }
            self.history.update_quiet(pos, best, before, bonus);
            for &m in &failures.quiets {
                self.history.update_quiet(pos, m, before, malus);
            }
        }
        for &m in &failures.noisies {
            self.history.update_noisy(pos, m, malus);
        }
    }

    /// Gives a bonus to the opponent's last quiet move after a fail low.
    fn credit_prior_move(&mut self, ctx: &NodeContext<'_, V, E>, depth: i32) {
        let &Frame { played, piece_to, is_quiet, .. } = self.parent(ctx.ply);
        if is_quiet && piece_to != PieceTo::NONE {
            let bonus = history::bonus::<V>(depth) * params::prior_move_bonus::<V>() / 64;
            let before = self.prior_moves(ctx.ply - 1);
            self.history.update_squares(!ctx.node.pos.turn(), played, bonus);
            self.history.update_continuations::<V>(piece_to.own(), &before, bonus);
        }
    }

    /// Updates the correction history if the score is a usable target.
    fn correct(&mut self, ctx: &NodeContext<'_, V, E>, best: &Best, depth: i32) {
        let (pos, evaluation) = (&ctx.node.pos, ctx.value.corrected);
        let is_informative = match best.bound() {
            Bound::Exact => true,
            Bound::Lower => best.score > evaluation,
            Bound::Upper => best.score < evaluation,
        };
        if is_informative
            && !ctx.node.c.is_bound()
            && best.score.abs() < LARGEST_EVALUATION
            && (best.m.is_none() || !is_noisy(pos, best.m))
        {
            let (keys, off) = (&ctx.node.accumulators.keys, best.score - evaluation);
            self.history.update_correction(pos.turn(), keys, &ctx.before, depth, off);
        }
    }
}
