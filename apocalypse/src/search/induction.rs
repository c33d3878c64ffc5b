//! Plain backward induction: the value of a position by its definition, every pair of choices at every turn, one exact
//! matrix game for each position. It remembers positions it has met and has no other short cut; the search is tested
//! against it.

use std::collections::HashMap;

use crate::rules::Position;
use crate::values::Estimate;
use movegen::Color;

use crate::matrix::{Matrix, Solver};
use crate::values::outcome_value;

/// Backward induction with one evaluator.
#[derive(Debug)]
pub struct Induction<E> {
    evaluator: E,
    met: HashMap<(Position, u32), f64>,
    solver: Solver,
}

impl<E: Estimate> Induction<E> {
    /// Has met nothing yet.
    pub fn new(evaluator: E) -> Self {
        Self { evaluator, met: HashMap::new(), solver: Solver::default() }
    }

    /// The value to White of a position searched `depth` turns deep.
    pub fn value(&mut self, pos: &Position, depth: u32) -> f64 {
        if let Some(outcome) = pos.outcome() {
            return outcome_value(outcome);
        }
        if depth == 0 {
            return self.evaluator.value(pos);
        }
        // The number of the turn is no part of what decides the game's value.
        let pos = pos.with_turn_number(1);
        if let Some(&value) = self.met.get(&(pos, depth)) {
            return value;
        }
        let choices = Color::BOTH.map(|c| pos.choices(c));
        let mut game = Matrix::default();
        let [rows, columns] = &choices;
        game.fill(rows.len(), columns.len(), |i, j| self.value(&pos.resolve([rows[i], columns[j]]), depth - 1));
        let value = self.solver.solve(&game).value();
        self.met.insert((pos, depth), value);
        value
    }
}
