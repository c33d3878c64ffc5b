//! Positions a few random moves from those of games: they contain what games do not show, undefended pieces and failed plans. Instead of
//! such a position, the positions of its search tree can be taken.

use std::collections::HashSet;

use engine::{Engine, Limits, Settings, TreeNode};
use eval::{Evaluate, Evaluator, Score};
use movegen::{Position, Record, Variant};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt, SeedableRng};
use rayon::prelude::*;

use super::data::{Valued, is_quiet};
use super::positions::is_static;
use crate::selfplay::{answer, pool};
use arena::Played;
use games::EvaluatorSource;
use laboratory::players::HASH;

/// The first search uses this share of the nodes. Most positions that are not quiet are recognized by it.
const GLANCE: u64 = 10;
const CHUNK: usize = 256;
const FARTHEST: usize = 3;

/// Training positions near games, with the values of a judge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Near {
    /// Positions per position of the games.
    pub(crate) each: usize,
    /// The search of each position; without one all have their static value.
    pub(crate) search: Option<Search>,
    /// Games to skip; the positions of the others do not change.
    pub(crate) skip: u32,
    /// Seed. The result does not depend on the number of processors.
    pub(crate) seed: u64,
}

/// A search, and the positions taken from it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Search {
    /// Node limit.
    pub(crate) nodes: u64,
    /// The quiet positions of the search tree are taken; if `None` the root, with the value of the search if it is quiet, else with
    /// the static value.
    pub(crate) tree: Option<Tree>,
}

/// Selects positions of a search tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Tree {
    /// Smallest depth of the search below a position, in plies.
    pub(crate) depth: u32,
    /// One position of so many is taken.
    pub(crate) one_in: u64,
}

impl Near {
    /// Passes the positions near the games with their values in centipawns for the side to move to `take`, with the number of
    /// games so far.
    pub(crate) fn search<V: Variant>(
        &self,
        rules: V,
        judge: &EvaluatorSource,
        mut games: impl Iterator<Item = Result<Played<V>, String>>,
        mut take: impl FnMut(&[Valued<V>], u64) -> Result<(), String>,
    ) -> Result<(), String> {
        let evaluator = judge.evaluator(rules).expect("the file was tried");
        let pool = pool(rayon::current_num_threads()).map_err(|error| error.to_string())?;
        games.by_ref().take(self.skip as usize).try_for_each(|game| game.map(drop))?;
        for first in (u64::from(self.skip)..).step_by(CHUNK) {
            let chunk = games.by_ref().take(CHUNK).collect::<Result<Vec<_>, _>>()?;
            if chunk.is_empty() {
                break;
            }
            let assessors = || Assessor::new(evaluator, self.search.map(|search| search.nodes));
            let of_game = |assessor: &mut _, (i, game)| self.of_game(game, assessor, first + i as u64);
            let found: Vec<Vec<_>> =
                pool.install(|| chunk.par_iter().enumerate().map_init(assessors, of_game).collect());
            take(&found.concat(), first + chunk.len() as u64)?;
        }
        Ok(())
    }

    fn of_game<V: Variant>(&self, game: &Played<V>, assessor: &mut Assessor<V>, number: u64) -> Vec<Valued<V>> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number);
        let mut found = Vec::new();
        let mut seen = HashSet::new();
        assessor.begin();
        for (pos, _) in game.steps() {
            for _ in 0..self.each {
                let near = stray(pos, &mut random);
                if near.checked_royals().is_empty() && V::decided(&near).is_none() {
                    match self.search.and_then(|search| search.tree) {
                        Some(tree) => found.extend(assessor.tree(&near, &tree, &mut seen)),
                        None => found.push(Valued::exactly(near, assessor.value(&near))),
                    }
                }
            }
        }
        found
    }
}

/// Repeated searches of important positions of a list, with more nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Again {
    pub(crate) nodes: u64,
    /// Pieces on the board at least.
    pub(crate) pieces: u32,
    /// Largest absolute value in centipawns.
    pub(crate) within: Score,
}

impl Again {
    /// Positions of a list that share a hash table, so that values do not depend on the number of processors.
    const TOGETHER: usize = 64;
    /// Positions that are held at once.
    pub(crate) const CHUNK: usize = 200 * Self::TOGETHER;

