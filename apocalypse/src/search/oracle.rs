//! The double oracle: a matrix game whose cells are searches, solved without computing all of them.
//!
//! A restricted game of a few choices for each side is solved; then each side looks for a choice outside it that does
//! better against the other's strategy (`response.rs`). Where there is none, the value is bounded, from above for White
//! and from below for Black. Choices found join the restricted game, until there are none or the bounds settle the
//! window.
//!
//! After B. Bosansky, V. Lisy, M. Lanctot, J. Cermak, M. Winands, "Algorithms for computing strategies in two-player
//! simultaneous move games", Artificial Intelligence 237 (2016).

use crate::rules::Position;
use crate::values::Estimate;

use super::response::Claim;
use super::searcher::{Bounds, Frame, Searcher, UNBOUNDED};
use super::table::{Blend, TtEntry};

/// Probabilities below this are rounding.
const TRACE: f64 = 1e-9;

impl<E: Estimate> Searcher<'_, E> {
    /// Searches a position two or more turns deep, beginning with what a shallower search found out.
    pub(super) fn double_oracle(
        &mut self,
        pos: &Position,
        depth: u32,
        alpha: f64,
        beta: f64,
        advice: Option<TtEntry>,
    ) -> (Bounds, [Blend; 2]) {
        let (guess, advice) = match advice {
            Some(advice) => (advice.bounds, advice.blends),
            None => self.leaf(pos, f64::NEG_INFINITY, f64::INFINITY),
        };
        let mut frame = self.take_frame(depth);
        frame.set_up(pos, [&[]; 2]);
        // What stands in the table may belong to another position, if hardly ever.
        let advice = [0, 1].map(|side| advice[side].within(frame.choices[side].len()));
        let mut bounds = Bounds::ALL;
        // One side's old strategy may do to show that the window is missed: no value has to be exact for that.
        let is_low = guess.high <= alpha || (guess.low == -1.0 && alpha > -1.0 && !guess.is_exact());
        let is_high = guess.low >= beta || (guess.high == 1.0 && beta < 1.0 && !guess.is_exact());
        let refuter = if is_low { Some(1) } else { is_high.then_some(0) };
        if let Some(side) = refuter.filter(|&side| !advice[side].is_empty()) {
            let limit = if side == 1 { alpha } else { -beta };
            advice[side].shares().for_each(|(index, share)| {
                frame.active[side].push(index);
                frame.mix[side][index] = share;
            });
            match self.refutation(pos, &mut frame, 1 - side, limit, depth) {
                Some(better) => frame.active[1 - side].push(better),
                None if side == 1 => bounds.high = alpha,
                None => bounds.low = beta,
            }
        }
        if !self.stopped && bounds == Bounds::ALL {
            for side in [0, 1] {
                for (index, _) in advice[side].shares() {
                    if !frame.active[side].contains(&index) {
                        frame.active[side].push(index);
                    }
                }
                if frame.active[side].is_empty() {
                    let best = self.order(&frame, side)[0];
                    frame.active[side].push(best);
                }
            }
            bounds = self.iterate(pos, &mut frame, depth, alpha, beta);
        }
        let blends = [0, 1].map(|side: usize| {
            for (index, &share) in frame.mix[side].iter().enumerate() {
                if share > 0.1 {
                    self.successes.add(side, frame.choices[side][index], depth);
                }
            }
            Blend::new(frame.mix[side].iter().copied().enumerate())
        });
        self.put_back(depth, frame);
        (bounds, blends)
    }

    /// Adds choices to the restricted game until its value is that of the whole game, or misses the window.
    fn iterate(&mut self, pos: &Position, frame: &mut Frame, depth: u32, alpha: f64, beta: f64) -> Bounds {
        let mut bounds = Bounds::ALL;
        loop {
            self.fill_restricted(pos, frame, depth);
            if self.stopped {
                break;
            }
            let value = self.solve_restricted(frame).middle();
            let mut found = None;
            // A value above the window can only be proved by Black's replies, one below it only by White's.
            if value < beta {
                let (best, index) = self.respond(pos, frame, 0, value.max(alpha), depth);
                match index {
                    Some(index) => found = Some((0, index)),
                    None => bounds.high = bounds.high.min(best),
                }
            }
            if found.is_none() && value > alpha && bounds.high > alpha && !self.stopped {
                let (best, index) = self.respond(pos, frame, 1, -value.min(beta), depth);
                match index {
                    Some(index) => found = Some((1, index)),
                    None => bounds.low = bounds.low.max(-best),
                }
            }
            if self.stopped || bounds.high <= alpha || bounds.low >= beta {
                break;
            }
            let Some((side, index)) = found else { break };
            frame.active[side].push(index);
        }
        bounds
    }

    /// The first choice of `side` that yields more than `limit` against the other's strategy, if there is one.
    fn refutation(&mut self, pos: &Position, frame: &mut Frame, side: usize, limit: f64, depth: u32) -> Option<usize> {
        let order = self.order(frame, side);
        order.into_iter().find(|&index| {
            let claim = Claim { side, index, best: limit };
            self.stopped || self.response(pos, frame, claim, depth).is_some()
        })
    }

    /// Searches the cells of the restricted game that are not known yet.
    fn fill_restricted(&mut self, pos: &Position, frame: &mut Frame, depth: u32) {
        for i in 0..frame.active[0].len() {
            for j in 0..frame.active[1].len() {
                let (row, column) = (frame.active[0][i], frame.active[1][j]);
                self.search_cell(pos, frame, (row, column), depth, UNBOUNDED);
                if self.stopped {
                    return;
                }
            }
        }
    }

    /// Searches one cell in a window and keeps the better bounds.
    pub(super) fn search_cell(
        &mut self,
        pos: &Position,
        frame: &mut Frame,
        (row, column): (usize, usize),
        depth: u32,
        (alpha, beta): (f64, f64),
    ) {
        let cell = frame.cell(row, column);
        let before = frame.cells[cell];
        if before.is_exact() || before.high <= alpha || before.low >= beta {
            return;
        }
        self.count(1);
        let next = pos.resolve([frame.choices[0][row], frame.choices[1][column]]);
        let found = self.value(&next, depth - 1, alpha, beta);
        if !self.stopped {
            frame.cells[cell] = before.common(found);
        }
    }

    /// Solves the restricted game; writes the strategies into the frame and gives what they guarantee in it.
    pub(super) fn solve_restricted(&mut self, frame: &mut Frame) -> Bounds {
        let [rows, columns] = &frame.active;
        self.matrix.fill(rows.len(), columns.len(), |i, j| frame.cells[frame.cell(rows[i], columns[j])].middle());
        let solution = self.solver.solve(&self.matrix);
        for side in [0, 1] {
            let strategy = if side == 0 { self.solver.rows() } else { self.solver.columns() };
            frame.mix[side].fill(0.0);
            let kept = strategy.iter().filter(|&&share| share > TRACE).sum::<f64>();
            for (&index, &share) in frame.active[side].iter().zip(strategy) {
                frame.mix[side][index] = if share > TRACE { share / kept } else { 0.0 };
            }
        }
        Bounds { low: solution.low, high: solution.high }
    }
}
