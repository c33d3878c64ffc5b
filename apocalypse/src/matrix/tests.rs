//! Known games, and thousands of random ones against an independent linear-programming crate.

use microlp::{ComparisonOp, OptimizationDirection, Problem, SolveOutcome};

use super::*;
use engine::bench::Random;

fn matrix(rows: &[&[f64]]) -> Matrix {
    let mut game = Matrix::default();
    game.reset(rows.len(), rows[0].len());
    for (i, row) in rows.iter().enumerate() {
        for (j, &payoff) in row.iter().enumerate() {
            game.set(i, j, payoff);
        }
    }
    game
}

/// The value by the row player's program: the largest `v` that some strategy yields against every column.
fn value_by_linear_program(game: &Matrix) -> f64 {
    let mut problem = Problem::new(OptimizationDirection::Maximize);
    let v = problem.add_var(1.0, (f64::NEG_INFINITY, f64::INFINITY));
    let x: Vec<_> = (0..game.rows).map(|_| problem.add_var(0.0, (0.0, 1.0))).collect();
    problem.add_constraint(x.iter().map(|&x| (x, 1.0)).collect::<Vec<_>>(), ComparisonOp::Eq, 1.0);
    for column in 0..game.columns {
        let mut terms: Vec<_> = x.iter().enumerate().map(|(row, &x)| (x, game.get(row, column))).collect();
        terms.push((v, -1.0));
        problem.add_constraint(terms, ComparisonOp::Ge, 0.0);
    }
    match problem.solve().unwrap() {
        SolveOutcome::Solution(solution) => solution.objective(),
        SolveOutcome::Interrupted(_) => unreachable!("no limit was set"),
    }
}

/// A random matrix of one of the sorts that game trees contain.
fn random(random: &mut Random, largest: usize) -> Matrix {
    let (rows, columns) = (1 + random.below(largest), 1 + random.below(largest));
    let sort = random.below(6);
    let levels = 2 + random.below(9);
    let base = random.below(2001) as f64 / 1000.0 - 1.0;
    let mut game = Matrix::default();
    game.reset(rows, columns);
    for row in 0..rows {
        for column in 0..columns {
            let fine = random.below(1 << 30) as f64 / f64::from(1 << 29) - 1.0;
            let payoff = match sort {
                0 | 1 => fine,
                // Few levels: many ties, degenerate programs.
                2 => random.below(levels) as f64 / levels as f64,
                3 => [-1.0, 0.0, 1.0][random.below(3)],
                // Nearly equal numbers, as tables computed by iteration contain them.
                4 => base + fine * 1e-9,
                // Rows like one another.
                _ if row > 0 && random.below(3) > 0 => game.get(row - 1, column),
                _ => fine,
            };
            game.set(row, column, payoff);
        }
    }
    game
}

#[track_caller]
fn check(solver: &mut Solver, game: &Matrix) -> Solution {
    let solution = solver.solve(game);
    let scale = game.payoffs.iter().fold(1.0, |most: f64, payoff| most.max(payoff.abs()));
    assert!(solution.gap() <= TOLERANCE * scale, "{solution:?} of {game:?}");
    assert!(solution.gap() >= -1e-12 * scale, "{solution:?} of {game:?}");
    for strategy in [solver.rows(), solver.columns()] {
        assert!(strategy.iter().all(|&share| share >= 0.0) && (strategy.iter().sum::<f64>() - 1.0).abs() < 1e-9);
    }
    let (low, high) = guarantees(game, solver.rows(), solver.columns());
    assert!((low - solution.low).abs() <= 1e-15 * scale && (high - solution.high).abs() <= 1e-15 * scale);
    solution
}

#[test]
fn a_saddle_point_is_found_without_mixing() {
    let game = matrix(&[&[4.0, 1.0, 2.0], &[3.0, 2.0, 5.0], &[0.0, 1.0, 7.0]]);
    let mut solver = Solver::default();
    assert_eq!(check(&mut solver, &game), Solution { low: 2.0, high: 2.0, method: Method::Pure });
    assert_eq!((solver.rows(), solver.columns()), (&[0.0, 1.0, 0.0][..], &[0.0, 1.0, 0.0][..]));
}

