//! Games for engines to be checked with, played at random.

use engine::bench::Random;
use movegen::{Color, Record, Turn};

use super::Outcome;
use crate::players::uci::placeholder;
use crate::rules::Refereed;

/// A game so far as random play has brought it about.
pub(super) struct Sample<G: Refereed> {
    pub(super) record: Record<G>,
    pub(super) texts: Vec<String>,
}

impl<G: Refereed> Sample<G> {
    /// So many turns of random play, fewer if the game is over before.
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

    /// A game that is still going on after so many turns, if random play finds one.
    pub(super) fn going_on(turns: usize) -> Option<Self> {
        (1..200).map(|seed| Self::new(turns, seed)).find(|sample| sample.record.outcome().is_none())
    }

    /// A game that ended because nobody can move any more: no engine may see that in another way.
    pub(super) fn finished() -> Option<Self> {
        let cannot_move = |pos: &G| Color::BOTH.iter().all(|&side| pos.moves(side).is_empty());
        (0..200).map(|seed| Self::new(2000, seed)).find(|sample| {
            let pos = sample.record.position();
            pos.outcome().is_some() && cannot_move(pos)
        })
    }

    /// The texts of each turn's choices, White's first.
    pub(super) fn turns(&self) -> Vec<Vec<String>> {
        let mut pos = self.record.first().clone();
        let text = |&moves: &[Option<G::Move>; 2]| {
            let texts = moves.into_iter().flatten().map(|m| pos.write_move(m)).collect();
            pos.play(moves);
            texts
        };
        self.record.moves().iter().map(text).collect()
    }

    /// The sides that choose, each with the moves that it is told.
    pub(super) fn asked(&self) -> Vec<(Color, Vec<String>)> {
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
