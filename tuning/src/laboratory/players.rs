//! Players of the laboratory: the engine with a number of nodes per move and no memory of other games.

use std::collections::BTreeMap;

use apocalypse::search;
use engine::Bound;
use engine::{Control, Engine, Limits, Report, Settings};
use eval::{Evaluate, HandMade};
use movegen::{Color, Move, PieceType, Position, Record, Variant};
use rand::{Rng, RngExt};

use super::game::{Made, Numbered};
use crate::logistic::expected;
use crate::selfplay::{HASH, answer};

/// A player of a game.
pub trait Player<G: Numbered>: Send {
    /// Starts a game with this seed and clears all memory.
    fn begin(&mut self, seed: u64);

    /// The choice of a side in a game that is not over.
    fn choose(&mut self, record: &Record<G>, side: Color) -> Made<G::Move>;

    /// Returns a choice sampled by the values of all: see [`super::experiment::Experiment::temperature`].
    fn sample(&mut self, record: &Record<G>, side: Color, temperature: f64, random: &mut impl Rng) -> Made<G::Move>;
}

/// A game that has a player.
pub trait Playable: Numbered + arena::rules::Refereed {
    /// The player.
    type Player: Player<Self>;

    /// Creates a player with this many nodes per move; `soft`: it finishes the last iteration.
    fn player(nodes: u64, soft: bool) -> Self::Player;

    /// Returns rough piece values in centipawns by letter; empty where they mean little.
    fn worth() -> Vec<(char, i32)>;
}

/// An iteration that is to be finished may take a search to so many times its nodes.
const OVERDRAFT: u64 = 8;

impl<V: Variant> Playable for Position<V> {
    type Player = InTurn<V>;

    fn player(nodes: u64, soft: bool) -> InTurn<V> {
        let settings = Settings { hash: HASH, ..Settings::default() };
        let finished = Limits { soft_nodes: Some(nodes), ..limits(nodes.saturating_mul(OVERDRAFT)) };
        InTurn { engine: Engine::new(settings), settings, limits: if soft { finished } else { limits(nodes) } }
    }

    fn worth() -> Vec<(char, i32)> {
        let evaluator = HandMade::<V>::new();
        let piece_types = (0..).map(PieceType::new);
        V::LETTERS
            .chars()
            .zip(piece_types)
            .map(|(letter, piece_type)| (letter, Evaluate::<V>::value(&evaluator, piece_type)))
            .collect()
    }
}

impl Playable for apocalypse::Position {
    type Player = AtOnce;

    fn player(nodes: u64, _soft: bool) -> AtOnce {
        AtOnce { engine: apocalypse::Engine::new(crate::apocalypse::settings(HASH, 1)), limits: limits(nodes) }
    }

    fn worth() -> Vec<(char, i32)> {
        Vec::new()
    }
}

fn limits(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

fn control() -> Control {
    let control = Control::default();
    control.arm(false);
    control
}

/// Plays games in which the sides move in turn.
pub struct InTurn<V: Variant> {
    engine: Engine<V>,
    settings: Settings,
    limits: Limits,
}

impl<V: Variant> Player<Position<V>> for InTurn<V> {
    fn begin(&mut self, _seed: u64) {
        self.engine.new_game();
    }

    fn choose(&mut self, record: &Record<Position<V>>, _side: Color) -> Made<Move> {
        let (m, score) = answer(&mut self.engine, record, &self.limits);
        Made { m, value: score as i16, mix: Vec::new() }
    }

    fn sample(
        &mut self,
        record: &Record<Position<V>>,
        _side: Color,
        temperature: f64,
        random: &mut impl Rng,
    ) -> Made<Move> {
        let legal = record.position().sorted(record.position().turn());
        self.engine.set(Settings { lines: legal.len(), ..self.settings });
        let mut values = BTreeMap::new();
        self.engine.go(record, &self.limits, &control(), &mut |report| {
            if let Report::Line(line, _) = report
                && line.bound == Bound::Exact
                && let Some(m) = line.moves.first()
            {
                values.insert(m.to_bits(), line.score);
            }
        });
        self.engine.set(self.settings);
        let valued: Vec<(Move, i32)> =
            legal.iter().filter_map(|&m| values.get(&m.to_bits()).map(|&value| (m, value))).collect();
        let weights = weights(valued.iter().map(|&(_, value)| expected(value)), temperature);
        match drawn(&weights, random.random()) {
            Some(at) => Made { m: valued[at].0, value: valued[at].1 as i16, mix: Vec::new() },
            // No line was finished: nothing is known about any move.
            None => Made { m: legal[random.random_range(0..legal.len())], value: 0, mix: Vec::new() },
        }
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

/// Plays Apocalypse: draws from the strategy that its search finds.
pub struct AtOnce {
    engine: apocalypse::Engine,
    limits: Limits,
}

impl Player<apocalypse::Position> for AtOnce {
    fn begin(&mut self, seed: u64) {
        // No seed would mean the clock.
        self.engine.set(crate::apocalypse::settings(HASH, seed | 1));
        self.engine.new_game();
    }

    fn choose(&mut self, record: &Record<apocalypse::Position>, side: Color) -> Made<apocalypse::Choice> {
        let answer = self.engine.go(record, side.into(), &self.limits, &control(), &mut |_| {});
        let pos = record.position();
        let found = answer.best.zip(answer.strategy);
        let (m, strategy) = found.unwrap_or_else(|| panic!("no choice of {side:?} in {pos}"));
        let value = (strategy.value_to(side) * 10_000.0).round() as i16;
        let mix = search::played(&strategy.mix[side], pos.penalties(side)).map(|(m, share)| (m, share as f32));
        Made { m, value, mix: mix.collect() }
    }

    fn sample(
        &mut self,
        record: &Record<apocalypse::Position>,
        side: Color,
        _temperature: f64,
        _random: &mut impl Rng,
    ) -> Made<apocalypse::Choice> {
        self.choose(record, side)
    }
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