#[test]
fn rock_paper_scissors_is_mixed_evenly() {
    let game = matrix(&[&[0.0, -1.0, 1.0], &[1.0, 0.0, -1.0], &[-1.0, 1.0, 0.0]]);
    let mut solver = Solver::default();
    let solution = check(&mut solver, &game);
    assert!(solution.value().abs() < 1e-12);
    assert!(solver.rows().iter().chain(solver.columns()).all(|share| (share - 1.0 / 3.0).abs() < 1e-12));
}

#[test]
fn a_hopeless_choice_is_never_made() {
    // The third row yields at most what the first is sure of.
    let game = matrix(&[&[3.0, 1.0], &[0.0, 4.0], &[1.0, 1.0]]);
    let mut solver = Solver::default();
    assert!((check(&mut solver, &game).value() - 2.0).abs() < 1e-12);
    assert_eq!(solver.rows()[2], 0.0);
}

#[test]
fn random_matrices_agree_with_an_independent_solver() {
    let mut source = Random(1);
    let mut solver = Solver::default();
    for _ in 0..4_000 {
        let game = random(&mut source, 14);
        let value = check(&mut solver, &game).value();
        let expected = value_by_linear_program(&game);
        assert!((value - expected).abs() < 1e-6, "{value} is not {expected} in {game:?}");
    }
    for _ in 0..40 {
        let game = random(&mut source, 60);
        let value = check(&mut solver, &game).value();
        let expected = value_by_linear_program(&game);
        assert!((value - expected).abs() < 1e-6, "{value} is not {expected} in {game:?}");
    }
}

#[test]
fn a_hundred_thousand_games_are_solved_with_proof() {
    let mut source = Random(2);
    let mut solver = Solver::default();
    for _ in 0..100_000 {
        check(&mut solver, &random(&mut source, 20));
    }
    for _ in 0..100 {
        check(&mut solver, &random(&mut source, 192));
    }
}

#[test]
fn exchanging_the_players_negates_the_value() {
    let mut source = Random(3);
    let mut solver = Solver::default();
    for _ in 0..2_000 {
        let game = random(&mut source, 12);
        let mut other = Matrix::default();
        other.reset(game.columns, game.rows);
        for row in 0..game.rows {
            for column in 0..game.columns {
                other.set(column, row, -game.get(row, column));
            }
        }
        let value = check(&mut solver, &game).value();
        assert!((value + check(&mut solver, &other).value()).abs() < 2e-9);
    }
}

#[test]
fn the_careful_methods_agree_with_the_quick_one() {
    let mut source = Random(4);
    let mut solver = Solver::default();
    for _ in 0..2_000 {
        let game = random(&mut source, 10);
        let value = check(&mut solver, &game).value();
        // As if the quick method had found nothing.
        let nothing = Solution { low: f64::NEG_INFINITY, high: f64::INFINITY, method: Method::Simplex };
        solver.kept.survey(&game);
        let rescued = solver.rescue(&game, nothing, 1.0);
        assert!(rescued.gap() < 1e-7 && (rescued.value() - value).abs() < 1e-7, "{rescued:?}, {value}");
        let (low, high) = guarantees(&game, solver.rows(), solver.columns());
        assert!((low - rescued.low).abs() < 1e-12 && (high - rescued.high).abs() < 1e-12);
    }
}

#[test]
fn the_last_resort_comes_near() {
    let mut source = Random(5);
    let (mut rows, mut columns) = (Vec::new(), Vec::new());
    for _ in 0..50 {
        let game = random(&mut source, 10);
        averaging::solve(&game, &mut rows, &mut columns);
        let (low, high) = guarantees(&game, &rows, &columns);
        assert!(high - low < 1e-2, "{low} {high}");
    }
}
