//! Matches: games from random openings, each opening with both colours.

use apocalypse::rules::Position;
use engine::bench::Random;
use movegen::{Color, Game, Outcome, Record};

use super::players::{MixedPlayer, draw};

/// Wins, draws and losses of the first player, and turns of all games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Score {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Turns of all games.
    pub turns: u64,
}

impl Score {
    /// Points in a game, from 0 to 1.
    pub fn mean(&self) -> f64 {
        (self.wins as f64 + 0.5 * self.draws as f64) / self.games().max(1) as f64
    }

    /// Games played.
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Half the width of the interval that holds the true mean in 95 of 100 matches.
    pub fn error(&self) -> f64 {
        let games = self.games().max(1) as f64;
        let mean = self.mean();
        let squares = self.wins as f64 * (1.0 - mean).powi(2)
            + self.draws as f64 * (0.5 - mean).powi(2)
            + self.losses as f64 * mean.powi(2);
        1.96 * (squares / games / games).sqrt()
    }

    /// Adds a game as the player of `side` saw it.
    pub fn add(&mut self, outcome: Outcome, side: Color, turns: usize) {
        match outcome.winner {
            Some(winner) if winner == side => self.wins += 1,
            Some(_) => self.losses += 1,
            None => self.draws += 1,
        }
        self.turns += turns as u64;
    }
}

impl std::ops::AddAssign for Score {
    fn add_assign(&mut self, other: Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        self.turns += other.turns;
    }
}

/// `+350 =30 -20, 0.913 +- 0.024, 23.1 turns a game`
impl std::fmt::Display for Score {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let turns = self.turns as f64 / self.games().max(1) as f64;
        let Self { wins, draws, losses, .. } = self;
        write!(f, "+{wins} ={draws} -{losses}, {:.3} +- {:.3}, {turns:.1} turns a game", self.mean(), self.error())
    }
}

/// A game of up to so many random safe turns that is not over.
fn opening(most: usize, random: &mut Random) -> Record<Position> {
    loop {
        let mut record = Record::new(Position::start());
        for _ in 0..random.below(most + 1) {
            let choices = Color::BOTH.map(|side| {
                let choices = record.position().safe_choices(side);
                (!choices.is_empty()).then(|| choices[random.below(choices.len())])
            });
            record.play(choices);
        }
        if record.outcome().is_none() {
            return record;
        }
    }
}

/// Plays one opening, of at most so many random turns, with both colours; the score is the first player's.
pub fn pair(first: &mut dyn MixedPlayer, second: &mut dyn MixedPlayer, most: usize, seed: u64) -> Score {
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
            let other =
                if second.knows_opponent() { second.answer(&record, !side, &own) } else { second.mix(&record, !side) };
            let choice = [draw(&own, &mut random), draw(&other, &mut random)];
            record.play(if side == Color::White { choice } else { [choice[1], choice[0]] });
        };
        score.add(outcome, side, record.moves().len());
    }
    score
}
