//! Matches: games from random openings, each opening with both colours.

use apocalypse::rules::Position;
use arena::statistics::counts::Counts;
use arena::statistics::results::Z95;
use engine::bench::Random;
use movegen::{Color, Game, Outcome, Record};

use super::players::{MixedPlayer, draw};
use super::samples::any;

/// The results of the first player, and turns of all games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Score {
    pub(super) counts: Counts,
    turns: u64,
}

impl Score {
    /// Adds a game as the player of `side` saw it.
    pub(super) fn add(&mut self, outcome: Outcome, side: Color, turns: usize) {
        let half_points = outcome.winner.map_or(1, |winner| 2 * usize::from(winner == side));
        self.counts.add_game(half_points, side == Color::White);
        self.turns += turns as u64;
    }

    pub(crate) fn plus(self, other: Self) -> Self {
        Self { counts: self.counts.plus(other.counts), turns: self.turns + other.turns }
    }

    /// Returns the points per game with half the 95 % interval.
    pub(super) fn mean(&self) -> [f64; 2] {
        let results = self.counts.results(false);
        [results.mean(), Z95 * (results.variance() / results.count() as f64).sqrt()]
    }
}

/// `+350 =30 -20, 0.913 +- 0.024, 23.1 turns a game`
impl std::fmt::Display for Score {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Counts { wins, draws, losses, .. } = self.counts;
        let turns = self.turns as f64 / self.counts.games().max(1) as f64;
        let [mean, error] = self.mean();
        write!(f, "+{wins} ={draws} -{losses}, {mean:.3} +- {error:.3}, {turns:.1} turns a game")
    }
}

/// Plays up to this many random safe turns to a position that is not over.
fn opening(most: usize, random: &mut Random) -> Record<Position> {
    loop {
        let mut record = Record::new(Position::start());
        for _ in 0..random.below(most + 1) {
            let choices = Color::BOTH.map(|side| any(&record.position().safe_choices(side), random));
            record.play(choices);
        }
        if record.outcome().is_none() {
            return record;
        }
    }
}

/// Plays one opening, of at most so many random turns, with both colours; the score is the first player's.
pub(crate) fn pair(first: &mut dyn MixedPlayer, second: &mut dyn MixedPlayer, most: usize, seed: u64) -> Score {
    let mut random = Random(seed);
    let begin = opening(most, &mut random);
    let mut score = Score::default();
    for side in Color::BOTH {
        let mut record = begin.clone();
        let outcome = loop {
            if let Some(outcome) = record.outcome() {
                break outcome;
            }
            let own = first.mix(&record, side);
            let other = second.answer(&record, !side, &own);
            let mut choices = [draw(&own, &mut random), draw(&other, &mut random)];
            if side == Color::Black {
                choices.reverse();
            }
            record.play(choices);
        };
        score.add(outcome, side, record.moves().len());
    }
    score
}
