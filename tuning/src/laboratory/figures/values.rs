//! What men are worth: the logistic regression of results on the men that one side has more, over quiet positions of many games.
//! Positions of one game are not independent, so errors are those of clusters (Liang and Zeger 1986); a value is the ratio of two
//! coefficients, with the error of the first order.

use serde::Serialize;

use crate::laboratory::interval::Interval;
use crate::laboratory::sheet::{KINDS, Sheet, Vocabulary};

/// What men are worth in pawns.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Values {
    /// Positions that the values come from.
    pub positions: usize,
    /// By the letter of the kind, in pawns.
    pub men: Vec<(char, Interval)>,
    /// What it is worth, in pawns, that such men rule a side and not the kind that rules at the start.
    pub rulers: Vec<(char, Interval)>,
    /// What White's place is worth beside the men, in pawns.
    pub white: Interval,
    /// What a pawn is worth at level prospects: the expected score with one more, less a half.
    pub pawn: Interval,
}

/// Of so many plies one is taken: those close to each other tell nothing new. Odd, so that both sides are to move.
const STEP: usize = 5;

/// A column is left out if fewer positions than this differ in it.
const LEAST: usize = 100;

/// What a row of the regression is made of: numbers of men, then who rules, then the constant.
const COLUMNS: usize = 2 * KINDS + 1;

struct Row {
    x: [f64; COLUMNS],
    score: f64,
    game: usize,
}

impl Values {
    /// The values in these games; `None` where there are too few positions with a pawn more.
    pub fn of(vocabulary: &Vocabulary, sheets: &[Sheet]) -> Option<Self> {
        let rows = rows(sheets);
        let differs = |column: usize| rows.iter().filter(|row| row.x[column] != 0.0).count() >= LEAST;
        let used: Vec<usize> = (0..COLUMNS).filter(|&column| differs(column)).collect();
        if used.first() != Some(&0) || used.last() != Some(&(COLUMNS - 1)) {
            return None;
        }
        let fit = Fit::of(&rows, &used)?;
        let letters: Vec<char> = vocabulary.kinds.chars().collect();
        let of_columns = |first: usize| {
            let columns = used.iter().enumerate().filter(|&(_, &column)| (first..first + KINDS).contains(&column));
            columns.map(|(place, &column)| (letters[column - first], fit.in_pawns(place))).collect::<Vec<_>>()
        };
        Some(Self {
            positions: rows.len(),
            men: of_columns(0),
            rulers: of_columns(KINDS),
            white: fit.in_pawns(used.len() - 1),
            pawn: Interval::of(fit.b[0], fit.covariance[0][0].sqrt()).map(|b| 1.0 / (1.0 + (-b).exp()) - 0.5),
        })
    }
}

fn rows(sheets: &[Sheet]) -> Vec<Row> {
    let mut rows = Vec::new();
    for (game, sheet) in sheets.iter().enumerate() {
        let usual = sheet.plies.first().and_then(|ply| ply.rulers);
        for ply in sheet.plies.iter().skip(sheet.sampled).step_by(STEP) {
            let Some(balance) = ply.balance else { continue };
            let mut x = [0.0; COLUMNS];
            x[..KINDS].iter_mut().zip(balance).for_each(|(x, n)| *x = n.into());
            if let (Some(rulers), Some(usual)) = (ply.rulers, usual) {
                for (side, sign) in [(0, 1.0), (1, -1.0)] {
                    if rulers[side] != usual[side] {
                        x[KINDS + usize::from(rulers[side])] += sign;
                    }
                }
            }
            x[COLUMNS - 1] = 1.0;
            rows.push(Row { x, score: sheet.score(), game });
        }
    }
    rows
}

type Matrix = Vec<Vec<f64>>;

/// The coefficients and their covariance.
struct Fit {
    b: Vec<f64>,
    covariance: Matrix,
}

