//! Forced wins of Apocalypse: a choice that wins within so many turns whatever the other side chooses at the same time.
//!
//! Mixed strategies are not needed: one that wins with certainty wins with each of its choices.

use std::collections::HashMap;

use apocalypse::rules::{Choice, LONGEST_GAME, Position};
use movegen::Color;

/// The largest number of turns for which a win is disproved, and the smallest in which it is proved, if it is.
type Known = (u32, Option<u32>);

/// Proves wins of one side by exhaustive search.
#[derive(Debug)]
pub struct Prover {
    side: Color,
    /// Remaining positions.
    budget: u64,
    known: HashMap<u64, Known>,
}

impl Prover {
    /// Creates a prover for a side that may visit so many positions.
    pub fn new(side: Color, budget: u64) -> Self {
        Self { side, budget, known: HashMap::new() }
    }

    /// Returns `true` if the side has a choice that wins within so many turns; `None` once the budget is exhausted.
    pub fn is_forced(&mut self, pos: &Position, turns: u32) -> Option<bool> {
        Some(self.winning(pos, turns)?.is_some())
    }

    /// Returns the smallest number of turns, at most `max`, within which the side can force a win, or 0.
    pub fn distance(&mut self, pos: &Position, max: u32) -> Option<u32> {
        for turns in 1..=max {
            if self.is_forced(pos, turns)? {
                return Some(turns);
            }
        }
        Some(0)
    }

    /// All choices that win within so many turns.
    pub fn keys(&mut self, pos: &Position, turns: u32) -> Option<Vec<Choice>> {
        let mut keys = Vec::new();
        for choice in &pos.choices(self.side) {
            if self.wins(pos, *choice, turns)? {
                keys.push(*choice);
            }
        }
        Some(keys)
    }

    /// The first choice that wins within so many turns.
    fn winning(&mut self, pos: &Position, turns: u32) -> Option<Option<Choice>> {
        let has_room = u32::from(pos.turn_number()) + turns < u32::from(LONGEST_GAME);
        let (disproved, proved) = self.known.get(&pos.key()).copied().filter(|_| has_room).unwrap_or_default();
        if turns <= disproved {
            return Some(None);
        }
        let is_known = proved.is_some_and(|proved| proved <= turns);
        for choice in &pos.choices(self.side) {
            if self.wins(pos, *choice, turns)? {
                if has_room && !is_known {
                    self.known.insert(pos.key(), (disproved, Some(turns)));
                }
                return Some(Some(*choice));
            }
        }
        if has_room {
            self.known.insert(pos.key(), (turns, proved));
        }
        Some(None)
    }

    /// Returns `true` if this choice wins within so many turns against every reply.
    pub fn wins(&mut self, pos: &Position, choice: Choice, turns: u32) -> Option<bool> {
        if turns == 0 {
            return Some(false);
        }
        let mut open = Vec::new();
        for reply in &pos.choices(!self.side) {
            self.budget = self.budget.checked_sub(1)?;
            let after = pos.resolve(if self.side == Color::White { [choice, *reply] } else { [*reply, choice] });
            match after.outcome() {
                Some(outcome) if outcome.winner == Some(self.side) => {}
                None if turns > 1 => open.push(after),
                _ => return Some(false),
            }
        }
        for after in open {
            let has_room = u32::from(after.turn_number()) + turns < u32::from(LONGEST_GAME);
            let proved = self.known.get(&after.key()).and_then(|known| known.1).filter(|_| has_room);
            if proved.is_none_or(|proved| proved >= turns) && self.winning(&after, turns - 1)?.is_none() {
                return Some(false);
            }
        }
        Some(true)
    }
}

#[cfg(test)]
mod tests {
    use movegen::Game as _;

    use super::*;

    /// The last black pawn is blocked and attacked.
    #[test]
    fn attacked_last_pawn_loses_at_once() {
        let pos: Position = "4n/5/2p2/2P2/1N3 w - - 0 1 00".parse().unwrap();
        let mut prover = Prover::new(Color::White, 100_000);
        assert_eq!(prover.distance(&pos, 2), Some(1));
        let keys = prover.keys(&pos, 1).unwrap();
        assert_eq!(keys.iter().map(ToString::to_string).collect::<Vec<_>>(), ["b1c3"]);
        assert_eq!(Prover::new(Color::Black, 100_000).distance(&pos, 1), Some(0));
    }

    #[test]
    fn start_is_no_forced_win() {
        let start = Position::start();
        assert_eq!(Prover::new(Color::White, 1_000_000).distance(&start, 2), Some(0));
        assert_eq!(Prover::new(Color::White, 100).distance(&start, 2), None);
    }
}
