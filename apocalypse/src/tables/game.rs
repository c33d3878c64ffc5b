//! The matrix of one position, of which only what is needed is made: rows and columns are added to a small game until
//! neither side has a better answer outside it.

use super::supports::Supports;
use crate::matrix::{Matrix, Solver};

/// With more choices than this in the small game the whole matrix is solved.
const MAX_ACTIVE_CHOICES: usize = 24;

/// A cell that has not been computed.
const UNKNOWN: u32 = u32::MAX;

/// Solves matrices, one after the other; its memory is used again.
#[derive(Default)]
pub(super) struct Game {
    size: [usize; 2],
    /// Where the value of each cell comes from, as the caller numbers it.
    cells: Vec<u32>,
    payoffs: Vec<f64>,
    matrix: Matrix,
    solver: Solver,
    /// The choices in the small game, and their shares.
    active: [Vec<usize>; 2],
    shares: [Vec<f64>; 2],
    supports: [Vec<usize>; 2],
}

/// A cell: the source of its value, and the value.
pub(super) type Cell = (u32, f64);

impl Game {
    /// Solves a matrix of this size, beginning with the choices that were mixed before: what both sides are sure of is at most `gap`
    /// apart, and the value given is between.
    pub(super) fn solve(
        &mut self,
        size: [usize; 2],
        before: Supports,
        gap: f64,
        cell: impl Fn(usize, usize) -> Cell,
    ) -> f64 {
        self.size = size;
        self.cells.clear();
        self.cells.resize(size[0] * size[1], UNKNOWN);
        self.payoffs.resize(size[0] * size[1], 0.0);
        for (side, active) in self.active.iter_mut().enumerate() {
            active.clear();
            active.extend(before.choices(side));
            if active.is_empty() {
                active.push(0);
            }
        }
        loop {
            self.solve_active(&cell);
            let (low, column) = self.best_answer(1, &cell);
            let (high, row) = self.best_answer(0, &cell);
            let is_whole = [0, 1].iter().all(|&side| self.active[side].len() == size[side]);
            if high - low <= gap || is_whole {
                self.find_supports();
                return f64::midpoint(low, high);
            }
            let mut grows = false;
            for (side, choice) in [(0, row), (1, column)] {
                if !self.active[side].contains(&choice) {
                    self.active[side].push(choice);
                    grows = true;
                }
            }
            if !grows || self.active[0].len() + self.active[1].len() > MAX_ACTIVE_CHOICES {
                (0..2).for_each(|side| self.active[side] = (0..size[side]).collect());
            }
        }
    }

    /// The choices that the last solution mixed.
    pub(super) fn supports(&self) -> [&[usize]; 2] {
        [&self.supports[0], &self.supports[1]]
    }

