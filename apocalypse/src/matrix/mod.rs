//! Zero-sum matrix games: the value, an equilibrium, and a certificate for both.
//!
//! The rows belong to the player who wants the number large, the columns to the one who wants it small. A [`Solver`]
//! looks for a saddle point, drops what cannot help either side, and runs the simplex method on the rest. However a pair
//! of strategies was found, it is then put to the test: what it guarantees each player is computed from the matrix
//! itself, and these two numbers, [`Solution::low`] and [`Solution::high`], bound the value whatever went wrong before.
//! When they are too far apart, which happens when rounding misleads the simplex method about once in a million nearly
//! equal matrices, slower methods take over.
//!
//! This module knows no game tree. After its buffers have grown to the largest matrix met, it allocates nothing.
//!
//! ```
//! use apocalypse::matrix::{Matrix, Solver};
//! let mut game = Matrix::default();
//! game.reset(2, 2);
//! for (row, column, payoff) in [(0, 0, 3.0), (0, 1, -1.0), (1, 0, -2.0), (1, 1, 1.0)] {
//!     game.set(row, column, payoff);
//! }
//! let mut solver = Solver::default();
//! let solution = solver.solve(&game);
//! assert!((solution.low - 1.0 / 7.0).abs() < 1e-12 && solution.gap() < 1e-12);
//! assert!((solver.rows()[0] - 3.0 / 7.0).abs() < 1e-12 && (solver.columns()[0] - 2.0 / 7.0).abs() < 1e-12);
//! ```

mod averaging;
mod reduce;
mod simplex;

use reduce::Kept;
use simplex::{Rule, Simplex};

/// A solution whose guarantees are at most so far apart, relative to the largest payoff, counts as exact.
pub const TOLERANCE: f64 = 1e-9;

/// A matrix of payoffs to the row player.
#[derive(Clone, Debug, Default)]
pub struct Matrix {
    rows: usize,
    columns: usize,
    payoffs: Vec<f64>,
}

impl Matrix {
    /// Makes this a matrix of zeros of the given size; its memory is kept.
    pub fn reset(&mut self, rows: usize, columns: usize) {
        self.rows = rows;
        self.columns = columns;
        self.payoffs.clear();
        self.payoffs.resize(rows * columns, 0.0);
    }

    /// Writes the same payoff everywhere.
    pub fn fill(&mut self, payoff: f64) {
        self.payoffs.fill(payoff);
    }

    /// The number of rows: choices of the player who wants the payoff large.
    pub const fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns: choices of the player who wants the payoff small.
    pub const fn columns(&self) -> usize {
        self.columns
    }

    /// One payoff.
    #[inline]
    pub fn get(&self, row: usize, column: usize) -> f64 {
        self.payoffs[row * self.columns + column]
    }

    /// Writes one payoff.
    #[inline]
    pub fn set(&mut self, row: usize, column: usize, payoff: f64) {
        self.payoffs[row * self.columns + column] = payoff;
    }

    /// The payoffs of one row.
    #[inline]
    pub fn row(&self, row: usize) -> &[f64] {
        &self.payoffs[row * self.columns..][..self.columns]
    }
}

/// How a solution was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// A pair of pure strategies: a saddle point, or enough for the window.
    Pure,
    /// The simplex method, entering by the largest coefficient.
    Simplex,
    /// The simplex method by Bland's rule on payoffs rounded to a grid, because the quick rule went wrong.
    Careful,
    /// Regret matching: neither simplex method gave strategies that fit together.
    Averaging,
}

/// What a pair of strategies guarantees, which bounds the value of the game from both sides.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Solution {
    /// The row strategy yields at least this whatever the column player does.
    pub low: f64,
    /// The column strategy allows at most this whatever the row player does.
    pub high: f64,
    /// How the strategies were found.
    pub method: Method,
}

impl Solution {
    /// How far the two guarantees are apart: no player can gain more than this by leaving the pair.
    pub fn gap(&self) -> f64 {
        self.high - self.low
    }

    /// The middle of what is known about the value.
    pub fn value(&self) -> f64 {
        f64::midpoint(self.low, self.high)
    }
}

/// Solves matrix games, one after the other; the strategies of the last one can be asked for.
#[derive(Clone, Debug, Default)]
pub struct Solver {
    kept: Kept,
    simplex: Simplex,
    rows: Vec<f64>,
    columns: Vec<f64>,
    best_rows: Vec<f64>,
    best_columns: Vec<f64>,
}

impl Solver {
    /// Finds an equilibrium of a game with at least one row and one column and finite payoffs.
    ///
    /// # Panics
    /// If the matrix is empty.
    pub fn solve(&mut self, game: &Matrix) -> Solution {
        self.solve_within(game, f64::NEG_INFINITY, f64::INFINITY)
    }

