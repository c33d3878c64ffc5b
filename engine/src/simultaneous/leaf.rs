//! The last turn of a search: all pairs of choices lead to static values, and one matrix game is solved.

use eval::apocalypse::Estimate;
use movegen::Color;
use movegen::apocalypse::{Choices, Position};

use super::searcher::{Bounds, Searcher};
use super::table::Known;

/// Choices tried as refutations before the whole matrix is computed.
const TRIED: usize = 2;

impl<E: Estimate> Searcher<'_, E> {
    /// The value of a position one turn deep, with the choices of each side that an equilibrium mixes if the whole
    /// matrix had to be solved.
    pub(super) fn leaf(&mut self, pos: &Position, alpha: f64, beta: f64) -> (Bounds, [u64; 2]) {
        let choices = Color::BOTH.map(|c| pos.choices(c));
        self.matrix.reset(choices[0].len(), choices[1].len());
        self.matrix.fill(f64::NAN);
        if alpha > -1.0
            && let Some(high) = self.refute(pos, &choices, 1, alpha)
        {
            return (Bounds { low: -1.0, high }, [0; 2]);
        }
        if beta < 1.0
            && let Some(low) = self.refute(pos, &choices, 0, -beta)
        {
            return (Bounds { low: -low, high: 1.0 }, [0; 2]);
        }
        self.count(choices[0].len() * choices[1].len());
        for (row, &white) in choices[0].iter().enumerate() {
            for (column, &black) in choices[1].iter().enumerate() {
                if self.matrix.get(row, column).is_nan() {
                    let value = self.static_value(pos, [white, black]);
                    self.matrix.set(row, column, value);
                }
            }
        }
        let solution = self.solver.solve_within(&self.matrix, alpha, beta);
        let support = [mask(self.solver.rows()), mask(self.solver.columns())];
        let bounds = Bounds { low: solution.low, high: solution.high };
        for side in [0, 1] {
            let best = if side == 0 { self.solver.rows() } else { self.solver.columns() };
            if let Some(index) = best.iter().position(|&share| share == 1.0) {
                self.successes.add(side, choices[side][index], 1);
            }
        }
        (bounds, support)
    }

    /// Whether one of the choices of `side` that succeeded most holds the other side to `limit`, seen from the other
    /// side; then what it holds it to.
    fn refute(&mut self, pos: &Position, choices: &[Choices; 2], side: usize, limit: f64) -> Option<f64> {
        let mut tried = [usize::MAX; TRIED];
        for round in 0..TRIED.min(choices[side].len()) {
            let untried = (0..choices[side].len()).filter(|index| !tried.contains(index));
            let index = untried.max_by_key(|&index| self.successes.of(side, choices[side][index]))?;
            tried[round] = index;
            let mut most = f64::NEG_INFINITY;
            for other in 0..choices[1 - side].len() {
                let (row, column) = if side == 0 { (index, other) } else { (other, index) };
                let mut value = self.matrix.get(row, column);
                if value.is_nan() {
                    self.count(1);
                    value = self.static_value(pos, [choices[0][row], choices[1][column]]);
                    self.matrix.set(row, column, value);
                }
                most = most.max(if side == 0 { -value } else { value });
                if most > limit {
                    break;
                }
            }
            if most <= limit {
                self.successes.add(side, choices[side][index], 1);
                return Some(most);
            }
        }
        None
    }

    /// Searches a node: from the table, or as a leaf, or by double oracle.
    pub(super) fn node(&mut self, pos: &Position, key: u64, depth: u32, alpha: f64, beta: f64) -> Bounds {
        let (known, advice) = self.shared.table.probe(key, depth);
        let before = known.map_or(Bounds::ALL, |known| Bounds { low: known.low, high: known.high });
        if before.is_exact() || before.low >= beta || before.high <= alpha {
            return before;
        }
        // What is known narrows the window; it is not empty, since the bounds are not exact.
        let (alpha, beta) = (alpha.max(before.low), beta.min(before.high));
        let (found, support) =
            if depth == 1 { self.leaf(pos, alpha, beta) } else { self.double_oracle(pos, depth, alpha, beta, advice) };
        let bounds = Bounds { low: found.low.max(before.low), high: found.high.min(before.high) };
        if !self.stopped {
            let support = if support == [0; 2] { known.map_or([0; 2], |known| known.support) } else { support };
            self.shared.table.store(key, &Known { depth, low: bounds.low, high: bounds.high, support });
        }
        bounds
    }
}

/// The choices that are mixed, as a mask of the first 64.
pub(super) fn mask(strategy: &[f64]) -> u64 {
    let mixed = strategy.iter().take(64).enumerate().filter(|(_, share)| **share > 0.0);
    mixed.fold(0, |mask, (index, _)| mask | 1 << index)
}
