//! A turn-based game played by engines in this process, with typed moves.

use eval::Score;
use movegen::{Color, Move, Position, Variant};

use super::ending::Ending;

/// A played game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played<V: Variant> {
    /// The first position.
    pub opening: Position<V>,
    /// The colour of the first player.
    pub first: Color,
    /// The moves, all legal.
    pub moves: Vec<Move>,
    /// The value of each move in centipawns for the side that played it, from its own search.
    pub scores: Vec<Score>,
    /// The end of the game.
    pub ending: Ending,
}

impl<V: Variant> Played<V> {
    /// Returns the winner; `None` for a draw.
    pub fn winner(&self) -> Option<Color> {
        self.ending.winner().flatten()
    }

    /// Returns `1-0`, `0-1` or `1/2-1/2`.
    pub fn result(&self) -> &'static str {
        self.ending.result()
    }

    /// Returns the half points of a colour: 0, 1 or 2.
    pub fn half_points(&self, of: Color) -> usize {
        match self.winner() {
            None => 1,
            Some(winner) => 2 * usize::from(winner == of),
        }
    }

    /// Returns each move with the position before it.
    pub fn steps(&self) -> impl Iterator<Item = (Position<V>, Move)> {
        self.moves.iter().scan(self.opening, |pos, &m| {
            let before = *pos;
            pos.play(m, &mut ());
            Some((before, m))
        })
    }
}
