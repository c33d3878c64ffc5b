//! The simplex method for matrix games, on a condensed tableau.
//!
//! With all payoffs `b` shifted above zero, the column player's program is: the largest `sum(y)` with `b y <= 1`, `y >=
//! 0`. It starts feasible with nothing chosen, its dual is the row player's program, and the value is `1 / sum(y)`. The
//! tableau keeps one column for each variable outside the basis:
//!
//! ```text
//!          | columns outside |  1
//! ---------+-----------------+------
//! basis    |        b        |  1
//! ---------+-----------------+------
//! gain     |       -1        |  0
//! ```
//!
//! The result is a suggestion: the caller tests it.

use super::payoffs::Matrix;
use super::reduce::Kept;

/// Numbers below this are taken for zero: payoffs are of order one.
const ZERO: f64 = 1e-11;

/// The rule that chooses the next variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Rule {
    /// The one with the largest coefficient: quick, but rounding may lead it in circles.
    Largest,
    /// The first one: never goes in circles. Payoffs are rounded to multiples of 2^-bits, so that nearly equal ones are
    /// equal.
    Bland {
        /// Binary places kept.
        bits: i32,
    },
}

/// The memory of the method.
#[derive(Clone, Debug, Default)]
pub(super) struct Simplex {
    /// Rows of `width` numbers each, the last row being the gain.
    tableau: Vec<f64>,
    width: usize,
    /// The variable of each tableau row: column variable `j` as `j`, slack of row `i` as `columns + i`.
    basis: Vec<usize>,
    /// The variable of each tableau column.
    outside: Vec<usize>,
    pivot_row: Vec<f64>,
}

impl Simplex {
    /// Runs the method over what is kept and writes unscaled probabilities into `x` and `y`, which are zero before.
    pub(super) fn solve(&mut self, game: &Matrix, kept: &Kept, rule: Rule, x: &mut [f64], y: &mut [f64]) {
        self.set_up(game, kept, rule);
        let (rows, columns) = (kept.rows.len(), kept.columns.len());
        // Far beyond what any game needed; a run in circles ends here and fails its test.
        for _ in 0..50 + 8 * (rows + columns) {
            let Some((row, column)) = self.choose(rule) else { break };
            self.pivot(row, column);
        }
        for (i, &variable) in self.basis.iter().enumerate() {
            if variable < columns {
                y[kept.columns[variable]] = self.tableau[i * self.width + columns];
            }
        }
        for (j, &variable) in self.outside.iter().enumerate() {
            if variable >= columns {
                x[kept.rows[variable - columns]] = self.tableau[rows * self.width + j];
            }
        }
    }

    fn set_up(&mut self, game: &Matrix, kept: &Kept, rule: Rule) {
        let (rows, columns) = (kept.rows.len(), kept.columns.len());
        let least = kept.rows.iter().flat_map(|&row| kept.columns.iter().map(move |&column| game.get(row, column)));
        let shift = 1.0 - least.fold(f64::INFINITY, f64::min);
        self.width = columns + 1;
        self.tableau.clear();
        for &row in &kept.rows {
            let payoffs = game.row(row);
            match rule {
                Rule::Largest => self.tableau.extend(kept.columns.iter().map(|&column| payoffs[column] + shift)),
                Rule::Bland { bits } => {
                    let grid = f64::from(bits).exp2();
                    let rounded = |&column: &usize| ((payoffs[column] + shift) * grid).round() / grid;
                    self.tableau.extend(kept.columns.iter().map(rounded));
                }
            }
            self.tableau.push(1.0);
        }
        self.tableau.resize((rows + 1) * self.width - 1, -1.0);
        self.tableau.push(0.0);
        self.basis.clear();
        self.basis.extend(columns..columns + rows);
        self.outside.clear();
        self.outside.extend(0..columns);
    }

    /// The next exchange: the row that leaves the basis and the column that enters; `None` at the optimum.
    fn choose(&self, rule: Rule) -> Option<(usize, usize)> {
        let rows = self.basis.len();
        let columns = self.outside.len();
        let gains = &self.tableau[rows * self.width..][..columns];
        let mut entering = None;
        let mut least = -ZERO;
        for (column, &gain) in gains.iter().enumerate() {
            let is_better = match rule {
                Rule::Largest => gain < least,
                Rule::Bland { .. } => {
                    gain < -ZERO && entering.is_none_or(|other: usize| self.outside[column] < self.outside[other])
                }
            };
            if is_better {
                entering = Some(column);
                least = gain;
            }
        }
        let column = entering?;
        let mut leaving = None;
        let mut least = f64::INFINITY;
        let mut pivot = 0.0;
        for row in 0..rows {
            let factor = self.tableau[row * self.width + column];
            if factor <= ZERO {
                continue;
            }
            let ratio = self.tableau[row * self.width + columns] / factor;
            let is_tied = (ratio - least).abs() <= ZERO;
            // Among equal ratios the large pivot keeps rounding small; Bland's rule must take the first variable.
            let is_better = match (is_tied, rule) {
                (false, _) => ratio < least,
                (true, Rule::Largest) => factor > pivot,
                (true, Rule::Bland { .. }) => leaving.is_none_or(|other: usize| self.basis[row] < self.basis[other]),
            };
            if is_better {
                leaving = Some(row);
                least = if is_tied { least.min(ratio) } else { ratio };
                pivot = factor;
            }
        }
        Some((leaving?, column))
    }

    /// Exchanges the variables beside a row and above a column.
    fn pivot(&mut self, row: usize, column: usize) {
        let width = self.width;
        let inverse = 1.0 / self.tableau[row * width + column];
        self.pivot_row.clear();
        self.pivot_row.extend(self.tableau[row * width..][..width].iter().map(|number| number * inverse));
        // In the other rows the entering column becomes -factor / pivot: subtracting (1 + 1 / pivot) times the factor
        // from the factor itself gives just that.
        self.pivot_row[column] = inverse;
        for (i, line) in self.tableau.chunks_exact_mut(width).enumerate() {
            let factor = line[column];
            if i == row {
                line.copy_from_slice(&self.pivot_row);
            } else if factor != 0.0 {
                line[column] = 0.0;
                for (number, pivot) in line.iter_mut().zip(&self.pivot_row) {
                    *number -= factor * pivot;
                }
            }
        }
        std::mem::swap(&mut self.basis[row], &mut self.outside[column]);
    }
}
