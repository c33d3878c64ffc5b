//! Quiescence search: captures, promotions, purchases, winning steps, and all moves in check, so that only quiet positions are
//! evaluated.

use eval::score::{INFINITE, LONGEST_WIN};
use eval::{Evaluate, Score};
use movegen::{Move, Variant};

use crate::history::PriorMoves;
use crate::node::{Best, Node, Window};
use crate::order::{gives_direct_check, is_noisy, may_end_the_game};
use crate::params;
use crate::picker::{CapturePicker, MovePicker};
use crate::pruning;
use crate::searcher::{Searcher, StaticValue};
use crate::table::{Table, TtEntry};

/// Data about a quiescence node, gathered before its moves are searched.
struct QuietContext<'n, V: Variant, E: Evaluate<V>> {
    node: &'n Node<V, E>,
    /// The transposition table move, if it is legal and searched here.
    tt_move: Move,
    before: PriorMoves,
    ply: usize,
}

impl<V: Variant, E: Evaluate<V>> Searcher<'_, V, E> {
    /// Returns the quiescence score of a node.
    pub(crate) fn quiesce<const PV: bool>(&mut self, node: &Node<V, E>, window: Window, ply: usize) -> Score {
        if let Some(score) = self.enter::<PV>(node, ply) {
            return score;
        }
        let pos = &node.pos;
        let tt = self.table_entry(pos, ply);
        if !PV
            && let Some(entry) = &tt
            && entry.decides(window.alpha, window.beta)
        {
            return entry.score;
        }
        let mut best = Best::new(window);
        let before = self.prior_moves(ply);
        let in_check = node.c.is_bound();
        let mut value = StaticValue::NONE;
        let mut floor = -INFINITE;
        if !in_check {
            value = match self.lazy_bound::<PV>(node, tt.as_ref(), window) {
                Some(score) if score >= window.beta => return score,
                Some(score) => StaticValue { corrected: score, ..StaticValue::NONE },
                None => self.static_value(node, tt.as_ref(), &before),
            };
            best.score = value.refined_by(tt.as_ref(), LONGEST_WIN);
            if best.score >= best.beta {
                best.score = pruning::blend_stand_pat(best.score, best.beta);
                if tt.is_none() {
                    self.store(node, ply, best.entry(value.raw, 0, PV));
                }
                return best.score;
            }
            best.alpha = best.alpha.max(best.score);
            floor = value.corrected + params::quiescence_margin::<V>();
        }
        let is_usable = |m: &Move| !m.is_none() && (in_check || is_noisy(pos, *m)) && pos.is_legal(*m, &node.c);
        let tt_move = tt.map(|entry| entry.best).filter(is_usable).unwrap_or(Move::NONE);
        let ctx = QuietContext { node, tt_move, before, ply };
        let has_no_moves = if in_check {
            !self.quiesce_evasions::<PV>(&ctx, &mut best)
        } else {
            self.quiesce_captures::<PV>(&ctx, &mut best, floor);
            false
        };
        if self.stopped {
            return 0;
        }
        if has_no_moves {
            return Self::final_score(V::no_moves_outcome(pos, true), pos, ply);
        }
        let was_pv = PV || tt.is_some_and(|entry| entry.was_pv);
        self.store(node, ply, best.entry(value.raw, 0, was_pv));
        best.score
    }

    /// Lazy evaluation: returns a bound from the accumulator alone if it is far outside the window.
    #[inline]
    fn lazy_bound<const PV: bool>(&self, node: &Node<V, E>, tt: Option<&TtEntry>, window: Window) -> Option<Score> {
        if PV || tt.is_some_and(|entry| entry.evaluation != Table::NO_SCORE) {
            return None;
        }
        let lazy = self.tools.evaluator.lazy_score(&node.pos, &node.accumulators.evaluation)?;
        let (least, most) = (lazy - params::lazy_margin::<V>(), lazy + params::lazy_margin::<V>());
        if least >= window.beta {
            return Some(least);
        }
        (most <= window.alpha).then_some(most)
    }

    /// Searches captures. `floor`: evaluation plus futility margin, to which a capture's gain is added.
    #[inline]
    fn quiesce_captures<const PV: bool>(&mut self, ctx: &QuietContext<'_, V, E>, best: &mut Best, floor: Score) {
        let &QuietContext { node, tt_move, before, ply } = ctx;
        let pos = &node.pos;
        let list = self.lists.pop().unwrap_or_default();
        let mut picker = CapturePicker::new(tt_move, list, 0);
        let retaken = self.parent(ply).played.to();
        let mut number = 0;
        while let Some(m) = picker.next(&self.knowledge(node, before, ply)) {
            if floor + self.tools.exchange.gain(pos, m) <= best.alpha
                && !may_end_the_game(pos, m)
                && !self.tools.exchange.wins_at_least(pos, m, 1)
            {
                best.score = best.score.max(floor);
                continue;
            }
            number += 1;
            if number > params::quiescence_moves::<V>()
                && m.to() != retaken
                && !may_end_the_game(pos, m)
                && !gives_direct_check(pos, m)
            {
                continue;
            }
            if self.quiesce_move::<PV>(node, m, best, ply) {
                break;
            }
        }
        self.lists.push(picker.finish());
    }

    /// Searches check evasions. Returns `false` if there is no legal move.
    #[inline]
    fn quiesce_evasions<const PV: bool>(&mut self, ctx: &QuietContext<'_, V, E>, best: &mut Best) -> bool {
        let &QuietContext { node, tt_move, before, ply } = ctx;
        let pos = &node.pos;
        let mut picker = MovePicker::new(tt_move, self.lists.pop().unwrap_or_default(), 0);
        let mut number = 0;
        while let Some(m) = picker.next(&self.knowledge(node, before, ply)) {
            number += 1;
            if best.score > -LONGEST_WIN {
                if picker.is_at_bad_captures() {
                    break;
                }
                // One quiet evasion that does not lose at once proves that this is not mate.
                if !is_noisy(pos, m) {
                    picker.skip_quiets();
                    if number > 2 {
                        continue;
                    }
                }
            }
            if self.quiesce_move::<PV>(node, m, best, ply) {
                break;
            }
        }
        self.lists.push(picker.finish());
        number > 0
    }

    /// Searches a move. Returns `true` on a beta cutoff or stop.
    #[inline]
    fn quiesce_move<const PV: bool>(&mut self, node: &Node<V, E>, m: Move, best: &mut Best, ply: usize) -> bool {
        let child = self.child(node, m, ply);
        let score = self.descend_quietly::<PV>(&child, best.window(), ply);
        self.stopped || self.raise_alpha::<PV>(best, m, score, ply)
    }
}