impl Fit {
    /// Fits by Newton's method; `None` if the columns do not say enough.
    fn of(rows: &[Row], used: &[usize]) -> Option<Self> {
        let n = used.len();
        let mut b = vec![0.0; n];
        for _ in 0..30 {
            let (gradient, information) = Self::derivatives(rows, used, &b);
            let step = times(&inverse(information)?, &gradient);
            b.iter_mut().zip(&step).for_each(|(b, step)| *b += step);
            if step.iter().all(|step| step.abs() < 1e-9) {
                break;
            }
        }
        let bread = inverse(Self::derivatives(rows, used, &b).1)?;
        let mut meat = vec![vec![0.0; n]; n];
        for of_game in rows.chunk_by(|a, b| a.game == b.game) {
            let (gradient, _) = Self::derivatives(of_game, used, &b);
            for i in 0..n {
                for j in 0..n {
                    meat[i][j] += gradient[i] * gradient[j];
                }
            }
        }
        let covariance = product(&product(&bread, &meat), &bread);
        b.iter().chain(covariance.iter().flatten()).all(|x| x.is_finite()).then_some(Self { b, covariance })
    }

    /// The gradient of the logarithm of the likelihood, and the information.
    fn derivatives(rows: &[Row], used: &[usize], b: &[f64]) -> (Vec<f64>, Matrix) {
        let n = used.len();
        let (mut gradient, mut information) = (vec![0.0; n], vec![vec![0.0; n]; n]);
        let mut x = vec![0.0; n];
        for row in rows {
            x.iter_mut().zip(used).for_each(|(x, &column)| *x = row.x[column]);
            let p = 1.0 / (1.0 + (-x.iter().zip(b).map(|(x, b)| x * b).sum::<f64>()).exp());
            let weight = p * (1.0 - p);
            for i in 0..n {
                gradient[i] += (row.score - p) * x[i];
                for j in 0..n {
                    information[i][j] += weight * x[i] * x[j];
                }
            }
        }
        (gradient, information)
    }

    /// A coefficient as a multiple of the first one, the pawn's.
    fn in_pawns(&self, i: usize) -> Interval {
        if i == 0 {
            return Interval { value: 1.0, low: 1.0, high: 1.0 };
        }
        let (pawn, c) = (self.b[0], &self.covariance);
        let ratio = self.b[i] / pawn;
        let variance = (c[i][i] - 2.0 * ratio * c[i][0] + ratio * ratio * c[0][0]) / (pawn * pawn);
        Interval::of(ratio, variance.max(0.0).sqrt())
    }
}

fn times(matrix: &Matrix, vector: &[f64]) -> Vec<f64> {
    matrix.iter().map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum()).collect()
}

fn product(a: &Matrix, b: &Matrix) -> Matrix {
    let column = |j: usize| b.iter().map(|row| row[j]).collect::<Vec<_>>();
    let columns: Matrix = (0..b.len()).map(column).collect();
    a.iter()
        .map(|row| columns.iter().map(|column| row.iter().zip(column).map(|(x, y)| x * y).sum()).collect())
        .collect()
}

/// The inverse by Gauss and Jordan; `None` for a matrix that has none.
fn inverse(mut a: Matrix) -> Option<Matrix> {
    let n = a.len();
    let mut inverse: Matrix = (0..n).map(|i| (0..n).map(|j| f64::from(u8::from(i == j))).collect()).collect();
    for column in 0..n {
        let pivot = (column..n).max_by(|&i, &j| a[i][column].abs().total_cmp(&a[j][column].abs()))?;
        if a[pivot][column].abs() < 1e-9 {
            return None;
        }
        a.swap(column, pivot);
        inverse.swap(column, pivot);
        let scale = a[column][column];
        a[column].iter_mut().chain(&mut inverse[column]).for_each(|x| *x /= scale);
        for row in (0..n).filter(|&row| row != column) {
            let factor = a[row][column];
            for j in 0..n {
                a[row][j] -= factor * a[column][j];
                inverse[row][j] -= factor * inverse[column][j];
            }
        }
    }
    Some(inverse)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_inverse_undoes_its_matrix() {
        let a = vec![vec![0.0, 2.0, 1.0], vec![1.0, 3.0, 0.0], vec![4.0, 0.0, 5.0]];
        let identity = product(&a, &inverse(a.clone()).unwrap());
        for (i, row) in identity.iter().enumerate() {
            assert!(row.iter().enumerate().all(|(j, x)| (x - f64::from(u8::from(i == j))).abs() < 1e-12));
        }
        assert_eq!(inverse(vec![vec![1.0, 2.0], vec![2.0, 4.0]]), None);
    }
}
