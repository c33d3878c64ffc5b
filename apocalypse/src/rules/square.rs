//! Squares of the 5x5 board, and the steps of knights and pawns as sets. Knows no position.

use std::fmt;

use movegen::Color;

/// All 25 squares.
pub const BOARD: u32 = (1 << 25) - 1;
/// A square of the 5x5 board, numbered a1 = 0, b1 = 1 … e5 = 24.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square with this number, which is below 25.
    #[inline]
    pub const fn new(index: u8) -> Self {
        debug_assert!(index < 25);
        Self(index)
    }

    /// The square on `file` (0 = a) and `rank` (0 = the first); both below 5.
    #[inline]
    pub const fn at(file: u8, rank: u8) -> Self {
        Self::new(rank * 5 + file)
    }

    /// The number of the square, below 25. The mask lets the compiler drop bounds checks of tables with 32 entries.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 31) as usize
    }

    /// The set of this square alone.
    #[inline]
    pub const fn bit(self) -> u32 {
        1 << (self.0 & 31)
    }

    /// The file, 0 = a … 4 = e.
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 % 5
    }

    /// The rank, 0 = first … 4 = fifth.
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 / 5
    }

    /// The same file seen from the other side: a1 becomes a5.
    #[inline]
    #[must_use]
    pub const fn flip(self) -> Self {
        Self::at(self.file(), 4 - self.rank())
    }

    /// Reads `c4`; `None` for anything else.
    pub const fn parse(text: &str) -> Option<Self> {
        match *text.as_bytes() {
            [file @ b'a'..=b'e', rank @ b'1'..=b'5'] => Some(Self::at(file - b'a', rank - b'1')),
            _ => None,
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file()) as char, (b'1' + self.rank()) as char)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The squares of a set, a1 first.
#[inline]
pub fn squares(mut set: u32) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        let square = (set != 0).then(|| Square(set.trailing_zeros() as u8))?;
        set &= set - 1;
        Some(square)
    })
}

const FILE_A: u32 = 0b00001_00001_00001_00001_00001;
const FILE_E: u32 = FILE_A << 4;

static KNIGHT: [u32; 32] = {
    const JUMPS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
    let mut table = [0; 32];
    let mut from = 0;
    while from < 25 {
        let mut i = 0;
        while i < 8 {
            let (file, rank) = (from as i8 % 5 + JUMPS[i].0, from as i8 / 5 + JUMPS[i].1);
            if file >= 0 && file < 5 && rank >= 0 && rank < 5 {
                table[from] |= 1 << (rank * 5 + file);
            }
            i += 1;
        }
        from += 1;
    }
    table
};

/// The squares to which a knight jumps from here.
#[inline]
pub fn knight_jumps(from: Square) -> u32 {
    KNIGHT[from.index()]
}

/// The squares to which any of these knights jumps.
#[inline]
pub fn knight_attacks(knights: u32) -> u32 {
    squares(knights).fold(0, |set, from| set | knight_jumps(from))
}

/// The squares on which any of these pawns captures.
#[inline]
pub const fn pawn_attacks(of: Color, pawns: u32) -> u32 {
    Step::Left.forward(of, pawns) | Step::Right.forward(of, pawns)
}

/// The ways a pawn goes forward, in the order in which a speculative relocation tries them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Straight ahead, to an empty square.
    Push,
    /// A capture towards the a-file.
    Left,
    /// A capture towards the e-file.
    Right,
}

impl Step {
    /// All three, in that order.
    pub const ALL: [Self; 3] = [Self::Push, Self::Left, Self::Right];

    /// Where the pawns of a set come to, those that would leave the board left out.
    #[inline]
    pub const fn forward(self, color: Color, pawns: u32) -> u32 {
        match (color, self) {
            (Color::White, Self::Push) => pawns << 5 & BOARD,
            (Color::White, Self::Left) => (pawns & !FILE_A) << 4 & BOARD,
            (Color::White, Self::Right) => (pawns & !FILE_E) << 6 & BOARD,
            (Color::Black, Self::Push) => pawns >> 5,
            (Color::Black, Self::Left) => (pawns & !FILE_A) >> 6,
            (Color::Black, Self::Right) => (pawns & !FILE_E) >> 4,
        }
    }

    /// Where the pawns that have come to the squares of a set stood before: a step of the other colour.
    #[inline]
    pub fn back(self, color: Color, to: u32) -> u32 {
        match self {
            Self::Push => Self::Push.forward(!color, to),
            Self::Left => Self::Right.forward(!color, to),
            Self::Right => Self::Left.forward(!color, to),
        }
    }
}

/// The set with the first rank on the fifth.
#[inline]
pub const fn upside_down(set: u32) -> u32 {
    const RANK: u32 = 0b11111;
    (set & RANK) << 20 | (set & RANK << 5) << 10 | set & RANK << 10 | set >> 10 & RANK << 5 | set >> 20 & RANK
}

/// The set with the a-file on the e-file.
#[inline]
pub const fn left_to_right(set: u32) -> u32 {
    set << 4 & FILE_E | set << 2 & FILE_E >> 1 | set & FILE_A << 2 | set >> 2 & FILE_A << 1 | set >> 4 & FILE_A
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_reads_its_own_name() {
        for square in squares(BOARD) {
            assert_eq!(Square::parse(&square.to_string()), Some(square));
            assert_eq!(upside_down(square.bit()), square.flip().bit());
            assert_eq!(left_to_right(square.bit()), Square::at(4 - square.file(), square.rank()).bit());
        }
        for wrong in ["", "e", "e6", "f1", "e44", "E4", "é4"] {
            assert_eq!(Square::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_step_back_undoes_a_step_forward() {
        for color in Color::BOTH {
            for step in Step::ALL {
                for square in squares(BOARD) {
                    let to = step.forward(color, square.bit());
                    assert!(to == 0 || step.back(color, to) == square.bit());
                    assert_eq!(upside_down(to), step.forward(!color, square.flip().bit()));
                }
            }
        }
    }

    #[test]
    fn knight_jumps_depend_on_the_square() {
        let jumps = |name| knight_jumps(Square::parse(name).unwrap()).count_ones();
        assert_eq!((jumps("c3"), jumps("a1"), jumps("b1"), jumps("c1")), (8, 2, 3, 4));
    }
}
