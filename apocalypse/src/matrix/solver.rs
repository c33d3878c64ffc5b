//! The solver: one method after the other, each put to the test.

use super::averaging;
use super::payoffs::{Matrix, fill, guarantees};
use super::reduce::Kept;
use super::simplex::{Rule, Simplex};

/// A solution whose guarantees are at most so far apart, relative to the largest payoff, counts as exact.
pub const TOLERANCE: f64 = 1e-9;

/// The method that found a solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// A pair of pure strategies: a saddle point.
    Pure,
    /// The simplex method, entering by the largest coefficient.
    Simplex,
    /// The simplex method by Bland's rule on payoffs rounded to a grid, because the quick rule went wrong.
    Careful,
    /// Regret matching: neither simplex method gave strategies that fit together.
    Averaging,
}

/// The guarantees of a pair of strategies, which bound the value of the game from both sides.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Solution {
    /// The row strategy yields at least this whatever the column player does.
    pub low: f64,
    /// The column strategy allows at most this whatever the row player does.
    pub high: f64,
    /// The method that found the strategies.
    pub method: Method,
}

impl Solution {
    /// The difference of the two guarantees: no player can gain more than this by leaving the pair.
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
    pub(super) kept: Kept,
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
        assert!(game.rows > 0 && game.columns > 0, "a matrix game needs a choice for each side");
        self.kept.survey(game);
        let (maximin, minimax) = (self.kept.maximin, self.kept.minimax);
        if minimax <= maximin {
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
    pub(super) fn rescue(&mut self, game: &Matrix, first: Solution, scale: f64) -> Solution {
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

/// Makes a strategy of what the simplex method left; when nothing usable is left, the pure one.
fn normalise(strategy: &mut [f64], pure: usize) {
    let mut sum = 0.0;
    for share in strategy.iter_mut() {
        // Rounding leaves tiny negative numbers; a failed run may leave anything.
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
