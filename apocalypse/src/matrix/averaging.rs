//! The last resort: regret matching with averaging, which comes near an equilibrium of any matrix and never fails.
//!
//! Regret matching+ with alternating updates and linear averaging (Tammelin, "Solving large imperfect information games
//! using CFR+", 2014). It is some hundred times slower than the simplex method and far less exact.

use super::payoffs::{Matrix, fill};

/// Enough for guarantees about 1e-4 apart.
const ROUNDS: usize = 4_000;

/// Writes strategies near an equilibrium into `rows` and `columns`.
pub(super) fn solve(game: &Matrix, rows: &mut Vec<f64>, columns: &mut Vec<f64>) {
    fill(rows, game.rows);
    fill(columns, game.columns);
    let (mut row_regrets, mut column_regrets) = (vec![0.0; game.rows], vec![0.0; game.columns]);
    let (mut x, mut y) = (vec![0.0; game.rows], vec![0.0; game.columns]);
    let mut gains = Vec::new();
    matched(&column_regrets, &mut y);
    for round in 1..=ROUNDS {
        gains.clear();
        gains.extend((0..game.rows).map(|row| dot(game.row(row), &y)));
        matched(&row_regrets, &mut x);
        update(&mut row_regrets, &gains, dot(&gains, &x));
        matched(&row_regrets, &mut x);
        gains.clear();
        gains.extend((0..game.columns).map(|column| {
            let payoffs = (0..game.rows).map(|row| game.get(row, column));
            -payoffs.zip(&x).map(|(payoff, share)| payoff * share).sum::<f64>()
        }));
        update(&mut column_regrets, &gains, dot(&gains, &y));
        matched(&column_regrets, &mut y);
        let weight = round as f64;
        rows.iter_mut().zip(&x).for_each(|(sum, share)| *sum += weight * share);
        columns.iter_mut().zip(&y).for_each(|(sum, share)| *sum += weight * share);
    }
    for strategy in [rows, columns] {
        let sum: f64 = strategy.iter().sum();
        strategy.iter_mut().for_each(|share| *share /= sum);
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Probabilities in proportion to the regrets; all equal when there are none.
fn matched(regrets: &[f64], strategy: &mut [f64]) {
    let sum: f64 = regrets.iter().sum();
    let equal = 1.0 / regrets.len() as f64;
    for (share, regret) in strategy.iter_mut().zip(regrets) {
        *share = if sum > 0.0 { regret / sum } else { equal };
    }
}

fn update(regrets: &mut [f64], gains: &[f64], average: f64) {
    for (regret, gain) in regrets.iter_mut().zip(gains) {
        *regret = (*regret + gain - average).max(0.0);
    }
}
