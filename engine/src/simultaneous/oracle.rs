//! The double oracle: a matrix game whose cells are searches, solved without computing all of them.
//!
//! A restricted game of a few choices for each side is solved; then each side looks for a choice outside it that does
//! better against the other's strategy. What the best one yields bounds the value, from above for White's and from
//! below for Black's. The choices found join the restricted game, until there are none or the bounds settle the window.
//! After B. Bosansky, V. Lisy, M. Lanctot, J. Cermak, M. Winands, "Algorithms for computing strategies in two-player
//! simultaneous move games", Artificial Intelligence 237 (2016).

use arrayvec::ArrayVec;
use eval::apocalypse::Estimate;
use movegen::apocalypse::{MOST_CHOICES, Position};

use super::leaf::mask;
use super::searcher::{Bounds, EXACT, Frame, Searcher};

/// Probabilities below this are rounding.
const TRACE: f64 = 1e-9;

impl<E: Estimate> Searcher<'_, E> {
    /// Searches a position two or more turns deep.
    pub(super) fn double_oracle(
        &mut self,
        pos: &Position,
        depth: u32,
        alpha: f64,
        beta: f64,
        advice: Option<[u64; 2]>,
    ) -> (Bounds, [u64; 2]) {
        let advice = advice.unwrap_or_else(|| self.leaf(pos, f64::NEG_INFINITY, f64::INFINITY).1);
        let mut frame = self.take_frame(depth);
        frame.set_up(pos, [&[]; 2]);
        for side in [0, 1] {
            let many = frame.choices[side].len();
            frame.active[side].extend((0..many.min(64)).filter(|&index| advice[side] >> index & 1 != 0));
            if frame.active[side].is_empty() {
                frame.active[side].push(0);
            }
        }
        let mut bounds = Bounds { low: -1.0, high: 1.0 };
        loop {
            self.fill_restricted(pos, &mut frame, depth);
            if self.stopped {
                break;
            }
            let value = self.solve_restricted(&mut frame).middle();
            let mut found = [None; 2];
            // A value above the window can only be proved by Black's replies, one below it only by White's.
            if value < beta {
                let (best, index) = self.respond(pos, &mut frame, 0, value.max(alpha), depth);
                bounds.high = bounds.high.min(best);
                found[0] = index;
            }
            if value > alpha && bounds.high > alpha && !self.stopped {
                let (best, index) = self.respond(pos, &mut frame, 1, -value.min(beta), depth);
                bounds.low = bounds.low.max(-best);
                found[1] = index;
            }
            let is_settled = bounds.high <= alpha || bounds.low >= beta || bounds.is_exact();
            if self.stopped || is_settled || found == [None; 2] {
                break;
            }
            for side in [0, 1] {
                frame.active[side].extend(found[side]);
            }
        }
        let support = [mask(&frame.mix[0]), mask(&frame.mix[1])];
        for side in [0, 1] {
            for (index, &share) in frame.mix[side].iter().enumerate() {
                if share > 0.1 {
                    self.successes.add(side, frame.choices[side][index], depth);
                }
            }
        }
        self.put_back(depth, frame);
        (bounds, support)
    }

    /// Searches the cells of the restricted game that are not known yet.
    fn fill_restricted(&mut self, pos: &Position, frame: &mut Frame, depth: u32) {
        for i in 0..frame.active[0].len() {
            for j in 0..frame.active[1].len() {
                let (row, column) = (frame.active[0][i], frame.active[1][j]);
                self.search_cell(pos, frame, (row, column), depth, f64::NEG_INFINITY, f64::INFINITY);
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
        alpha: f64,
        beta: f64,
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
            frame.cells[cell] = Bounds { low: before.low.max(found.low), high: before.high.min(found.high) };
        }
    }

    /// Solves the restricted game; writes the strategies into the frame and gives what they guarantee in it.
    pub(super) fn solve_restricted(&mut self, frame: &mut Frame) -> Bounds {
        self.matrix.reset(frame.active[0].len(), frame.active[1].len());
        for (i, &row) in frame.active[0].iter().enumerate() {
            for (j, &column) in frame.active[1].iter().enumerate() {
                self.matrix.set(i, j, frame.cells[frame.cell(row, column)].middle());
            }
        }
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

    /// The best that `side` can do against the other's mixed strategy, seen from its own side: the yield of the best
    /// choice that yields more than `best`, or `best` itself; and that choice if it is outside the restricted game.
    fn respond(
        &mut self,
        pos: &Position,
        frame: &mut Frame,
        side: usize,
        mut best: f64,
        depth: u32,
    ) -> (f64, Option<usize>) {
        let order = self.order(frame, side);
        let mut found = None;
        for &index in &order {
            let share = self.response(pos, frame, side, index, best, depth);
            if self.stopped {
                break;
            }
            if let Some(share) = share
                && share > best + EXACT / 4.0
            {
                best = share;
                found = (!frame.active[side].contains(&index)).then_some(index);
            } else if let Some(share) = share {
                best = best.max(share);
            }
        }
        (best, found)
    }

    /// The order in which a side's choices are tried: what succeeded most comes first.
    pub(super) fn order(&self, frame: &Frame, side: usize) -> ArrayVec<usize, MOST_CHOICES> {
        let mut order: ArrayVec<usize, MOST_CHOICES> = (0..frame.choices[side].len()).collect();
        order.sort_by_key(|&index| std::cmp::Reverse(self.successes.of(side, frame.choices[side][index])));
        order
    }

    /// What one choice yields against the other side's strategy, if it is more than `best`.
    pub(super) fn response(
        &mut self,
        pos: &Position,
        frame: &mut Frame,
        side: usize,
        index: usize,
        best: f64,
        depth: u32,
    ) -> Option<f64> {
        let cell_of = |frame: &Frame, other: usize| match side {
            0 => frame.cell(index, other),
            _ => frame.cell(other, index),
        };
        let hope = |bounds: Bounds| if side == 0 { bounds.high } else { -bounds.low };
        let others = frame.mix[1 - side].len();
        let mut sum = 0.0;
        for other in 0..others {
            let share = frame.mix[1 - side][other];
            if share > 0.0 {
                sum += share * hope(frame.cells[cell_of(frame, other)]);
            }
        }
        for other in 0..others {
            if sum <= best {
                return None;
            }
            let share = frame.mix[1 - side][other];
            if share == 0.0 {
                continue;
            }
            let cell = cell_of(frame, other);
            let before = hope(frame.cells[cell]);
            // With less than this in the cell, the choice yields no more than `best` even if all others keep their hopes.
            let least = (best - (sum - share * before)) / share;
            let at = if side == 0 { (index, other) } else { (other, index) };
            let (alpha, beta) = if side == 0 { (least, f64::INFINITY) } else { (f64::NEG_INFINITY, -least) };
            self.search_cell(pos, frame, at, depth, alpha, beta);
            if self.stopped {
                return None;
            }
            sum += share * (hope(frame.cells[cell]) - before);
        }
        (sum > best).then_some(sum)
    }
}
