//! The position.

use movegen::Color;
use movegen::zobrist::splitmix64;

use super::square::{BOARD, left_to_right, upside_down};

/// The rank on which the pawns of each colour promote.
pub const LAST_RANK: [u32; 2] = [0b11111 << 20, 0b11111];
/// Penalty points with which a side has lost.
pub const MAX_PENALTIES: u8 = 2;
/// With so many knights a pawn that reaches the last rank is put elsewhere instead of becoming a knight.
pub const MAX_KNIGHTS: u32 = 2;
/// Turns after which a game is drawn.
pub const LONGEST_GAME: u16 = 200;

/// A position: both sides are to choose. Small and copied freely; equal positions are equal in every field, the number
/// of the turn included.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    pub(super) pawns: [u32; 2],
    pub(super) knights: [u32; 2],
    pub(super) penalties: [u8; 2],
    pub(super) turn: u16,
}

impl Position {
    /// The squares of the pawns of a colour.
    #[inline]
    pub const fn pawns(&self, of: Color) -> u32 {
        self.pawns[of as usize]
    }

    /// The squares of the knights of a colour.
    #[inline]
    pub const fn knights(&self, of: Color) -> u32 {
        self.knights[of as usize]
    }

    /// The squares of all pieces of a colour.
    #[inline]
    pub const fn pieces(&self, of: Color) -> u32 {
        self.pawns[of as usize] | self.knights[of as usize]
    }

    /// The squares on which a piece stands.
    #[inline]
    pub const fn occupied(&self) -> u32 {
        self.pieces(Color::White) | self.pieces(Color::Black)
    }

    /// The penalty points of a colour, at most [`MAX_PENALTIES`].
    #[inline]
    pub const fn penalties(&self, of: Color) -> u8 {
        self.penalties[of as usize]
    }

    /// The number of the turn, from 1. It is no part of what makes positions repeat.
    #[inline]
    pub const fn turn_number(&self) -> u16 {
        self.turn
    }

    /// The same with another number of the turn.
    #[must_use]
    pub const fn with_turn_number(mut self, turn: u16) -> Self {
        self.turn = turn;
        self
    }

    /// Puts a position together, as a table of endings does; the sets must be disjoint, with at most two knights and
    /// five pawns of each colour and no pawn on its last rank.
    pub fn from_parts(pawns: [u32; 2], knights: [u32; 2], penalties: [u8; 2]) -> Self {
        let position = Self { pawns, knights, penalties, turn: 1 };
        debug_assert!(position.is_sound(), "{position}");
        position
    }

    /// Returns `true` if the sets are disjoint, no side has too many pieces, and no pawn stands on its last rank.
    pub(super) fn is_sound(&self) -> bool {
        let sets = [self.pawns[0], self.pawns[1], self.knights[0], self.knights[1]];
        let all = sets.iter().fold(0, |all, set| all | set);
        let pieces: u32 = sets.iter().map(|set| set.count_ones()).sum();
        all & !BOARD == 0
            && pieces == all.count_ones()
            && self.penalties.iter().all(|&n| n <= MAX_PENALTIES)
            && self.check_pieces().is_ok()
    }

    /// The position with the colours exchanged and the board turned upside down: an exact symmetry of the rules.
    #[must_use]
    pub fn swapped(&self) -> Self {
        let turned = |[white, black]: [u32; 2]| [upside_down(black), upside_down(white)];
        Self {
            pawns: turned(self.pawns),
            knights: turned(self.knights),
            penalties: [self.penalties[1], self.penalties[0]],
            turn: self.turn,
        }
    }

    /// The position with the a-file on the e-file. The rules keep this symmetry but for one case: a speculative
    /// relocation of a side with two knights tries the capture towards the a-file first.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        Self { pawns: self.pawns.map(left_to_right), knights: self.knights.map(left_to_right), ..*self }
    }

    /// A key that is equal for equal boards and penalties; unequal ones share a key as often as chance has it. Every
    /// bit depends on every piece.
    #[inline]
    pub fn key(&self) -> u64 {
        let side =
            |c: Color| u64::from(self.pawns[c]) | u64::from(self.knights[c]) << 25 | u64::from(self.penalties[c]) << 50;
        splitmix64(splitmix64(side(Color::White)) ^ side(Color::Black))
    }
}

impl std::fmt::Debug for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(self, f)
    }
}
