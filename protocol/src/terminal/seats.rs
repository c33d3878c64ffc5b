//! The sides that the user plays, and other values that the command line, commands and saved games share.

use movegen::Color;
use movegen::fen::printable;

use super::thinking::FULL_LEVEL;

/// The sides that the user plays, by colour; the engine plays the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Seats(pub(super) [bool; 2]);

impl Seats {
    pub(super) const WHITE: Self = Self([true, false]);

    /// Reads `white`, `black`, `both` or `none`.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        Ok(Self(match text {
            "white" => [true, false],
            "black" => [false, true],
            "both" => [true, true],
            "none" => [false, false],
            _ => return Err(format!("'{}' is none of white, black, both, none", printable(text))),
        }))
    }

    pub(super) fn are_empty(self) -> bool {
        self.0 == [false; 2]
    }

    pub(super) fn has(self, side: Color) -> bool {
        self.0[side]
    }

    pub(super) fn only(self) -> Option<Color> {
        match self.0 {
            [true, false] => Some(Color::White),
            [false, true] => Some(Color::Black),
            _ => None,
        }
    }
}

pub(super) fn level(text: &str) -> Result<u32, String> {
    let level = text.parse().ok().filter(|level| *level <= FULL_LEVEL);
    level.ok_or_else(|| format!("'{}' is no level from 0 to {FULL_LEVEL}", printable(text)))
}
