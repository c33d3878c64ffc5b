//! A game as one line of JSON, for programs that go on with it. Names are the keys of the file: renaming one is a new
//! format.

use movegen::{Color, Variant};
use serde::{Deserialize, Serialize};

use crate::selfplay::Played;

/// What a line says of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The name of the game's rules.
    pub game: String,
    /// The number of the game in its match, from 1.
    pub round: usize,
    /// The colour of the first player, `white` or `black`.
    pub first: String,
    /// The position it began with.
    pub fen: String,
    /// The moves in coordinate notation.
    pub moves: Vec<String>,
    /// For each move, its value in centipawns to the side that played it, by its own search.
    pub scores: Vec<i32>,
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: String,
    /// Why it ended: the reason of the rules, or `length limit`.
    pub reason: String,
}

impl Entry {
    /// The entry of a game.
    pub fn new<V: Variant>(round: usize, game: &Played<V>) -> Self {
        Self {
            game: V::NAME.to_owned(),
            round,
            first: if game.first == Color::White { "white" } else { "black" }.to_owned(),
            fen: game.opening.to_string(),
            moves: game.steps().map(|(pos, m)| pos.write_move(m)).collect(),
            scores: game.scores.clone(),
            result: game.result().to_owned(),
            reason: game.ending.as_str().to_owned(),
        }
    }
}
