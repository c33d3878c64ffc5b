//! The loop over the moves of a node: which are tried, how deep, and what is learnt from the result.

use arrayvec::ArrayVec;
use eval::score::{self, INFINITE, LARGEST_EVALUATION};
use eval::{Evaluate, Score};
use movegen::{Color, Move, Variant};

use crate::history::{self, PieceTo};
use crate::info::Bound;
use crate::order::{Picker, gives_direct_check, may_end_the_game};
use crate::params;
use crate::pruning;
use crate::search::{NodeContext, Singularity};
use crate::searcher::{BEFORE_ROOT, Frame, Searcher, Window, is_noisy};
use crate::table::TtEntry;

/// A move about to be tried.
struct Attempt {
    m: Move,
    /// Its number among the moves tried, from 1.
    number: usize,
    is_noisy: bool,
    history: i32,
    /// The table's reduction, in 1/1024 ply.
    reduction: i32,
}

impl<V: Variant, E: Evaluate<V>> Searcher<'_, V, E> {
    /// The loop over the moves of a node.
    pub(crate) fn moves<const PV: bool>(&mut self, ctx: &NodeContext<'_, V, E>, window: Window, depth: i32) -> Score {
        let NodeContext { node, c, ply, .. } = *ctx;
        let Window { mut alpha, beta } = window;
        let pos = &node.pos;
        let excluded = self.frame(ply).excluded;
        let mut best = (-INFINITE, Move::NONE);
        let mut number = 0;
        let mut quiets: ArrayVec<Move, 64> = ArrayVec::new();
        let mut noisies: ArrayVec<Move, 32> = ArrayVec::new();
        let mut picker = Picker::new(ctx.best_known, self.lists.pop().unwrap_or_default());

        while let Some(m) = picker.next(pos, c, &self.knowledge(ctx.before, ply)) {
            if m == excluded {
                continue;
            }
            number += 1;
            let is_noisy = is_noisy(pos, m);
            let history = match is_noisy {
                true => self.history.noisy(pos, m),
                false => self.history.quiet(pos, m, &ctx.before),
            };
            let reduction = self.tools.reductions.of(depth, number);
            let attempt = Attempt { m, number, is_noisy, history, reduction };
            if best.0 > -score::LONGEST_WIN && self.is_pruned::<PV>(ctx, &attempt, depth, alpha, &mut picker) {
                continue;
            }
            let mut extension = 0;
            if m == ctx.best_known && excluded.is_none() {
                match self.singularity::<PV>(ctx, m, beta, depth) {
                    Singularity::Extend(plies) => extension = plies,
                    Singularity::Return(score) => {
                        self.lists.push(picker.finish());
                        return score;
                    }
                }
            }

            let child = self.child(node, m, ply);
            let cc = child.pos.constraints();
            let mut new_depth = depth - 1 + extension;
            let mut score = -INFINITE;
            if depth >= params::lmr_depth() && number > 1 + usize::from(PV) {
                let reduction = reduction + self.adjustment::<PV>(ctx, &attempt, cc.is_bound());
                let reduced = (new_depth - reduction / 1024).clamp(1, new_depth.max(1));
                self.frame(ply).reduction = new_depth - reduced;
                score = self.descend::<false>(&child, &cc, Window::above(alpha), reduced, ply, true);
                self.frame(ply).reduction = 0;
                if score > alpha && reduced < new_depth {
                    let is_weak = params::lmr_shallower() != 0 && score < best.0 + new_depth;
                    new_depth += i32::from(score > best.0 + params::lmr_deeper()) - i32::from(is_weak);
                    if reduced < new_depth {
                        score = self.descend::<false>(&child, &cc, Window::above(alpha), new_depth, ply, !ctx.cut_node);
                    }
                    if !is_noisy && !self.stopped && (score <= alpha || score >= beta) {
                        let bonus = history::bonus(new_depth) * params::lmr_research_bonus() / 64;
                        let bonus = if score >= beta { bonus } else { -bonus };
                        self.history.update_continuations(pos, m, &ctx.before, bonus);
                    }
                }
            } else if !PV || number > 1 {
                score = self.descend::<false>(&child, &cc, Window::above(alpha), new_depth, ply, !ctx.cut_node);
            }
            if PV && (number == 1 || score > alpha) {
                score = self.descend::<true>(&child, &cc, Window { alpha, beta }, new_depth, ply, false);
            }
            if self.stopped {
                self.lists.push(picker.finish());
                return 0;
            }

            if score > best.0 {
                best.0 = score;
                if score > alpha {
                    best.1 = m;
                    if PV {
                        self.extend_pv(ply, m);
                    }
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
            }
            if m != best.1 {
                // A full list only means that the last failures are not debited.
                let _ = if is_noisy { noisies.try_push(m).is_ok() } else { quiets.try_push(m).is_ok() };
            }
        }
        self.lists.push(picker.finish());

        if number == 0 {
            return match excluded.is_none() {
                true => Self::final_score(V::stuck(pos, c.in_check()), pos, ply),
                false => alpha,
            };
        }
        if best.0 >= beta {
            self.learn(ctx, best.1, &quiets, &noisies, depth);
        } else if best.1.is_none() && excluded.is_none() {
            self.credit_prior_move(!pos.turn(), depth, ply);
        }
        if excluded.is_none() {
            let bound = match best.0 {
                score if score >= beta => Bound::Lower,
                score if score > window.alpha => Bound::Exact,
                _ => Bound::Upper,
            };
            let known = TtEntry {
                best: best.1,
                score: best.0,
                evaluation: ctx.raw,
                depth,
                bound: Some(bound),
                was_pv: ctx.was_pv,
            };
            self.shared.table.store(pos.key(), ply, known);
            self.correct(ctx, best, bound, depth);
        }
        best.0
    }

    /// Whether a move is not worth searching at this depth.
    #[inline]
    fn is_pruned<const PV: bool>(
        &self,
        ctx: &NodeContext<'_, V, E>,
        attempt: &Attempt,
        depth: i32,
        alpha: Score,
        picker: &mut Picker,
    ) -> bool {
        let &Attempt { m, number, is_noisy, history, reduction } = attempt;
        let pos = &ctx.node.pos;
        if is_noisy {
            return !ctx.c.is_bound()
                && !may_end_the_game(pos, m)
                && (pruning::capture_futility(depth, ctx.evaluation, self.tools.exchange.gain(pos, m), alpha)
                    && m != ctx.best_known
                    || picker.is_at_bad_captures()
                        && !self.tools.exchange.wins_at_least(pos, m, pruning::noisy_exchange_floor(depth)));
        }
        if m.is_bribe() {
            return depth <= params::bribe_pruning_depth() && self.tools.exchange.gain(pos, m) < 0;
        }
        if number >= pruning::late_move_count(depth, ctx.improving) && (!PV || number > 3) {
            picker.skip_quiets();
        }
        let reduced = (depth - (reduction - history / 8) / 1024).max(0);
        if !ctx.c.is_bound() && pruning::futility(reduced, ctx.evaluation, alpha) && !gives_direct_check(pos, m) {
            picker.only_checks();
            return true;
        }
        depth <= params::see_depth()
            && !self.tools.exchange.wins_at_least(pos, m, pruning::quiet_exchange_floor(reduced))
    }

    /// What makes a late move's reduction larger or smaller than the table says, in 1/1024 ply.
    #[inline]
    fn adjustment<const PV: bool>(&self, ctx: &NodeContext<'_, V, E>, attempt: &Attempt, gives_check: bool) -> i32 {
        let &Attempt { m, history, .. } = attempt;
        let mut adjustment = 0;
        adjustment += params::lmr_cut_node() * i32::from(ctx.cut_node);
        adjustment += params::lmr_worsening() * i32::from(!ctx.improving);
        adjustment +=
            params::lmr_noisy_best() * i32::from(!ctx.best_known.is_none() && ctx.node.pos.is_capture(ctx.best_known));
        adjustment -= params::lmr_pv() * (i32::from(PV) + i32::from(ctx.was_pv));
        adjustment -= params::lmr_check() * i32::from(gives_check);
        adjustment -= params::lmr_killer() * i32::from(self.frames[ctx.ply + BEFORE_ROOT].killers.contains(&m));
        adjustment - history * 1024 / params::lmr_history()
    }

    /// Credits the move that cut and debits those tried before it.
    fn learn(&mut self, ctx: &NodeContext<'_, V, E>, best: Move, quiets: &[Move], noisies: &[Move], depth: i32) {
        let (pos, before) = (&ctx.node.pos, &ctx.before);
        let bonus = history::bonus(depth);
        if is_noisy(pos, best) {
            self.history.update_noisy(pos, best, bonus);
        } else {
            let frame = self.frame(ctx.ply);
            if frame.killers[0] != best {
                frame.killers = [best, frame.killers[0]];
            }
            self.history.update_quiet(pos, best, before, bonus);
            for &m in quiets {
                self.history.update_quiet(pos, m, before, -bonus * params::history_malus() / 64);
            }
        }
        for &m in noisies {
            self.history.update_noisy(pos, m, -bonus * params::history_malus() / 64);
        }
    }

    /// Credits the opponent's last move, to which nothing here was an answer.
    fn credit_prior_move(&mut self, opponent: Color, depth: i32, ply: usize) {
        let &Frame { played, piece_to, is_quiet, .. } = self.parent(ply);
        if is_quiet && piece_to != PieceTo::NONE {
            let bonus = history::bonus(depth) * params::prior_move_bonus() / 64;
            self.history.update_prior_move(opponent, played, piece_to, &self.prior_moves(ply - 1), bonus);
        }
    }

    /// Learns how far the static value was off, where the result says so.
    fn correct(&mut self, ctx: &NodeContext<'_, V, E>, best: (Score, Move), bound: Bound, depth: i32) {
        let pos = &ctx.node.pos;
        let says_more = match bound {
            Bound::Exact => true,
            Bound::Lower => best.0 > ctx.evaluation,
            Bound::Upper => best.0 < ctx.evaluation,
        };
        if says_more
            && !ctx.c.is_bound()
            && best.0.abs() < LARGEST_EVALUATION
            && (best.1.is_none() || !is_noisy(pos, best.1))
        {
            let off = best.0 - ctx.evaluation;
            self.history.update_correction(pos.turn(), &ctx.node.accumulators.keys, &ctx.before, depth, off);
        }
    }
}
