//! Quiescence: a node's value once captures, promotions and winning steps have been played out, so that static values are
//! asked for only where they mean something.

use eval::score::{self, INFINITE, MAX_PLY, is_decisive};
use eval::{Evaluate, Score};
use movegen::{Constraints, Move, Variant};

use crate::info::Bound;
use crate::order::{Picker, may_end_the_game};
use crate::params;
use crate::searcher::{Node, Searcher, Window, is_enough, is_noisy};
use crate::table::{Table, TtEntry};

impl<V: Variant, E: Evaluate<V>> Searcher<'_, V, E> {
    /// The value of a node once captures, promotions and winning steps have been played out; every move in check.
    pub(crate) fn quiesce<const PV: bool>(
        &mut self,
        node: &Node<V, E>,
        c: &Constraints,
        window: Window,
        ply: usize,
    ) -> Score {
        let Window { mut alpha, beta } = window;
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
        let known = self.shared.table.probe(pos.key(), ply);
        if let Some(known) = &known
            && !PV
            && is_enough(known, alpha, beta)
        {
            return known.score;
        }
        let before = self.prior_moves(ply);
        let mut raw = Table::NO_SCORE;
        let mut best = (-INFINITE, Move::NONE);
        let mut floor = -INFINITE;
        if !c.is_bound() {
            let evaluation = match known {
                Some(known) if known.evaluation != Table::NO_SCORE => {
                    raw = known.evaluation;
                    self.corrected(node, raw, &before)
                }
                _ => {
                    // Far outside the window the first guess says enough.
                    let lazy_score =
                        if PV { None } else { self.tools.evaluator.lazy_score(pos, &node.accumulators.evaluation) };
                    match lazy_score {
                        Some(lazy_score) if lazy_score - params::lazy_margin() >= beta => {
                            return lazy_score - params::lazy_margin();
                        }
                        Some(lazy_score) if lazy_score + params::lazy_margin() <= alpha => {
                            lazy_score + params::lazy_margin()
                        }
                        _ => {
                            raw = self.evaluate(node);
                            self.corrected(node, raw, &before)
                        }
                    }
                }
            };
            best.0 = match known {
                Some(k) if !is_decisive(k.score) && is_enough(&k, evaluation, evaluation) => k.score,
                _ => evaluation,
            };
            floor = evaluation + params::quiescence_margin();
            if best.0 >= beta {
                if known.is_none() {
                    let bound = Some(Bound::Lower);
                    let known =
                        TtEntry { best: Move::NONE, score: best.0, evaluation: raw, depth: 0, bound, was_pv: PV };
                    self.shared.table.store(pos.key(), ply, known);
                }
                return best.0;
            }
            alpha = alpha.max(best.0);
        }
        let best_known = known.map_or(Move::NONE, |k| k.best);
        let usable =
            !best_known.is_none() && (c.is_bound() || is_noisy(pos, best_known)) && pos.is_legal(best_known, c);
        let best_known = if usable { best_known } else { Move::NONE };
        let list = self.lists.pop().unwrap_or_default();
        let mut picker = Picker::noisy(best_known, list, 0, c.is_bound());
        let mut number = 0;
        while let Some(m) = picker.next(pos, c, &self.knowledge(before, ply)) {
            number += 1;
            if best.0 > -score::LONGEST_WIN {
                if picker.is_at_bad_captures() && params::quiescence_exchange() != 0 {
                    break;
                }
                if c.is_bound() {
                    // One quiet evasion that does not lose at once is enough to know that this is no mate.
                    if params::quiescence_evasions() != 0 && !is_noisy(pos, m) {
                        picker.skip_quiets();
                        if number > 2 {
                            continue;
                        }
                    }
                } else if floor + self.tools.exchange.gain(pos, m) <= alpha
                    && !may_end_the_game(pos, m)
                    && !self.tools.exchange.wins_at_least(pos, m, 1)
                {
                    best.0 = best.0.max(floor);
                    continue;
                }
            }
            let child = self.child(node, m, ply);
            let cc = child.pos.constraints();
            self.keys.push(child.pos.key());
            let score = -self.quiesce::<PV>(&child, &cc, Window { alpha, beta }.turned(), ply + 1);
            self.keys.pop();
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
        }
        self.lists.push(picker.finish());
        if c.is_bound() && number == 0 {
            return Self::final_score(V::stuck(pos, true), pos, ply);
        }
        let bound = match best.0 {
            score if score >= beta => Bound::Lower,
            score if score > window.alpha && PV => Bound::Exact,
            _ => Bound::Upper,
        };
        let was_pv = PV || known.is_some_and(|k| k.was_pv);
        let known = TtEntry { best: best.1, score: best.0, evaluation: raw, depth: 0, bound: Some(bound), was_pv };
        self.shared.table.store(pos.key(), ply, known);
        best.0
    }
}
