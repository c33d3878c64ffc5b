//! Helpmates: both sides cooperate so that the side to move is mated.

use std::collections::HashSet;

use movegen::{Color, Game, Move, Position, Variant};

use crate::solver::Budget;

/// Entries of the set of positions without a solution.
const MAX_FAILED: usize = 20_000_000;

struct Search<'a, V: Variant> {
    winner: Color,
    failed: HashSet<(u64, u32)>,
    line: Vec<Move>,
    solutions: Vec<Vec<Move>>,
    most: usize,
    nodes: u64,
    budget: &'a Budget<'a>,
    is_over: bool,
    game: std::marker::PhantomData<V>,
}

/// The solutions of a helpmate, and `true` if the search was complete.
pub type Solutions = (Vec<Vec<Move>>, bool);

/// Finds lines of exactly `moves` moves of each side, the side to move first, at whose end the other side wins on the board: at most
/// `most` of them.
///
/// ```
/// use movegen::{Chess, Position};
/// use upheaval_solver::{Budget, helpmate};
/// let pos: Position<Chess> = "7k/5K2/8/6R1/8/8/8/8 b - - 0 1".parse()?;
/// let (solutions, is_complete) = helpmate::solve(&pos, 1, 10, &Budget::default());
/// assert!(is_complete);
/// assert_eq!(solutions.len(), 1);
/// # Ok::<(), movegen::FenError>(())
/// ```
pub fn solve<V: Variant>(pos: &Position<V>, moves: u32, most: usize, budget: &Budget<'_>) -> Solutions {
    let mut search = Search {
        winner: !pos.turn(),
        failed: HashSet::new(),
        line: Vec::new(),
        solutions: Vec::new(),
        most,
        nodes: 0,
        budget,
        is_over: Game::outcome(pos).is_some(),
        game: std::marker::PhantomData,
    };
    search.visit(pos, 2 * moves);
    let is_complete = !search.is_over && search.solutions.len() < most;
    (search.solutions, is_complete)
}

impl<V: Variant> Search<'_, V> {
    /// Returns `true` if there is a solution below.
    fn visit(&mut self, pos: &Position<V>, plies: u32) -> bool {
        self.nodes += 1;
        let is_stopped = || self.budget.control.is_some_and(engine::Control::is_stopped);
        if self.budget.nodes.is_some_and(|most| self.nodes > most) || (self.nodes.is_multiple_of(1024) && is_stopped())
        {
            self.is_over = true;
        }
        let clock = if u32::from(pos.clock()) + plies >= u32::from(pos.game().move_rule()) {
            u32::from(pos.clock()) + 1
        } else {
            0
        };
        let entry = (pos.key(), plies << 8 | clock);
        if self.is_over || plies == 0 || self.failed.contains(&entry) {
            return false;
        }
        let mut is_solved = false;
        for m in pos.legal_moves() {
            let child = pos.after(m);
            self.line.push(m);
            if plies == 1 {
                // Only a check ends the game in most games; the count of replies is the expensive part.
                if child.outcome().is_some_and(|outcome| outcome.winner == Some(self.winner)) {
                    self.solutions.push(self.line.clone());
                    is_solved = true;
                }
            } else if child.outcome().is_none() && child.clock() < child.game().move_rule() {
                is_solved |= self.visit(&child, plies - 1);
            }
            self.line.pop();
            if self.is_over || self.solutions.len() >= self.most {
                return is_solved;
            }
        }
        if !is_solved && self.failed.len() < MAX_FAILED {
            self.failed.insert(entry);
        }
        is_solved
    }
}
