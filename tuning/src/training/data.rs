//! Positions to learn from: read from files of games (see [`crate::entry`]), filtered and packed.

use std::io::BufRead;

use eval::network::{SCALE, bucket};
use eval::{Evaluate, HandMade};
use movegen::fen::printable;
use movegen::{ByKind, Color, Man, Position, Square, State, Variant};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use super::quiet::{Filter, Quiet};
use crate::entry::Entry;

/// How many values a packed man takes: a man's number above, the square in the lower six bits.
const SQUARE_BITS: u32 = 6;

/// A position to learn from.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sample<'a> {
    /// Men, packed by [`pack`].
    pub men: &'a [u16],
    /// The features of the state that hold.
    pub features: &'a [u8],
    /// The side to move.
    pub turn: Color,
    /// The expected score of the side to move: 0 to 1.
    pub target: f32,
    /// The set of output weights.
    pub bucket: usize,
}

/// A man on a square as one number.
pub fn pack(man: Man, at: Square) -> u16 {
    (man.index() << SQUARE_BITS | at.index()) as u16
}

/// The parts of a packed man: his number and his square's.
#[inline]
pub const fn unpack(packed: u16) -> (usize, usize) {
    ((packed >> SQUARE_BITS) as usize, (packed & 63) as usize)
}

/// What is known of a position but its men.
#[derive(Clone, Copy, Debug)]
struct Head {
    men: u32,
    features: u32,
    turn: Color,
    target: f32,
}

/// Positions of one game, packed: some 60 bytes each.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    heads: Vec<Head>,
    men: Vec<u16>,
    features: Vec<u8>,
}

/// What of a game is learnt from, and how.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Recipe {
    /// The part of the target that is the game's result; the rest is the search's value.
    pub result: f32,
    /// Which positions.
    pub filter: Filter,
}

impl Default for Recipe {
    fn default() -> Self {
        Self { result: 0.3, filter: Filter::default() }
    }
}

impl Samples {
    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.heads.is_empty()
    }

    /// One position.
    pub fn get(&self, i: usize) -> Sample<'_> {
        let head = self.heads[i];
        let (men, features) = self
            .heads
            .get(i + 1)
            .map_or((self.men.len(), self.features.len()), |next| (next.men as usize, next.features as usize));
        let men = &self.men[head.men as usize..men];
        let features = &self.features[head.features as usize..features];
        Sample { men, features, turn: head.turn, target: head.target, bucket: bucket(men.len() as u32) }
    }

    /// Adds the games of a file, one JSON object a line. Games of other rules are an error.
    ///
    /// # Errors
    /// The number of the line and what is wrong with it.
    pub fn read<V: Variant>(&mut self, file: impl BufRead, recipe: &Recipe) -> Result<(), String> {
        for (number, line) in file.lines().enumerate() {
            let about = |error: &dyn std::fmt::Display| format!("line {}: {error}", number + 1);
            let line = line.map_err(|error| about(&error))?;
            let entry: Entry = serde_json::from_str(&line).map_err(|error| about(&printable(&error.to_string())))?;
            self.add::<V>(&entry, recipe).map_err(|error| about(&error))?;
        }
        Ok(())
    }

    /// Adds positions near those of a file of games, a few random moves away, with their hand-made values: `each` for
    /// every position of the games. They teach what the hand-made evaluation knows, far beyond what is played.
    ///
    /// # Errors
    /// The number of the line and what is wrong with it.
    pub fn read_near<V: Variant>(&mut self, file: impl BufRead, each: usize, seed: u64) -> Result<(), String> {
        /// The most random moves.
        const FURTHEST: u32 = 3;
        let evaluator = HandMade::<V>::new();
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        for (number, line) in file.lines().enumerate() {
            let about = |error: &dyn std::fmt::Display| format!("line {}: {error}", number + 1);
            let line = line.map_err(|error| about(&error))?;
            let entry: Entry = serde_json::from_str(&line).map_err(|error| about(&printable(&error.to_string())))?;
            let mut pos: Position<V> = entry.fen.parse().map_err(|error| about(&error))?;
            for text in &entry.moves {
                for _ in 0..each {
                    let mut near = pos;
                    for _ in 0..random.random_range(0..=FURTHEST) {
                        let moves = near.legal_moves();
                        let Some(&m) = moves.choose(&mut random) else { break };
                        near.play(m, &mut ());
                    }
                    if near.checked_royals().is_empty() && V::decided(&near).is_none() {
                        let value = evaluator.score(&near, &evaluator.refresh(&near));
                        self.push(&near, logistic(value as f32 / SCALE as f32)).map_err(|error| about(&error))?;
                    }
                }
                let m = pos.parse_move(text).map_err(|error| about(&error))?;
                pos.play(m, &mut ());
            }
        }
        Ok(())
    }

    /// Adds the quiet positions of a game.
    fn add<V: Variant>(&mut self, entry: &Entry, recipe: &Recipe) -> Result<(), String> {
        for Quiet { pos, value, result } in recipe.filter.quiet(&entry.played::<V>()?) {
            let value = logistic(value as f32 / SCALE as f32);
            self.push(&pos, recipe.result * result + (1.0 - recipe.result) * value)?;
        }
        Ok(())
    }

    fn push<V: Variant>(&mut self, pos: &Position<V>, target: f32) -> Result<(), String> {
        let place = |len: usize| u32::try_from(len).map_err(|_| "there are too many positions".to_owned());
        let head =
            Head { men: place(self.men.len())?, features: place(self.features.len())?, turn: pos.turn(), target };
        self.heads.push(head);
        self.men.extend(pos.occupied().into_iter().filter_map(|at| pos.man_at(at).map(|man| pack(man, at))));
        self.features.extend(pos.state().features().map(|feature| feature as u8));
        Ok(())
    }
}

/// What a network of this game takes in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Kinds of men.
    pub kinds: usize,
    /// Features of the state.
    pub features: usize,
}

impl Shape {
    /// The shape of a game.
    pub const fn of<V: Variant>() -> Self {
        Self { kinds: V::ByKind::LEN, features: <V::State as State>::FEATURES }
    }

    /// The number of inputs.
    pub const fn inputs(self) -> usize {
        2 * 64 * self.kinds + self.features
    }
}

/// The expected score for an output.
#[inline]
pub fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}