    /// As [`Solver::solve`], but is content with pure strategies when they show that the value is at most `alpha` or at
    /// least `beta`.
    ///
    /// # Panics
    /// If the matrix is empty.
    pub fn solve_within(&mut self, game: &Matrix, alpha: f64, beta: f64) -> Solution {
        assert!(game.rows > 0 && game.columns > 0, "a matrix game needs a choice for each side");
        self.kept.survey(game);
        let (maximin, minimax) = (self.kept.maximin, self.kept.minimax);
        if minimax <= maximin || minimax <= alpha || maximin >= beta {
            return self.pure(game);
        }
        self.kept.drop_hopeless();
        let scale = game.payoffs.iter().fold(1.0, |most: f64, payoff| most.max(payoff.abs()));
        let solution = self.attempt(game, Rule::Largest, Method::Simplex);
        if solution.gap() <= TOLERANCE * scale {
            return solution;
        }
        self.rescue(game, solution, scale)
    }

    /// The probabilities of the rows in the last solution.
    pub fn rows(&self) -> &[f64] {
        &self.rows
    }

    /// The probabilities of the columns in the last solution.
    pub fn columns(&self) -> &[f64] {
        &self.columns
    }

    fn pure(&mut self, game: &Matrix) -> Solution {
        fill(&mut self.rows, game.rows);
        fill(&mut self.columns, game.columns);
        self.rows[self.kept.safest_row] = 1.0;
        self.columns[self.kept.safest_column] = 1.0;
        Solution { low: self.kept.maximin, high: self.kept.minimax, method: Method::Pure }
    }

    /// One run of the simplex method over what is kept, and what its strategies are really worth.
    fn attempt(&mut self, game: &Matrix, rule: Rule, method: Method) -> Solution {
        fill(&mut self.rows, game.rows);
        fill(&mut self.columns, game.columns);
        self.simplex.solve(game, &self.kept, rule, &mut self.rows, &mut self.columns);
        let pure = (self.kept.safest_row, self.kept.safest_column);
        normalise(&mut self.rows, pure.0);
        normalise(&mut self.columns, pure.1);
        let (low, high) = guarantees(game, &self.rows, &self.columns);
        Solution { low, high, method }
    }

    /// The first answer was not good enough. Each further one is held against the best so far, player by player, since
    /// guarantees of different runs bound the same value.
    #[cold]
    fn rescue(&mut self, game: &Matrix, first: Solution, scale: f64) -> Solution {
        self.kept.keep_all(game);
        let mut best = first;
        self.best_rows.clone_from(&self.rows);
        self.best_columns.clone_from(&self.columns);
        for bits in [40, 30, 24, 20] {
            let next = self.attempt(game, Rule::Bland { bits }, Method::Careful);
            self.keep_better(&mut best, next);
            if best.gap() <= TOLERANCE * scale {
                break;
            }
        }
        if best.gap() > 1e-7 * scale {
            averaging::solve(game, &mut self.rows, &mut self.columns);
            let (low, high) = guarantees(game, &self.rows, &self.columns);
            self.keep_better(&mut best, Solution { low, high, method: Method::Averaging });
        }
        std::mem::swap(&mut self.rows, &mut self.best_rows);
        std::mem::swap(&mut self.columns, &mut self.best_columns);
        best
    }

    fn keep_better(&mut self, best: &mut Solution, next: Solution) {
        if next.low > best.low {
            best.low = next.low;
            best.method = next.method;
            self.best_rows.clone_from(&self.rows);
        }
        if next.high < best.high {
            best.high = next.high;
            best.method = next.method;
            self.best_columns.clone_from(&self.columns);
        }
    }
}

/// What two strategies guarantee to the row and to the column player: computed from the matrix and nothing else.
pub fn guarantees(game: &Matrix, rows: &[f64], columns: &[f64]) -> (f64, f64) {
    let mut high = f64::NEG_INFINITY;
    for row in 0..game.rows {
        high = high.max(game.row(row).iter().zip(columns).map(|(payoff, share)| payoff * share).sum());
    }
    let mut low = f64::INFINITY;
    for column in 0..game.columns {
        low = low.min((0..game.rows).map(|row| game.get(row, column) * rows[row]).sum());
    }
    (low, high)
}

fn fill(strategy: &mut Vec<f64>, len: usize) {
    strategy.clear();
    strategy.resize(len, 0.0);
}

/// Makes a strategy of what the simplex method left; when nothing usable is left, the pure one.
fn normalise(strategy: &mut [f64], pure: usize) {
    let mut sum = 0.0;
    for share in strategy.iter_mut() {
        // Rounding leaves tiny negative numbers; a spoilt run may leave anything.
        *share = if share.is_finite() { share.max(0.0) } else { 0.0 };
        sum += *share;
    }
    if sum > 0.0 && sum.is_finite() {
        strategy.iter_mut().for_each(|share| *share /= sum);
    } else {
        strategy.fill(0.0);
        strategy[pure] = 1.0;
    }
}

#[cfg(test)]
mod tests;
