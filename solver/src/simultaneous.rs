//! Forced wins of Apocalypse: a choice that wins within so many turns whatever the other side chooses at the same time.
//!
//! Mixed strategies are not needed: one that wins with certainty wins with each of its choices.

use std::collections::HashMap;

use apocalypse::rules::{Choice, LONGEST_GAME, Position};
use movegen::{Color, Game as _};

use crate::certificate::Certificate;

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

    /// Allows so many positions from now on. What is known remains.
    pub const fn allow(&mut self, budget: u64) {
        self.budget = budget;
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

    /// A choice that wins within the smallest number of turns, at most `max`, and that number.
    fn best(&mut self, pos: &Position, max: u32) -> Option<(Choice, u32)> {
        for turns in 1..=max {
            if let Some(choice) = self.winning(pos, turns)? {
                return Some((choice, turns));
            }
        }
        None
    }

    /// The positions after a choice and each reply, in the order of the replies' texts, without those that are won.
    fn open(&self, pos: &Position, choice: Choice) -> Vec<(Choice, Position)> {
        let mut replies = pos.choices(!self.side);
        replies.sort_by_key(ToString::to_string);
        let resolve = |reply| pos.resolve(if self.side == Color::White { [choice, reply] } else { [reply, choice] });
        let after = replies.into_iter().map(|reply| (reply, resolve(reply)));
        after.filter(|(_, after)| after.outcome().is_none()).collect()
    }

    /// The reply that delays the win most after a choice that wins within so many turns, and the turns that remain after it: 0 if every
    /// reply ends the game. `None` once the budget is exhausted, or if the choice does not win so fast.
    pub fn longest_reply(&mut self, pos: &Position, choice: Choice, turns: u32) -> Option<(Choice, u32)> {
        let mut longest = (*pos.choices(!self.side).first()?, 0);
        for (reply, after) in self.open(pos, choice) {
            let (_, left) = self.best(&after, turns.checked_sub(1)?)?;
            if left > longest.1 {
                longest = (reply, left);
            }
        }
        Some(longest)
    }

    /// The choices of both sides in a forced win, White's first: the shortest win against the replies that delay it most. `None` once the
    /// budget is exhausted, or without a forced win in so many turns.
    pub fn line(&mut self, pos: &Position, turns: u32) -> Option<Vec<[Choice; 2]>> {
        let (mut pos, mut left, mut line) = (*pos, turns, Vec::new());
        while left > 0 {
            let (choice, turns) = self.best(&pos, left)?;
            let (reply, rest) = self.longest_reply(&pos, choice, turns)?;
            let choices = if self.side == Color::White { [choice, reply] } else { [reply, choice] };
            line.push(choices);
            (pos, left) = (pos.resolve(choices), rest);
        }
        Some(line)
    }

    /// Writes the certificate of White's win within so many turns; `None` if it has more than `size` positions, or once the budget is
    /// exhausted.
    pub fn certificate(&mut self, pos: &Position, turns: u32, size: usize) -> Option<Certificate> {
        let mut writer = Writer { prover: self, proved: HashMap::new(), moves: Vec::new(), size };
        writer.attack(pos, turns)?;
        Some(Certificate::new(Position::NAME, pos.to_string(), turns, writer.moves.join(" ")))
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

/// Writes a certificate, as for the games in which the sides move in turn.
struct Writer<'a> {
    prover: &'a mut Prover,
    /// The number of turns to the end in each position that is proved, by key.
    proved: HashMap<u64, u32>,
    moves: Vec<String>,
    /// Positions to be written at most.
    size: usize,
}

impl Writer<'_> {
    /// Writes the proof that the side wins within so many turns, and returns their smallest number. It falls along every path, so that no
    /// position recurs.
    fn attack(&mut self, pos: &Position, left: u32) -> Option<u32> {
        if let Some(&turns) = self.proved.get(&pos.key()).filter(|&&turns| turns <= left) {
            return Some(turns);
        }
        self.size = self.size.checked_sub(1)?;
        let (choice, turns) = self.prover.best(pos, left)?;
        self.moves.push(choice.to_string());
        let mut most = 0;
        for (_, after) in self.prover.open(pos, choice) {
            most = most.max(self.attack(&after, turns - 1)?);
        }
        self.proved.insert(pos.key(), most + 1);
        Some(most + 1)
    }
}

#[cfg(test)]
mod tests {
    use naive::certificate::{Certificate as Read, check};

    use super::*;

    fn read(certificate: Certificate) -> Read {
        let Certificate { game, fen, mate, moves, sha256 } = certificate;
        Read { game, fen, mate, moves, sha256 }
    }

    #[test]
    fn certificates_pass_the_naive_check() {
        let fen = "4n/5/2p2/2P2/1N3 w - - 0 1 00";
        let pos: Position = fen.parse().unwrap();
        let certificate = Prover::new(Color::White, 1_000_000).certificate(&pos, 1, 1_000).unwrap();
        assert!(check(&read(certificate.clone())).unwrap() > 0, "{certificate:?}");
        let other = Certificate::new("apocalypse", fen.to_owned(), 1, certificate.moves.replace("b1c3", "b1d2"));
        assert!(check(&read(other)).is_err());
    }

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
