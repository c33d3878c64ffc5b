//! Counts of games and pairs by result.

use serde::Serialize;

use super::results::Results;

/// Results of one engine, or against one other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Counts {
    /// Games won.
    pub wins: u64,
    /// Games lost.
    pub losses: u64,
    /// Games drawn.
    pub draws: u64,
    /// Pairs by half points: 0, 1, a win and a loss, two draws, 3, 4.
    pub pairs: [u64; 6],
    /// Games with White: lost, drawn, won.
    pub as_white: [u64; 3],
}

impl Counts {
    /// Returns the counts of the opponent.
    #[must_use]
    pub const fn reversed(self) -> Self {
        let [none, one, split, drawn, three, four] = self.pairs;
        let [lost, level, won] = self.as_white;
        Self {
            wins: self.losses,
            losses: self.wins,
            draws: self.draws,
            pairs: [four, three, split, drawn, one, none],
            as_white: [self.wins - won, self.draws - level, self.losses - lost],
        }
    }

    /// Returns the sum.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            wins: self.wins + other.wins,
            losses: self.losses + other.losses,
            draws: self.draws + other.draws,
            pairs: std::array::from_fn(|i| self.pairs[i] + other.pairs[i]),
            as_white: std::array::from_fn(|i| self.as_white[i] + other.as_white[i]),
        }
    }

    /// Returns the number of games.
    pub const fn games(&self) -> u64 {
        self.wins + self.losses + self.draws
    }

    /// Returns the five counts of pairs of the pentanomial statistics.
    pub const fn five(&self) -> [u64; 5] {
        let [none, one, split, drawn, three, four] = self.pairs;
        [none, one, split + drawn, three, four]
    }

    /// Returns the results of pairs or of single games.
    pub fn results(&self, counts_pairs: bool) -> Results {
        if counts_pairs {
            Results::of_pairs(self.five())
        } else {
            Results::of_games(self.wins, self.draws, self.losses)
        }
    }

    /// Returns the points.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Counts a game by its half points: 0, 1 or 2.
    pub fn add_game(&mut self, half_points: usize, as_white: bool) {
        self.as_white[half_points] += u64::from(as_white);
        *[&mut self.losses, &mut self.draws, &mut self.wins][half_points] += 1;
    }

    /// Counts a pair whose two games have been counted, by their half points.
    pub fn add_pair(&mut self, one: usize, two: usize) {
        let class = match (one, two) {
            (1, 1) => 3,
            _ => [0, 1, 2, 4, 5][one + two],
        };
        self.pairs[class] += 1;
    }

    /// Returns the games by White's result: lost, drawn, won.
    pub const fn of_white(&self) -> [u64; 3] {
        let [lost, _, won] = self.as_white;
        [lost + self.wins - won, self.draws, won + self.losses - lost]
    }
}