    /// The cells that the last solution rests on: those between the choices mixed, row by row; then the rest of these
    /// rows, choice by choice of the column player; then the rest of these columns, choice by choice of the row player.
    pub(super) fn resting_cells(&self) -> impl Iterator<Item = u32> + '_ {
        let [rows, columns] = self.supports();
        let at = |row: usize, column: usize| self.cells[row * self.size[1] + column];
        let small = rows.iter().flat_map(move |&row| columns.iter().map(move |&column| at(row, column)));
        let other_columns = (0..self.size[1]).filter(|column| !columns.contains(column));
        let rest_of_rows = other_columns.flat_map(move |column| rows.iter().map(move |&row| at(row, column)));
        let other_rows = (0..self.size[0]).filter(|row| !rows.contains(row));
        let rest_of_columns = other_rows.flat_map(move |row| columns.iter().map(move |&column| at(row, column)));
        small.chain(rest_of_rows).chain(rest_of_columns)
    }

    /// The size of the last matrix.
    pub(super) const fn size(&self) -> [usize; 2] {
        self.size
    }

    #[inline]
    fn payoff(&mut self, row: usize, column: usize, cell: &impl Fn(usize, usize) -> Cell) -> f64 {
        let at = row * self.size[1] + column;
        if self.cells[at] == UNKNOWN {
            (self.cells[at], self.payoffs[at]) = cell(row, column);
        }
        self.payoffs[at]
    }

    fn solve_active(&mut self, cell: &impl Fn(usize, usize) -> Cell) {
        let size = [self.active[0].len(), self.active[1].len()];
        self.shares.iter_mut().for_each(Vec::clear);
        if size == [1, 1] {
            self.shares.iter_mut().for_each(|shares| shares.push(1.0));
            return;
        }
        let mut matrix = std::mem::take(&mut self.matrix);
        matrix.fill(size[0], size[1], |i, j| self.payoff(self.active[0][i], self.active[1][j], cell));
        self.solver.solve(&matrix);
        self.matrix = matrix;
        self.shares[0].extend(self.solver.rows());
        self.shares[1].extend(self.solver.columns());
    }

    /// The best value of a side against the opponent's mix (White's maximum, Black's minimum), and the choice that yields it.
    fn best_answer(&mut self, side: usize, cell: &impl Fn(usize, usize) -> Cell) -> (f64, usize) {
        let mut best = (if side == 0 { f64::NEG_INFINITY } else { f64::INFINITY }, 0);
        for choice in 0..self.size[side] {
            let mut sum = 0.0;
            for number in 0..self.active[1 - side].len() {
                let share = self.shares[1 - side][number];
                if share > 0.0 {
                    let other = self.active[1 - side][number];
                    let (row, column) = if side == 0 { (choice, other) } else { (other, choice) };
                    sum += share * self.payoff(row, column, cell);
                }
            }
            if if side == 0 { sum > best.0 } else { sum < best.0 } {
                best = (sum, choice);
            }
        }
        best
    }

    fn find_supports(&mut self) {
        for side in 0..2 {
            let mixed = self.active[side].iter().zip(&self.shares[side]).filter(|(_, share)| **share > 1e-12);
            self.supports[side].clear();
            self.supports[side].extend(mixed.map(|(&choice, _)| choice));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn value_is_independent_of_the_earlier_mix() {
        let mut random = 1_u64;
        let mut next = || {
            random = movegen::zobrist::splitmix64(random);
            (random >> 40) as f64 / (1_u64 << 23) as f64 - 1.0
        };
        let (mut matrix, mut solver, mut game) = (Matrix::default(), Solver::default(), Game::default());
        for number in 0..200 {
            let size = [1 + number % 7, 1 + number / 7 % 9];
            matrix.reset(size[0], size[1]);
            (0..size[0]).for_each(|row| (0..size[1]).for_each(|column| matrix.set(row, column, next())));
            let expected = solver.solve(&matrix).value();
            let cell = |row, column| ((row * size[1] + column) as u32, matrix.get(row, column));
            for before in [Supports::NOTHING, Supports::new([&[size[0] - 1], &[size[1] - 1]])] {
                let value = game.solve(size, before, 1e-8, cell);
                assert!((value - expected).abs() < 1e-8, "{size:?}");
            }
            let mut cells: Vec<u32> = game.resting_cells().collect();
            let [rows, columns] = game.supports();
            let at = |row: usize, column: usize| (row * size[1] + column) as u32;
            let small = rows.iter().flat_map(|&row| columns.iter().map(move |&column| at(row, column)));
            assert!(cells.iter().copied().zip(small).all(|(a, b)| a == b));
            let needed = |cell: u32| {
                let (row, column) = (cell as usize / size[1], cell as usize % size[1]);
                rows.contains(&row) || columns.contains(&column)
            };
            cells.sort_unstable();
            let all = 0..(size[0] * size[1]) as u32;
            assert_eq!(cells, all.filter(|&cell| needed(cell)).collect::<Vec<_>>());
        }
    }
}
