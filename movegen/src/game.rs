//! The interface of any game for a referee, whether the sides move in turn or at once.

use std::fmt::Display;
use std::str::FromStr;

use crate::error::{FenError, MoveError};
use crate::moves::Move;
use crate::outcome::{Outcome, Reason};
use crate::piece::Color;
use crate::position::Position;
use crate::variant::Variant;

/// The side or sides to choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// One side moves.
    One(Color),
    /// Both sides choose, neither knowing the other's choice.
    Both,
}

impl Turn {
    /// Returns the sides that choose, White first.
    pub const fn sides(self) -> &'static [Color] {
        match self {
            Self::One(Color::White) => &[Color::White],
            Self::One(Color::Black) => &[Color::Black],
            Self::Both => &Color::BOTH,
        }
    }
}

/// A game as a referee sees it: positions, choices, and how it ends.
///
/// Equality of positions for the repetition rule is equality of [`Game::key`].
///
/// ```
/// use upheaval_movegen::{Color, Game, Insurrection, Position, Record};
/// /// Plays the first choice of every side until the game is over, whatever the game is.
/// fn play_out<G: Game>() -> Record<G> {
///     let mut record = Record::new(G::start());
///     while record.outcome().is_none() && record.moves().len() < 40 {
///         let choices = Color::BOTH.map(|color| record.position().moves(color).first().copied());
///         record.play(choices);
///     }
///     record
/// }
/// assert!(!play_out::<Position<Insurrection>>().moves().is_empty());
/// ```
pub trait Game: Clone + FromStr<Err = FenError> + Display + Send + Sync + 'static {
    /// The name of the game.
    const NAME: &'static str;
    /// A move, or a choice where both sides choose at once.
    type Move: Copy + Eq + Send;

    /// The position every game starts from.
    fn start() -> Self;
    /// The name of this position's game, which is [`Game::NAME`] unless it was read from a file.
    fn name(&self) -> &'static str {
        Self::NAME
    }
    /// The first position of this position's game.
    fn first(&self) -> Self {
        Self::start()
    }
    /// Reads a FEN of this position's game.
    ///
    /// # Errors
    /// The invalid field.
    fn read_fen(&self, fen: &str) -> Result<Self, FenError> {
        fen.parse()
    }
    /// The side or sides to choose.
    fn turn(&self) -> Turn;
    /// The choices of this side; none if it is not its turn or the game is over.
    fn moves(&self, of: Color) -> Vec<Self::Move>;
    /// Plays the choices by colour; `None` for a side that does not choose.
    fn play(&mut self, moves: [Option<Self::Move>; 2]);
    /// The outcome by the position alone.
    fn outcome(&self) -> Option<Outcome>;
    /// The number of occurrences of a position that end the game.
    fn repetitions(&self) -> usize {
        3
    }
    /// The outcome when this position occurs for the last time.
    fn repeated(&self) -> Outcome;
    /// The outcome by a clock that the position carries: the 50-move rule.
    fn expired(&self) -> Option<Outcome>;
    /// Equal for equal positions.
    fn key(&self) -> u64;
    /// The choice as text.
    fn write_move(&self, m: Self::Move) -> String;
    /// Parses a choice.
    ///
    /// # Errors
    /// The text, as malformed or as illegal.
    fn parse_move(&self, of: Color, text: &str) -> Result<Self::Move, MoveError>;
}

/// Plies without capture or pawn move after which a game is drawn.
pub const FIFTY_MOVES: u8 = 100;

impl<V: Variant> Game for Position<V> {
    const NAME: &'static str = V::NAME;
    type Move = Move;

    fn start() -> Self {
        Self::start()
    }

    fn name(&self) -> &'static str {
        self.game().name()
    }

    fn first(&self) -> Self {
        Self::start_of(self.game())
    }

    fn read_fen(&self, fen: &str) -> Result<Self, FenError> {
        Self::read(self.game(), fen)
    }

    fn turn(&self) -> Turn {
        Turn::One(Self::turn(self))
    }

    fn moves(&self, of: Color) -> Vec<Move> {
        if of == Self::turn(self) { self.legal_moves().to_vec() } else { Vec::new() }
    }

    fn play(&mut self, moves: [Option<Move>; 2]) {
        if let Some(m) = moves[Self::turn(self)] {
            Self::play(self, m, &mut ());
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        Self::outcome(self)
    }

    fn repetitions(&self) -> usize {
        self.game().repetitions()
    }

    /// The side that has just moved has repeated.
    fn repeated(&self) -> Outcome {
        self.game().repetition().against(!Self::turn(self), Reason::Repetition)
    }

    fn expired(&self) -> Option<Outcome> {
        (self.clock() >= self.game().move_rule()).then_some(Outcome::draw(Reason::FiftyMoves))
    }

    fn key(&self) -> u64 {
        Self::key(self)
    }

    fn write_move(&self, m: Move) -> String {
        Self::write_move(self, m)
    }

    fn parse_move(&self, of: Color, text: &str) -> Result<Move, MoveError> {
        match of == Self::turn(self) {
            true => Self::parse_move(self, text),
            false => Err(MoveError::Illegal(crate::error::printable(text))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants::Chess;

    #[test]
    fn side_that_does_not_move_has_no_moves() {
        let start = Position::<Chess>::start();
        assert_eq!(Game::moves(&start, Color::White).len(), 20);
        assert!(Game::moves(&start, Color::Black).is_empty());
        assert!(Game::parse_move(&start, Color::White, "e2e4").is_ok());
        assert!(matches!(Game::parse_move(&start, Color::Black, "e2e4"), Err(MoveError::Illegal(_))));
    }
}