    /// Returns `true` if a position of a list is searched again: its value is not the static value of the judge of the list, and
    /// number of pieces and value are within the limits.
    pub(crate) fn takes<V: Variant>(&self, valued: &Valued<V>, was: &Evaluator<V>) -> bool {
        let &Valued { pos, value, .. } = valued;
        pos.occupied().count() >= self.pieces && value.abs() <= self.within && !is_static(valued, was)
    }

    /// Returns the positions that are quiet in a deeper search, with its values.
    pub(crate) fn search<V: Variant>(
        &self,
        rules: V,
        judge: &EvaluatorSource,
        positions: &[Position<V>],
    ) -> Result<Vec<Valued<V>>, String> {
        let evaluator = judge.evaluator(rules).expect("the file was tried");
        let assessor = || Assessor::new(evaluator, Some(self.nodes));
        let of_some = |assessor: &mut Assessor<V>, some: &[Position<V>]| -> Vec<_> {
            assessor.begin();
            some.iter().filter_map(|pos| Some(Valued::exactly(*pos, assessor.searched(pos)?))).collect()
        };
        let pool = pool(rayon::current_num_threads()).map_err(|error| error.to_string())?;
        Ok(pool.install(|| positions.par_chunks(Self::TOGETHER).map_init(assessor, of_some).flatten().collect()))
    }
}

/// The judge: an evaluator, and an engine with the same evaluator if positions are searched.
struct Assessor<V: Variant> {
    evaluator: Evaluator<V>,
    /// With the limits of the first part of a search and of the whole.
    searcher: Option<(Engine<V>, [Limits; 2])>,
}

impl<V: Variant> Assessor<V> {
    fn new(evaluator: Evaluator<V>, nodes: Option<u64>) -> Self {
        let searcher = |nodes: u64| {
            let settings = Settings { hash: Some(HASH), ..Settings::default() };
            let limits = |nodes| Limits { nodes: Some(nodes), ..Limits::default() };
            (Engine::with_evaluator(settings, evaluator), [limits(nodes.div_ceil(GLANCE)), limits(nodes)])
        };
        Self { evaluator, searcher: nodes.map(searcher) }
    }

    fn begin(&mut self) {
        if let Some((engine, _)) = &mut self.searcher {
            engine.new_game();
        }
    }

    /// The value of a position, in centipawns for the side to move.
    fn value(&mut self, pos: &Position<V>) -> Score {
        self.searched(pos).unwrap_or_else(|| self.evaluator.score_afresh(pos))
    }

    /// The quiet positions of the tree of a search, except those seen.
    fn tree(&mut self, root: &Position<V>, tree: &Tree, seen: &mut HashSet<u64>) -> Vec<Valued<V>> {
        let Some((engine, [_, whole])) = self.searcher.as_mut().filter(|_| root.outcome().is_none()) else {
            return Vec::new();
        };
        answer(engine, &Record::new(*root), whole);
        let valued = |TreeNode { position: pos, best, score: value, bound }| {
            let is_taken = pos.key().is_multiple_of(tree.one_in) && is_quiet(&pos, best, value);
            is_taken.then_some(Valued { pos, value, bound })
        };
        engine.tree(root, tree.depth, seen).into_iter().filter_map(valued).collect()
    }

    fn searched(&mut self, pos: &Position<V>) -> Option<Score> {
        let (engine, limits) = self.searcher.as_mut().filter(|_| pos.outcome().is_none())?;
        let record = Record::new(*pos);
        let quiet = limits.iter().try_fold(None, |_, limits| {
            let (best, value) = answer(engine, &record, limits);
            is_quiet(pos, Some(best), value).then_some(Some(value))
        });
        quiet.flatten()
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

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::Chess;

    /// The value of a position with no search, and with one of so many nodes.
    fn values(fen: &str) -> [Score; 2] {
        let pos: Position<Chess> = fen.parse().unwrap();
        [None, Some(2_000)].map(|nodes| Assessor::new(Evaluator::hand_made(), nodes).value(&pos))
    }

    #[test]
    fn quiet_position_has_its_search_value() {
        let [quiet, searched] = values("8/8/P6k/7p/7P/8/8/K7 w - - 0 1");
        assert!(searched > quiet + 200, "{searched} after a search, {quiet} without");
    }

    #[test]
    fn where_something_hangs_no_search_counts() {
        let [quiet, searched] = values("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1");
        assert_eq!(quiet, searched);
    }

    #[test]
    fn a_finished_game_has_a_value() {
        let [quiet, searched] = values("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
        assert_eq!(quiet, searched);
    }
}
