//! Which sides the user plays.

use movegen::Color;
use movegen::fen::printable;

/// Which sides the user plays; the engine plays the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Seats([bool; 2]);

impl Seats {
    /// The user plays White.
    pub(super) const WHITE: Self = Self([true, false]);

    /// The sides that are the user's, by colour.
    pub(super) const fn new(user: [bool; 2]) -> Self {
        Self(user)
    }

    /// Reads `white`, `black`, `both` or `none`.
    ///
    /// # Errors
    /// The text quoted.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        Ok(Self(match text {
            "white" => [true, false],
            "black" => [false, true],
            "both" => [true, true],
            "none" => [false, false],
            _ => return Err(format!("'{}' is none of white, black, both, none", printable(text))),
        }))
    }

    /// Returns `true` if the user plays this side.
    pub(super) fn has(self, side: Color) -> bool {
        self.0[side]
    }

    /// The only side that the user plays.
    pub(super) fn only(self) -> Option<Color> {
        match self.0 {
            [true, false] => Some(Color::White),
            [false, true] => Some(Color::Black),
            _ => None,
        }
    }
}
