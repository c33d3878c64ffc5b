//! Random games for checks.

use engine::bench::Random;
use movegen::{Color, Record, Turn};

use super::Outcome;
use crate::players::uci::placeholder;
use games::PlayedGame;

/// A random game.
pub(super) struct Sample<G: PlayedGame> {
    pub(super) record: Record<G>,
    pub(super) texts: Vec<String>,
}

impl<G: PlayedGame> Sample<G> {
    /// Plays this number of random turns, fewer if the game ends before.
    pub(super) fn new(turns: usize, seed: u64) -> Self {
        let mut sample = Self { record: Record::new(G::start()), texts: Vec::new() };
        let mut random = Random(seed);
        while sample.record.moves().len() < turns && sample.record.outcome().is_none() {
            let pos = sample.record.position();
            let mut choose = |side| {
                let moves = pos.moves(side);
                (!moves.is_empty()).then(|| moves[random.below(moves.len())])
            };
            let chosen = Color::BOTH.map(&mut choose);
            sample.texts.extend(chosen.iter().flatten().map(|&m| pos.write_move(m)));
            sample.record.play(chosen);
        }
        sample
    }

    /// Returns a game that is not over after this number of turns, if random play finds one.
    pub(super) fn unfinished(turns: usize) -> Option<Self> {
        (1..200).map(|seed| Self::new(turns, seed)).find(|sample| sample.record.outcome().is_none())
    }

    /// Returns a finished game without legal moves, which every engine must recognize as finished.
    pub(super) fn finished() -> Option<Self> {
        let cannot_move = |pos: &G| Color::BOTH.iter().all(|&side| pos.moves(side).is_empty());
        (0..200).map(|seed| Self::new(2000, seed)).find(|sample| {
            let pos = sample.record.position();
            pos.outcome().is_some() && cannot_move(pos)
        })
    }

    /// Returns the moves of each turn in coordinates, White's first.
    pub(super) fn turns(&self) -> Vec<Vec<String>> {
        let mut pos = self.record.first().clone();
        let text = |&moves: &[Option<G::Move>; 2]| {
            let texts = moves.into_iter().flatten().map(|m| pos.write_move(m)).collect();
            pos.play(moves);
            texts
        };
        self.record.moves().iter().map(text).collect()
    }

    /// Returns the sides to move, each with the moves that it is sent.
    pub(super) fn sides_to_move(&self) -> Vec<(Color, Vec<String>)> {
        let pos = self.record.position();
        match pos.turn() {
            Turn::One(side) => vec![(side, self.texts.clone())],
            Turn::Both => {
                let of_black = self.texts.iter().cloned().chain(placeholder(pos, Color::Black)).collect();
                vec![(Color::White, self.texts.clone()), (Color::Black, of_black)]
            }
        }
    }

    pub(super) fn allows(&self, side: Color, text: &str) -> Outcome {
        let position = || self.record.position().to_string();
        self.record.position().parse_move(side, text).map(drop).map_err(|error| format!("{error} in {}", position()))
    }
}
