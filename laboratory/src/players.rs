//! Players of the laboratory: the engine with a number of nodes per move and no memory of other games.

use std::collections::BTreeMap;

use engine::{Bound, Control, Limits, Settings};
use eval::score::{loss_in, win_in};
use games::{EngineError, GameEngine, PlayedGame, Report, Request, Resources, Strategy, Value};
use movegen::{Color, Record, Turn};
use rand::{Rng, RngExt};

use crate::figures::knowing::Knowing;
use crate::game::{ArchivedGame, Made, Numbered};
use crate::logistic::expected;
use crate::sheet::{Maps, Sheet, Vocabulary};

/// Hash table of players with few nodes, in MiB.
pub const HASH: usize = 1;

/// A game that the laboratory plays and inspects.
pub trait Playable: Numbered + PlayedGame {
    /// Returns rough piece values of this position's game in centipawns by letter; empty where they mean little.
    fn worth(&self) -> Vec<(char, i32)>;

    /// Returns the shares with which the choices of a mixed strategy are played.
    fn mix(&self, _side: Color, _strategy: &Strategy<Self::Move>) -> Vec<(Self::Move, f32)> {
        Vec::new()
    }

    /// Returns the names of this position's game.
    fn vocabulary(&self) -> Vocabulary;

    /// Returns the sheet of a game that began in `start`, and counts its pieces and events by square in `maps`.
    fn watch(start: &Self, game: &ArchivedGame<Self>, maps: &mut Maps) -> Sheet;

    /// Computes the value of knowing the other side's choice in games of these bytes that began in `start`; `None` where the
    /// sides move in turn.
    fn knowing(_start: &Self, _games: &[Vec<u8>], _seed: u64) -> Result<Option<Knowing>, &'static str> {
        Ok(None)
    }
}

/// A search that finishes its last iteration may take this many times its nodes.
const MAX_OVERDRAFT: u64 = 8;

/// An engine with a number of nodes per move.
pub struct Player<G: Playable> {
    engine: G::Engine,
    settings: Settings,
    limits: Limits,
}

impl<G: Playable> Player<G> {
    /// Creates a player of this position's game with this many nodes per move; `soft`: it finishes the last iteration, where the sides
    /// move in turn.
    ///
    /// # Errors
    /// The evaluator is none of this game.
    pub fn new(start: &G, nodes: u64, soft: bool, data: &Resources) -> Result<Self, EngineError> {
        let settings = Settings { hash: Some(HASH), ..Settings::default() };
        let engine = G::Engine::new(start, settings, data)?;
        let is_soft = soft && start.turn() != Turn::Both;
        let (most, soft_nodes) =
            if is_soft { (nodes.saturating_mul(MAX_OVERDRAFT), Some(nodes)) } else { (nodes, None) };
        Ok(Self { engine, settings, limits: Limits { nodes: Some(most), soft_nodes, ..Limits::default() } })
    }

    /// Starts a game with this seed and clears all memory.
    pub fn begin(&mut self, seed: u64) {
        // A seed of 0 would mean the clock.
        self.settings.seed = seed | 1;
        self.engine.set(self.settings);
        self.engine.new_game();
    }

    /// Returns the choice of a side in a game that is not over. Panics if the engine gives no legal choice, which is a bug.
    pub fn choose(&mut self, record: &Record<G>, side: Color) -> Made<G::Move> {
        let pos = record.position();
        let answer = self.engine.search(record, &self.request(side), &Control::default(), &mut |_| {});
        let legal = answer.best.filter(|&m| pos.is_legal(side, m));
        let m = legal.unwrap_or_else(|| panic!("no legal choice of {side:?} in {pos}"));
        match &answer.strategies {
            Some(strategy) => {
                let value = (strategy.value_to(side) * 10_000.0).round() as i16;
                Made { m, value, mix: pos.mix(side, strategy) }
            }
            None => Made::new(m, centipawns(answer.evaluation.value) as i16),
        }
    }

    /// Returns a choice sampled by the values of all: see [`super::experiment::Experiment::temperature`]. Where both sides choose
    /// at once, strategies are mixed anyway.
    pub fn sample(
        &mut self,
        record: &Record<G>,
        side: Color,
        temperature: f64,
        random: &mut impl Rng,
    ) -> Made<G::Move> {
        if record.position().turn() == Turn::Both {
            return self.choose(record, side);
        }
        let legal = record.position().sorted(side);
        self.engine.set(Settings { lines: legal.len(), ..self.settings });
        let mut values = BTreeMap::new();
        self.engine.search(record, &self.request(side), &Control::default(), &mut |report| {
            if let Report::Line(line, _) = report
                && line.bound == Bound::Exact
                && let Some(&m) = line.moves.first()
            {
                values.insert(G::bits(m), (m, centipawns(line.evaluation.value)));
            }
        });
        self.engine.set(self.settings);
        let valued: Vec<(G::Move, i32)> = values.into_values().collect();
        let weights = weights(valued.iter().map(|&(_, value)| expected(value)), temperature);
        match drawn(&weights, random.random()) {
            Some(at) => Made::new(valued[at].0, valued[at].1 as i16),
            // No line was finished: nothing is known about any move.
            None => Made::new(legal[random.random_range(0..legal.len())], 0),
        }
    }

    fn request(&self, side: Color) -> Request<G::Move> {
        Request { side, among: Vec::new(), limits: self.limits.clone() }
    }
}

/// Returns a value as a score of the search.
fn centipawns(value: Value) -> i32 {
    match value {
        Value::Mate(moves @ 1..) => win_in(2 * moves.unsigned_abs() as usize - 1),
        Value::Mate(moves) => loss_in(2 * moves.unsigned_abs() as usize),
        value => value.centipawns().unwrap_or_default(),
    }
}

/// Returns relative probabilities.
fn weights(expected: impl Iterator<Item = f64> + Clone, temperature: f64) -> Vec<f64> {
    let best = expected.clone().fold(0.0, f64::max);
    expected.map(|score| ((score - best) / temperature).exp()).collect()
}

/// Returns the index at which the cumulated weights exceed `share` (0 to 1) of their sum.
fn drawn(weights: &[f64], share: f64) -> Option<usize> {
    let mut rest = share * weights.iter().sum::<f64>();
    let at = weights.iter().position(|weight| {
        rest -= weight;
        rest < 0.0
    });
    at.or(weights.len().checked_sub(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn temperature_scales_the_probability_of_moves() {
        let weights = weights([0.5, 0.48, 0.3].into_iter(), 0.02);
        assert!((weights[0] / weights[1] - 1_f64.exp()).abs() < 1e-9 && weights[2] < 1e-4);
        let count = |at| (0..1000).filter(|&i| drawn(&weights, f64::from(i) / 1000.0) == Some(at)).count();
        assert!((2.6..2.8).contains(&(count(0) as f64 / count(1) as f64)));
        assert_eq!((drawn(&weights, 1.0), drawn(&[], 0.5)), (Some(2), None));
    }
}
