//! Reduction of a matrix before it is solved: saddle points, and choices that no equilibrium needs.

use super::payoffs::Matrix;

/// The rows and columns that the simplex method has to consider.
#[derive(Clone, Debug, Default)]
pub(super) struct Kept {
    pub(super) rows: Vec<usize>,
    pub(super) columns: Vec<usize>,
    /// The value that the best pure choice guarantees to the row player, and that choice.
    pub(super) maximin: f64,
    pub(super) safest_row: usize,
    /// The same for the column player.
    pub(super) minimax: f64,
    pub(super) safest_column: usize,
    row_most: Vec<f64>,
    column_least: Vec<f64>,
    column_most: Vec<f64>,
}

impl Kept {
    pub(super) fn survey(&mut self, game: &Matrix) {
        self.row_most.clear();
        self.column_least.clear();
        self.column_least.resize(game.columns, f64::INFINITY);
        self.column_most.clear();
        self.column_most.resize(game.columns, f64::NEG_INFINITY);
        (self.maximin, self.safest_row) = (f64::NEG_INFINITY, 0);
        for row in 0..game.rows {
            let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
            let columns = self.column_least.iter_mut().zip(&mut self.column_most);
            for (&payoff, (column_least, column_most)) in game.row(row).iter().zip(columns) {
                least = if payoff < least { payoff } else { least };
                most = if payoff > most { payoff } else { most };
                *column_least = if payoff < *column_least { payoff } else { *column_least };
                *column_most = if payoff > *column_most { payoff } else { *column_most };
            }
            self.row_most.push(most);
            if least > self.maximin {
                (self.maximin, self.safest_row) = (least, row);
            }
        }
        (self.minimax, self.safest_column) = (f64::INFINITY, 0);
        for (column, &most) in self.column_most.iter().enumerate() {
            if most < self.minimax {
                (self.minimax, self.safest_column) = (most, column);
            }
        }
    }

    /// Drops rows that never yield more than the row player is sure of anyway: whatever share an equilibrium gives to
    /// such a row, giving it to the others in proportion yields no less. Columns are treated in the same way.
    pub(super) fn drop_hopeless(&mut self) {
        let (maximin, minimax) = (self.maximin, self.minimax);
        self.rows.clear();
        self.rows.extend((0..self.row_most.len()).filter(|&row| self.row_most[row] > maximin));
        self.columns.clear();
        self.columns.extend((0..self.column_least.len()).filter(|&column| self.column_least[column] < minimax));
    }

    pub(super) fn keep_all(&mut self, game: &Matrix) {
        self.rows.clear();
        self.rows.extend(0..game.rows);
        self.columns.clear();
        self.columns.extend(0..game.columns);
    }
}
