//! The last turn of a search: all pairs of choices lead to static values. A double oracle again, but one whose lines are
//! so cheap that a choice in the restricted game is valued against all replies at once.

use crate::rules::{Choices, MAX_CHOICES, Position};
use crate::values::Estimate;
use arrayvec::ArrayVec;
use movegen::Color;

use super::searcher::{Bounds, EXACT, LeafBuffers, Searcher, Statics};
use super::table::{Blend, TtEntry};

/// Guarantees that are at most so far apart are a value; far below what a search adds up to.
const NEAR: f64 = EXACT / 100.0;

impl<E: Estimate> Searcher<'_, E> {
    /// The value of a position one turn deep, with the choices of each side that an equilibrium mixes if the value had
    /// to be found exactly.
    pub(super) fn leaf(&mut self, pos: &Position, alpha: f64, beta: f64) -> (Bounds, [Blend; 2]) {
        let choices = Color::BOTH.map(|c| pos.choices(c));
        let mut leaf = std::mem::take(&mut self.leaf);
        leaf.values.clear();
        leaf.values.resize(choices[0].len() * choices[1].len(), f64::NAN);
        leaf.active.iter_mut().for_each(Vec::clear);
        let result = self.solve_leaf(pos, &choices, &mut leaf, alpha, beta);
        self.leaf = leaf;
        result
    }

    fn solve_leaf(
        &mut self,
        pos: &Position,
        choices: &[Choices; 2],
        leaf: &mut LeafBuffers,
        alpha: f64,
        beta: f64,
    ) -> (Bounds, [Blend; 2]) {
        let likely = |side: usize| {
            let indices = 0..choices[side].len();
            // The first of those that succeeded most.
            indices.rev().max_by_key(|&index| self.successes.of(side, choices[side][index])).unwrap_or(0)
        };
        let mut next = [0, 1].map(|side| Some(likely(side)));
        let mut bounds = Bounds::ALL;
        // The best pure choice of each side so far, which is all there is to a saddle point.
        let mut safest = [(f64::NEG_INFINITY, 0), (f64::INFINITY, 0)];
        loop {
            // Black's choices bound the value from above, White's from below.
            for side in [1, 0] {
                let Some(index) = next[side].take() else { continue };
                let (extreme, reply) = self.line(pos, choices, leaf, side, index);
                leaf.active[side].push(index);
                let is_safer = if side == 0 { extreme > safest[0].0 } else { extreme < safest[1].0 };
                if is_safer {
                    safest[side] = (extreme, index);
                    next[1 - side] = Some(reply);
                }
                bounds = bounds.common(Bounds { low: safest[0].0, high: safest[1].0 });
                if bounds.high <= alpha || bounds.low >= beta || bounds.high <= bounds.low {
                    return self.pure(choices, safest, bounds);
                }
            }
            let is_new = |leaf: &LeafBuffers, side: usize, index: usize| !leaf.active[side].contains(&index);
            next = [0, 1].map(|side| next[side].filter(|&index| is_new(leaf, side, index)));
            if next != [None; 2] {
                continue;
            }
            let (found, best) = self.mixed(choices, leaf);
            bounds = bounds.common(found);
            next = [0, 1].map(|side| Some(best[side]).filter(|&index| is_new(leaf, side, index)));
            let is_settled = bounds.high <= alpha || bounds.low >= beta || bounds.high - bounds.low <= NEAR;
            if is_settled || next == [None; 2] {
                let blend = |side: usize| {
                    let strategy = if side == 0 { self.solver.rows() } else { self.solver.columns() };
                    Blend::new(leaf.active[side].iter().copied().zip(strategy.iter().copied()))
                };
                return (bounds, [0, 1].map(blend));
            }
        }
    }

    /// A value settled by pure choices.
    fn pure(&mut self, choices: &[Choices; 2], safest: [(f64, usize); 2], bounds: Bounds) -> (Bounds, [Blend; 2]) {
        let blends = [0, 1].map(|side: usize| {
            let (extreme, index) = safest[side];
            if extreme.is_infinite() {
                return Blend::default();
            }
            if (side == 0 && extreme == bounds.low) || (side == 1 && extreme == bounds.high) {
                self.successes.add(side, choices[side][index], 1);
            }
            Blend::new(std::iter::once((index, 1.0)))
        });
        (bounds, blends)
    }

    /// Values a choice against all replies; the value of the best reply, and that reply.
    fn line(
        &mut self,
        pos: &Position,
        choices: &[Choices; 2],
        leaf: &mut LeafBuffers,
        side: usize,
        index: usize,
    ) -> (f64, usize) {
        let width = choices[1].len();
        let cell = |other: usize| if side == 0 { (index, other) } else { (other, index) };
        // First all positions are made and their table entries read, so that the memory latencies overlap.
        let mut fresh: ArrayVec<(u32, Position, u64, u64), MAX_CHOICES> = ArrayVec::new();
        for other in 0..choices[1 - side].len() {
            let (row, column) = cell(other);
            let at = row * width + column;
            if leaf.values[at].is_nan() {
                let next = pos.resolve([choices[0][row], choices[1][column]]);
                let key = next.key();
                fresh.push((at as u32, next, key, self.statics.slot(key)));
            }
        }
        self.count(fresh.len());
        for (at, next, key, slot) in &fresh {
            let value = Statics::value(*slot, *key).unwrap_or_else(|| self.fresh_value(next, *key));
            leaf.values[*at as usize] = value;
        }
        let mut best = (if side == 0 { f64::INFINITY } else { f64::NEG_INFINITY }, 0);
        for other in 0..choices[1 - side].len() {
            let (row, column) = cell(other);
            let value = leaf.values[row * width + column];
            if if side == 0 { value < best.0 } else { value > best.0 } {
                best = (value, other);
            }
        }
        best
    }

    /// Solves the game of the active choices; what its strategies guarantee against all choices, and the best replies
    /// to them.
    fn mixed(&mut self, choices: &[Choices; 2], leaf: &mut LeafBuffers) -> (Bounds, [usize; 2]) {
        let width = choices[1].len();
        let LeafBuffers { values, active, yields } = leaf;
        let [rows, columns] = &*active;
        self.matrix.fill(rows.len(), columns.len(), |i, j| values[rows[i] * width + columns[j]]);
        self.solver.solve(&self.matrix);
        yields[0].clear();
        yields[0].resize(choices[0].len(), 0.0);
        for (&column, &share) in active[1].iter().zip(self.solver.columns()) {
            if share > 0.0 {
                (0..choices[0].len()).for_each(|row| yields[0][row] += share * values[row * width + column]);
            }
        }
        yields[1].clear();
        yields[1].resize(width, 0.0);
        for (&row, &share) in active[0].iter().zip(self.solver.rows()) {
            if share > 0.0 {
                (0..width).for_each(|column| yields[1][column] += share * values[row * width + column]);
            }
        }
        let most = first_best(&yields[0], f64::NEG_INFINITY, |share, best| share > best);
        let least = first_best(&yields[1], f64::INFINITY, |share, best| share < best);
        (Bounds { low: least.0, high: most.0 }, [most.1, least.1])
    }

    /// Searches a node: from the table, or as a leaf, or by double oracle.
    pub(super) fn node(&mut self, pos: &Position, key: u64, depth: u32, alpha: f64, beta: f64) -> Bounds {
        let (known, advice) = self.shared.table.probe(key, depth);
        let before = known.map_or(Bounds::ALL, |known| known.bounds);
        if before.is_exact() || before.low >= beta || before.high <= alpha {
            return before;
        }
        // What is known narrows the window; it is not empty, since the bounds are not exact.
        let (alpha, beta) = (alpha.max(before.low), beta.min(before.high));
        let (found, blends) =
            if depth == 1 { self.leaf(pos, alpha, beta) } else { self.double_oracle(pos, depth, alpha, beta, advice) };
        let bounds = found.common(before);
        if !self.stopped {
            // The yields of a side that was not updated in this pass.
            let before = known.map_or([Blend::default(); 2], |known| known.blends);
            let blends = [0, 1].map(|side: usize| if blends[side].is_empty() { before[side] } else { blends[side] });
            self.shared.table.store(key, &TtEntry { depth, bounds, blends });
        }
        bounds
    }
}

/// The best of some values, and the first index that has it.
#[inline]
fn first_best(values: &[f64], worst: f64, is_better: impl Fn(f64, f64) -> bool) -> (f64, usize) {
    let better = |best: (f64, usize), (index, &value)| if is_better(value, best.0) { (value, index) } else { best };
    values.iter().enumerate().fold((worst, 0), better)
}
