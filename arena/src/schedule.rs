//! Pairings, colors and openings as a function of the game's number, so that a match can be resumed from the numbers of
//! its finished games.

use crate::config::{Config, Tournament};

/// A scheduled game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pairing {
    /// The number of the game, from 1.
    pub id: usize,
    /// The number of the encounter, from 0. Its games have the same opening and count as a pair.
    pub encounter: usize,
    /// The indices of the encounter's first and second engine.
    pub engines: [usize; 2],
    /// The first engine is White.
    pub first_is_white: bool,
    /// The number of the opening, from 0.
    pub opening: usize,
}

impl Pairing {
    /// Returns the engines by color.
    pub const fn by_color(&self) -> [usize; 2] {
        let [first, second] = self.engines;
        if self.first_is_white { [first, second] } else { [second, first] }
    }
}

/// The schedule of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    /// The pairings of a round.
    pub pairs: Vec<[usize; 2]>,
    rounds: usize,
    games: usize,
    no_swap: bool,
    reverse: bool,
    once_a_round: bool,
}

impl Schedule {
    /// The schedule of a match.
    pub fn new(config: &Config) -> Self {
        let engines = config.engines.len();
        let firsts = match config.tournament {
            Tournament::RoundRobin => engines,
            Tournament::Gauntlet => config.seeds.min(engines.saturating_sub(1)),
        };
        let pairs = (0..firsts).flat_map(|a| (a + 1..engines).map(move |b| [a, b])).collect();
        let Config { rounds, games, no_swap, reverse, .. } = *config;
        Self { pairs, rounds, games, no_swap, reverse, once_a_round: config.openings.once_a_round }
    }

    /// Returns the number of games.
    pub fn total(&self) -> usize {
        self.pairs.len() * self.rounds * self.games
    }

    /// Returns the game of this number, from 1.
    pub fn game(&self, id: usize) -> Option<Pairing> {
        if id == 0 || id > self.total() {
            return None;
        }
        let encounter = (id - 1) / self.games;
        // As in other match runners, the first engine is White in odd games of the match.
        let is_swapped = id.is_multiple_of(2) && !self.no_swap;
        Some(Pairing {
            id,
            encounter,
            engines: self.pairs[encounter % self.pairs.len()],
            first_is_white: is_swapped == self.reverse,
            opening: if self.once_a_round { encounter / self.pairs.len() } else { encounter },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schedule(pairs: &[[usize; 2]], rounds: usize, games: usize) -> Schedule {
        Schedule { pairs: pairs.to_vec(), rounds, games, no_swap: false, reverse: false, once_a_round: false }
    }

    #[test]
    fn first_engine_is_white_in_odd_games() {
        let of = schedule(&[[0, 1]], 2, 2);
        let games: Vec<_> = (1..=4).map(|id| of.game(id).unwrap()).collect();
        assert_eq!(games.iter().map(|game| game.first_is_white).collect::<Vec<_>>(), [true, false, true, false]);
        assert_eq!(games.iter().map(|game| game.opening).collect::<Vec<_>>(), [0, 0, 1, 1]);
        assert_eq!(games[1].by_color(), [1, 0]);
        assert_eq!((of.total(), of.game(0), of.game(5)), (4, None, None));
        let reversed = Schedule { reverse: true, ..of.clone() };
        assert_eq!(reversed.game(1).unwrap().by_color(), [1, 0]);
        let same = Schedule { no_swap: true, ..of };
        assert_eq!(same.game(2).unwrap().by_color(), [0, 1]);
    }

    #[test]
    fn round_robin_pairs_all_engines_every_round() {
        let of = schedule(&[[0, 1], [0, 2], [1, 2]], 2, 2);
        assert_eq!(of.total(), 12);
        let met: Vec<_> = (1..=12).map(|id| of.game(id).unwrap().engines).collect();
        assert_eq!(met[..6], [[0, 1], [0, 1], [0, 2], [0, 2], [1, 2], [1, 2]]);
        assert_eq!(met[..6], met[6..]);
        let once = Schedule { once_a_round: true, ..of };
        assert_eq!((once.game(5).unwrap().opening, once.game(7).unwrap().opening), (0, 1));
    }
}
