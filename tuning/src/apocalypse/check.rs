//! Tables of endings against a linear program over the values of the next positions.

use apocalypse::rules::{Choice, Position};
use apocalypse::tables::{Class, Tables};
use apocalypse::values::outcome_value;
use engine::bench::Random;
use microlp::{ComparisonOp, OptimizationDirection, Problem, SolveOutcome};
use movegen::Color;

/// Returns the largest difference of the values of random positions of a class to those of their matrices, at this price of a
/// turn.
pub(crate) fn largest_error(tables: &Tables, class: Class, price: f64, positions: usize) -> Result<f64, String> {
    let mut random = Random(1);
    let mut most: f64 = 0.0;
    let mut checked = 0;
    while checked < positions {
        let Some(pos) = position(class, &mut random) else { continue };
        let of_table = tables.probe(&pos).ok_or_else(|| format!("no table knows {pos}"))?;
        let of_matrix = value(tables, &pos)? * (1.0 - price);
        most = most.max((of_table - of_matrix).abs());
        checked += 1;
    }
    Ok(most)
}

/// A random position of a class, unless it is over.
fn position(class: Class, random: &mut Random) -> Option<Position> {
    let pawns = class.pawns(random.below(class.blocks()))?;
    let knights = class.knights(pawns, random.below(class.block_size()));
    let penalties = [random.below(2) as u8, random.below(2) as u8];
    let pos = Position::from_parts(pawns, knights, penalties);
    pos.outcome().is_none().then_some(pos)
}

/// Returns the value of the position after two choices.
pub(super) fn payoff(tables: &Tables, pos: &Position, choices: [Choice; 2]) -> Result<f64, String> {
    let next = pos.resolve(choices);
    match next.outcome() {
        Some(outcome) => Ok(outcome_value(outcome)),
        None => tables.probe(&next).ok_or_else(|| format!("no table knows {next}")),
    }
}

/// Returns the value of what a position leads to: the most that a strategy of White's yields against all choices of Black's.
fn value(tables: &Tables, pos: &Position) -> Result<f64, String> {
    let [white, black] = Color::BOTH.map(|c| pos.choices(c));
    let mut problem = Problem::new(OptimizationDirection::Maximize);
    let yields = problem.add_var(1.0, (f64::NEG_INFINITY, f64::INFINITY));
    let shares: Vec<_> = white.iter().map(|_| problem.add_var(0.0, (0.0, 1.0))).collect();
    problem.add_constraint(shares.iter().map(|&share| (share, 1.0)).collect::<Vec<_>>(), ComparisonOp::Eq, 1.0);
    for &reply in &black {
        let mut terms = vec![(yields, -1.0)];
        for (&choice, &share) in white.iter().zip(&shares) {
            terms.push((share, payoff(tables, pos, [choice, reply])?));
        }
        problem.add_constraint(terms, ComparisonOp::Ge, 0.0);
    }
    match problem.solve() {
        Ok(SolveOutcome::Solution(solution)) => Ok(solution.objective()),
        Ok(SolveOutcome::Interrupted(_)) => Err(format!("the program of {pos} was not solved")),
        Err(error) => Err(format!("the program of {pos} was not solved: {error}")),
    }
}
