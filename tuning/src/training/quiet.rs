//! Selection of positions of played games for training.

use eval::score::LARGEST_EVALUATION;
use movegen::{Color, Move, Position, Variant};

use arena::Played;

/// Parameters of the selection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Filter {
    /// Plies to skip at the beginning of each game.
    pub skipped: usize,
    /// Largest absolute value in centipawns.
    pub largest: i32,
}

impl Default for Filter {
    fn default() -> Self {
        Self { skipped: 0, largest: 3_000 }
    }
}

/// A quiet position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Quiet<V: Variant> {
    /// The position.
    pub pos: Position<V>,
    /// Its value by the search of the game, in centipawns for the side to move.
    pub value: i32,
    /// The points of the side to move at the end of the game: 0, 0.5 or 1.
    pub result: f32,
}

impl Filter {
    /// Returns the quiet positions of a game: tactics are for the search, static values are requested in quiet positions only.
    pub fn quiet<V: Variant>(self, game: &Played<V>) -> impl Iterator<Item = Quiet<V>> {
        let white = game.half_points(Color::White) as f32 / 2.0;
        let steps = game.steps().zip(&game.scores).skip(self.skipped);
        steps.filter_map(move |((pos, m), &value)| {
            let result = if pos.turn() == Color::White { white } else { 1.0 - white };
            self.takes(&pos, m, value).then_some(Quiet { pos, value, result })
        })
    }

    /// Returns `true` if a position with this search value and best move is suitable for training.
    pub fn takes<V: Variant>(self, pos: &Position<V>, m: Move, value: i32) -> bool {
        let is_quiet = !pos.is_capture(m) && m.promotes_to().is_none() && !m.is_purchase();
        is_quiet && value.abs() <= self.largest.min(LARGEST_EVALUATION) && pos.checked_royals().is_empty()
    }
}
