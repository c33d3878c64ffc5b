//! Squares of boards of any size up to 8x8, for diagrams.

use std::fmt;

/// A square of a board of 5x5 or 8x8 squares.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct Square {
    /// The file, 0 = a.
    pub file: u8,
    /// The rank, 0 = the first.
    pub rank: u8,
}

impl Square {
    /// Parses `e4`; `None` for a text that is not a square of a board with `side` files and ranks.
    pub const fn parse(text: &str, side: u8) -> Option<Self> {
        match *text.as_bytes() {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] if file - b'a' < side && rank - b'1' < side => {
                Some(Self { file: file - b'a', rank: rank - b'1' })
            }
            _ => None,
        }
    }

    /// Returns `true` for dark squares such as a1.
    pub const fn is_dark(self) -> bool {
        (self.file + self.rank).is_multiple_of(2)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file), char::from(b'1' + self.rank))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_squares_of_the_board_are_parsed() {
        for side in [5, 8] {
            for at in (0..side).flat_map(|rank| (0..side).map(move |file| Square { file, rank })) {
                assert_eq!(Square::parse(&at.to_string(), side), Some(at));
            }
        }
        assert_eq!(Square::parse("f1", 5), None);
        assert_eq!(Square::parse("a6", 5), None);
        for wrong in ["", "e", "e9", "i1", "e44", "E4", "é4"] {
            assert_eq!(Square::parse(wrong, 8), None, "{wrong}");
        }
    }

    #[test]
    fn h1_is_light_and_a1_is_dark() {
        assert!(!Square { file: 7, rank: 0 }.is_dark());
        assert!(Square { file: 0, rank: 0 }.is_dark());
    }
}
