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
//! use upheaval_apocalypse::matrix::{Matrix, Solver};
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
mod payoffs;
mod reduce;
mod simplex;
mod solver;

pub use payoffs::{Matrix, guarantees};
pub use solver::{Method, Solution, Solver, TOLERANCE};

#[cfg(test)]
mod tests;
