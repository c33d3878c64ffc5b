//! Ends of games and their reasons.

use std::fmt;

use crate::piece::Color;

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Reason {
    /// A royal is attacked and nothing releases it.
    Checkmate,
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// A position stood for the third time.
    Repetition,
    /// A hundred plies without a capture or a pawn move.
    FiftyMoves,
    /// Neither side has the pieces to mate.
    InsufficientMaterial,
    /// A rule of one game alone, in the words that results are printed with: `campmate`.
    Rule(&'static str),
}

impl Reason {
    /// The reason in the words that results are printed with.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::Repetition => "threefold repetition",
            Self::FiftyMoves => "fifty-move rule",
            Self::InsufficientMaterial => "insufficient material",
            Self::Rule(words) => words,
        }
    }
}

/// The end of a game.
///
/// ```
/// use upheaval_movegen::{Color, Outcome, Reason};
/// assert_eq!(Outcome::win(Color::Black, Reason::Checkmate).to_string(), "0-1 {checkmate}");
/// assert_eq!(Outcome::draw(Reason::Stalemate).score(), "1/2-1/2");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Outcome {
    /// The side that has won; `None` is a draw.
    pub winner: Option<Color>,
    /// The reason.
    pub reason: Reason,
}

impl Outcome {
    /// `winner` has won.
    pub const fn win(winner: Color, reason: Reason) -> Self {
        Self { winner: Some(winner), reason }
    }

    /// A draw.
    pub const fn draw(reason: Reason) -> Self {
        Self { winner: None, reason }
    }

    /// `1-0`, `0-1` or `1/2-1/2`.
    pub const fn score(self) -> &'static str {
        match self.winner {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }
}

/// Prints `1-0 {campmate}`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {{{}}}", self.score(), self.reason.as_str())
    }
}

/// The result of a rule for the side it applies to: the one without moves, or the one that has repeated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The game is drawn.
    Draw,
    /// That side loses.
    Loss,
    /// That side wins.
    Win,
}

impl Verdict {
    /// The same result for the other side.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Draw => Self::Draw,
            Self::Loss => Self::Win,
            Self::Win => Self::Loss,
        }
    }

    /// The outcome if the rule applies to `side`.
    pub const fn against(self, side: Color, reason: Reason) -> Outcome {
        match (self, side) {
            (Self::Draw, _) => Outcome::draw(reason),
            (Self::Win, winner) => Outcome::win(winner, reason),
            (Self::Loss, Color::White) => Outcome::win(Color::Black, reason),
            (Self::Loss, Color::Black) => Outcome::win(Color::White, reason),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_are_printed_as_games_are_scored() {
        let win = |color| Outcome::win(color, Reason::Checkmate);
        assert_eq!(Color::BOTH.map(|color| win(color).score()), ["1-0", "0-1"]);
        assert_eq!(win(Color::Black).to_string(), "0-1 {checkmate}");
        let draw = Outcome::draw(Reason::Rule("three checks"));
        assert_eq!((draw.score(), draw.to_string().as_str()), ("1/2-1/2", "1/2-1/2 {three checks}"));
    }
}
