//! A turn-based game that engines in this process have played, with its moves as the rules know them.

use eval::Score;
use movegen::{Color, Move, Position, Variant};

use super::ending::Ending;

/// A game that has been played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played<V: Variant> {
    /// Where it began.
    pub opening: Position<V>,
    /// The colour of the first player.
    pub first: Color,
    /// The moves, all legal.
    pub moves: Vec<Move>,
    /// What each move was worth to the side that played it, in centipawns, by its own search.
    pub scores: Vec<Score>,
    /// How it ended.
    pub ending: Ending,
}

impl<V: Variant> Played<V> {
    /// Who has won; `None` is a draw.
    pub fn winner(&self) -> Option<Color> {
        self.ending.winner().flatten()
    }

    /// `1-0`, `0-1` or `1/2-1/2`.
    pub fn result(&self) -> &'static str {
        self.ending.result()
    }

    /// The points of a colour, in halves: 0, 1 or 2.
    pub fn half_points(&self, of: Color) -> usize {
        match self.winner() {
            None => 1,
            Some(winner) => 2 * usize::from(winner == of),
        }
    }

    /// The positions before each move, with the move.
    pub fn steps(&self) -> impl Iterator<Item = (Position<V>, Move)> {
        self.moves.iter().scan(self.opening, |pos, &m| {
            let before = *pos;
            pos.play(m, &mut ());
            Some((before, m))
        })
    }
}
