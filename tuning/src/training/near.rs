//! Positions near those of played games, a few random moves away: what a search meets and no game shows, with men that
//! hang and plans that fail.

use eval::{Evaluate, Evaluator};
use movegen::{Position, Variant};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt, SeedableRng};
use rayon::prelude::*;

use super::data::Samples;
use crate::logistic::expected;
use arena::{Judge, Played};

/// Games whose positions are held at once.
const CHUNK: usize = 1024;
/// The most random moves between a game and a position near it.
const FARTHEST: usize = 3;

/// How many positions near games are learnt, with the values that a judge gives them: what it knows, far beyond what is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Near {
    /// So many for every position of the games.
    pub each: usize,
    /// The same seed and the same games give the same positions, whatever the number of processors.
    pub seed: u64,
}

impl Near {
    /// Adds the positions near the games to `samples`, with what the judge says of them.
    ///
    /// # Errors
    /// The first game that could not be read, or that there are too many positions.
    pub fn read<V: Variant>(
        &self,
        samples: &mut Samples,
        judge: &Judge,
        mut games: impl Iterator<Item = Result<Played<V>, String>>,
    ) -> Result<(), String> {
        let evaluator = || judge.evaluator::<V>();
        for first in (0_u64..).step_by(CHUNK) {
            let chunk = games.by_ref().take(CHUNK).collect::<Result<Vec<_>, _>>()?;
            if chunk.is_empty() {
                break;
            }
            let found: Vec<Result<Samples, String>> = chunk
                .par_iter()
                .enumerate()
                .map_init(evaluator, |evaluator, (i, game)| self.of_game(game, evaluator, first + i as u64))
                .collect();
            for found in found {
                samples.append(&found?)?;
            }
        }
        Ok(())
    }

    fn of_game<V: Variant>(&self, game: &Played<V>, evaluator: &Evaluator<V>, number: u64) -> Result<Samples, String> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number);
        let mut samples = Samples::default();
        for (pos, _) in game.steps() {
            for _ in 0..self.each {
                let near = stray(pos, &mut random);
                if near.checked_royals().is_empty() && V::decided(&near).is_none() {
                    let value = evaluator.score(&near, &evaluator.refresh(&near));
                    samples.push(&near, expected(value) as f32)?;
                }
            }
        }
        Ok(samples)
    }
}

/// The position after up to [`FARTHEST`] random moves.
fn stray<V: Variant>(mut pos: Position<V>, random: &mut impl Rng) -> Position<V> {
    for _ in 0..random.random_range(0..=FARTHEST) {
        let moves = pos.legal_moves();
        let Some(&m) = moves.choose(random) else { break };
        pos.play(m, &mut ());
    }
    pos
}
