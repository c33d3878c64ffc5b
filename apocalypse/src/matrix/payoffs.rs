//! The matrix, and what strategies are worth in it.

/// A matrix of payoffs to the row player.
#[derive(Clone, Debug, Default)]
pub struct Matrix {
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) payoffs: Vec<f64>,
}

impl Matrix {
    /// Makes this a matrix of zeros of the given size; its memory is kept.
    pub fn reset(&mut self, rows: usize, columns: usize) {
        self.rows = rows;
        self.columns = columns;
        self.payoffs.clear();
        self.payoffs.resize(rows * columns, 0.0);
    }

    /// Makes this a matrix of the given size with the payoffs that a function returns, row by row.
    #[inline]
    pub fn fill(&mut self, rows: usize, columns: usize, mut payoff: impl FnMut(usize, usize) -> f64) {
        (self.rows, self.columns) = (rows, columns);
        self.payoffs.clear();
        for row in 0..rows {
            self.payoffs.extend((0..columns).map(|column| payoff(row, column)));
        }
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

/// Computes from the matrix what two strategies guarantee to the row and to the column player.
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

/// Makes this a strategy of nothing, of so many choices.
pub(super) fn fill(strategy: &mut Vec<f64>, len: usize) {
    strategy.clear();
    strategy.resize(len, 0.0);
}
