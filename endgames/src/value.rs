//! The value of a position.

/// The exact value of a position for the side to move, with best play and without the rules of repetition and of fifty moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// Neither side can force a win.
    Draw,
    /// The side to move wins in this number of plies, which is odd.
    Win(u16),
    /// The side to move loses in this number of plies, which is even.
    Loss(u16),
}

impl Value {
    /// Decodes the number in a table: 0 for a draw, else the plies and 1.
    pub(crate) const fn of_number(number: u16) -> Self {
        match number {
            0 => Self::Draw,
            _ if number.is_multiple_of(2) => Self::Win(number - 1),
            _ => Self::Loss(number - 1),
        }
    }

    /// The value for the side that has moved to this position.
    #[must_use]
    pub const fn of_move(self) -> Self {
        match self {
            Self::Draw => Self::Draw,
            Self::Win(plies) => Self::Loss(plies + 1),
            Self::Loss(plies) => Self::Win(plies + 1),
        }
    }

    /// The plies to the end; `None` for a draw.
    pub const fn plies(self) -> Option<u16> {
        match self {
            Self::Draw => None,
            Self::Win(plies) | Self::Loss(plies) => Some(plies),
        }
    }

    /// An order in which the side to move prefers greater values: fast wins, slow losses.
    pub fn rank(self) -> i32 {
        match self {
            Self::Draw => 0,
            Self::Win(plies) => 100_000 - i32::from(plies),
            Self::Loss(plies) => i32::from(plies) - 100_000,
        }
    }
}
