//! A turn-based game that engines in this process have played, with its moves as the rules know them.

use eval::Score;
use movegen::{Color, Move, Outcome, Position, Reason, Variant};

/// Why a game was not played on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Ending {
    /// The rules ended it; the text is [`Reason::as_str`].
    Rules(&'static str),
    /// Both sides had long agreed who would win.
    Resignation,
    /// It reached the length at which the match calls every game a draw.
    Length,
}

impl Ending {
    /// The words that reports and files use.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Rules(reason) => reason,
            Self::Resignation => "resignation",
            Self::Length => "length limit",
        }
    }
}

impl From<Reason> for Ending {
    fn from(reason: Reason) -> Self {
        Self::Rules(reason.as_str())
    }
}

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
    /// Who has won; `None` is a draw.
    pub winner: Option<Color>,
    /// Why it ended.
    pub ending: Ending,
}

impl<V: Variant> Played<V> {
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub fn result(&self) -> &'static str {
        // Only the reason is not kept, and the score does not look at it.
        Outcome { winner: self.winner, reason: Reason::Checkmate }.score()
    }

    /// The points of a colour, in halves: 0, 1 or 2.
    pub fn half_points(&self, of: Color) -> usize {
        match self.winner {
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
