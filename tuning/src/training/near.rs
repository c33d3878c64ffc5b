//! Positions near those of played games, a few random moves away: what a search meets and no game shows, with men that
//! hang and plans that fail.

use engine::{Control, Engine};
use eval::{Evaluate, HandMade, Score};
use movegen::{Position, Record, Variant};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt, SeedableRng};
use rayon::prelude::*;

use super::data::{Samples, expected};
use super::quiet::{Filter, is_quiet};
use crate::selfplay::{Played, Player};

/// Games whose positions are held at once.
const CHUNK: usize = 1024;
/// The most random moves between a game and a position near it.
const FARTHEST: usize = 3;

/// How many positions near games are learnt, and from whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Near {
    /// So many for every position of the games.
    pub each: usize,
    /// A quiet position has the value of a search of so many nodes with the engine's own evaluator. Without, and for all
    /// others, it is the hand-made value.
    pub nodes: Option<u64>,
    /// The same seed and the same games give the same positions, whatever the number of processors.
    pub seed: u64,
}

impl Near {
    /// Adds the positions near the games to `samples`. With a search, threads of the present rayon pool need the stack of
    /// [`crate::selfplay::pool`].
    ///
    /// # Errors
    /// The first game that could not be read, or that there are too many positions.
    pub fn read<V: Variant>(
        &self,
        samples: &mut Samples,
        mut games: impl Iterator<Item = Result<Played<V>, String>>,
    ) -> Result<(), String> {
        for first in (0_u64..).step_by(CHUNK) {
            let chunk = games.by_ref().take(CHUNK).collect::<Result<Vec<_>, _>>()?;
            if chunk.is_empty() {
                break;
            }
            let teacher = || Teacher::new(self.nodes);
            let found: Vec<Result<Samples, String>> = chunk
                .par_iter()
                .enumerate()
                .map_init(teacher, |teacher, (i, game)| self.of_game(game, first + i as u64, teacher))
                .collect();
            for found in found {
                samples.append(&found?)?;
            }
        }
        Ok(())
    }

    fn of_game<V: Variant>(&self, game: &Played<V>, number: u64, teacher: &mut Teacher<V>) -> Result<Samples, String> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number);
        let mut samples = Samples::default();
        teacher.forget();
        for (pos, _) in game.steps() {
            for _ in 0..self.each {
                let near = stray(pos, &mut random);
                if near.checked_royals().is_empty() && V::decided(&near).is_none() {
                    samples.push(&near, expected(teacher.value(&near)))?;
                }
            }
        }
        Ok(samples)
    }
}

/// What tells the values of positions.
struct Teacher<V: Variant> {
    hand: HandMade<V>,
    searcher: Option<(Engine<V>, Player)>,
}

impl<V: Variant> Teacher<V> {
    fn new(nodes: Option<u64>) -> Self {
        let searcher = nodes.map(|nodes| {
            let player = Player::of_nodes(nodes);
            (player.engine(), player)
        });
        Self { hand: HandMade::new(), searcher }
    }

    /// So that values depend on one game only.
    fn forget(&mut self) {
        if let Some((engine, _)) = &mut self.searcher {
            engine.new_game();
        }
    }

    fn value(&mut self, pos: &Position<V>) -> Score {
        self.searched(pos).unwrap_or_else(|| self.hand.score(pos, &self.hand.refresh(pos)))
    }

    /// The value by the search if the position is quiet.
    fn searched(&mut self, pos: &Position<V>) -> Option<Score> {
        let (engine, player) = self.searcher.as_mut()?;
        let control = Control::default();
        control.arm(false);
        let answer = engine.go(&Record::new(*pos), &player.limits, &control, &mut |_| {});
        let is_useful = is_quiet(pos, answer.best?) && Filter::default().is_open(answer.score);
        is_useful.then_some(answer.score)
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
