//! Classes of endings, and the number of a position within its class.
//!
//! A class is what pieces each side has. Within it a position is numbered by the squares of White's pawns, of Black's (seen
//! from Black's side), of White's knights among the squares left, and of Black's among those left then: nearly every
//! number is a position. All positions with the same pawns are neighbours and form a block.

use std::fmt;

use crate::rules::{BOARD, LAST_RANK, MAX_KNIGHTS, Position, squares, upside_down};
use movegen::Color;

/// Classes of no fewer set-ups are too large: their numbers would not leave room for the marks.
pub(super) const MAX_SETUPS: usize = 1 << 30;

/// The pieces of one side: pawns, then knights.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct Side {
    /// Pawns, at least 1.
    pub pawns: u8,
    /// Knights, at most 2.
    pub knights: u8,
}

/// The pieces of both sides, White's first. Only classes in which White's side is not the smaller one are stored; the
/// others are the same with the colours exchanged.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct Class(pub [Side; 2]);

impl Side {
    const fn pieces(self) -> u8 {
        self.pawns + self.knights
    }

    /// The material of this side that can arise later in the game, itself included; without pawns the game is over.
    fn later(self) -> impl Iterator<Item = Self> {
        (1..=self.pawns).flat_map(move |pawns| {
            let most = (self.pieces() - pawns).min(MAX_KNIGHTS as u8);
            (0..=most).map(move |knights| Self { pawns, knights })
        })
    }
}

impl Class {
    /// The class of a position in which both sides have pawns.
    pub fn of(pos: &Position) -> Self {
        Self(
            Color::BOTH
                .map(|c| Side { pawns: pos.pawns(c).count_ones() as u8, knights: pos.knights(c).count_ones() as u8 }),
        )
    }

    /// Returns `true` if it is stored as it is, not with the colours exchanged.
    pub fn is_stored(self) -> bool {
        (self.0[0].pieces(), self.0[0]) >= (self.0[1].pieces(), self.0[1])
    }

    /// The same class with the colours exchanged.
    #[must_use]
    pub const fn swapped(self) -> Self {
        Self([self.0[1], self.0[0]])
    }

    /// The stored ones of the classes that play can lead to from here, this one last, each after those it leads to.
    pub fn closure(self) -> Vec<Self> {
        let mut classes: Vec<Self> = self.0[0]
            .later()
            .flat_map(|white| self.0[1].later().map(move |black| Self([white, black])))
            .map(|class| if class.is_stored() { class } else { class.swapped() })
            .collect();
        // A turn takes pieces away or makes knights of pawns.
        let pawns = |class: &Self| class.0[0].pawns + class.0[1].pawns;
        classes.sort_unstable_by_key(|class| (class.0[0].pieces() + class.0[1].pieces(), pawns(class), *class));
        classes.dedup();
        classes
    }

    /// Returns `true` if each side has one to five pawns and at most two knights.
    pub(super) fn is_sound(self) -> bool {
        self.0.iter().all(|side| (1..=5).contains(&side.pawns) && u32::from(side.knights) <= MAX_KNIGHTS)
    }

    /// Returns `true` if the class is small enough to be computed.
    pub fn has_room(self) -> bool {
        self.setups() < MAX_SETUPS
    }

    /// Returns `true` if both sides have the same pieces.
    pub fn is_even(self) -> bool {
        self.0[0] == self.0[1]
    }

    /// Returns `true` if pawns of a side can be relocated.
    pub fn relocates(self, side: Color) -> bool {
        u32::from(self.0[side as usize].knights) >= MAX_KNIGHTS
    }

    /// Returns `true` if play can return to a block it has left.
    pub fn comes_back(self) -> bool {
        Color::BOTH.into_iter().any(|side| self.relocates(side))
    }

    /// The numbers of a class: ways to set up its pieces, with pawns that stand on each other among them.
    pub fn setups(self) -> usize {
        self.blocks() * self.block_size()
    }

    /// The number of blocks: sets of squares for White's and Black's pawns, overlapping ones included.
    pub fn blocks(self) -> usize {
        self.0.map(|side| choose(PAWN_SQUARES, side.pawns as usize)).iter().product()
    }

    /// The positions of a block: sets of squares for the knights.
    pub fn block_size(self) -> usize {
        let [white, black] = self.0;
        let free = 25 - (white.pawns + black.pawns) as usize;
        let (white, black) = (white.knights as usize, black.knights as usize);
        choose(free, white) * choose(free - white, black)
    }

    /// The pawns of a block by colour; `None` where they would stand on each other.
    pub fn pawns(self, block: usize) -> Option<[u32; 2]> {
        let [white, black] = self.0.map(|side| side.pawns as usize);
        let blacks = choose(PAWN_SQUARES, black);
        let pawns = [unrank(block / blacks, white), upside_down(unrank(block % blacks, black))];
        (pawns[0] & pawns[1] == 0).then_some(pawns)
    }

    /// The block of these pawns.
    #[inline]
    pub fn block(self, pawns: [u32; 2]) -> usize {
        rank(pawns[0], BOARD) * choose(PAWN_SQUARES, self.0[1].pawns as usize) + rank(upside_down(pawns[1]), BOARD)
    }

    /// The knights with this number in a block, by colour.
    pub fn knights(self, pawns: [u32; 2], index: usize) -> [u32; 2] {
        let free = BOARD & !(pawns[0] | pawns[1]);
        let [white, black] = self.0.map(|side| side.knights as usize);
        let blacks = choose(free.count_ones() as usize - white, black);
        let whites = deposit(unrank(index / blacks, white), free);
        [whites, deposit(unrank(index % blacks, black), free & !whites)]
    }

    /// The positions of a block with these penalties, and their numbers.
    pub(super) fn positions(self, block: usize, penalties: [u8; 2]) -> impl Iterator<Item = (usize, Position)> {
        let size = self.block_size();
        self.pawns(block).into_iter().flat_map(move |pawns| {
            (0..size).map(move |index| {
                (block * size + index, Position::from_parts(pawns, self.knights(pawns, index), penalties))
            })
        })
    }

    /// The number of a position of this class.
    #[inline]
    pub fn index(self, pos: &Position) -> usize {
        let pawns = Color::BOTH.map(|c| pos.pawns(c));
        self.block(pawns) * self.block_size() + self.index_in_block(pos)
    }

    /// The number of a position within its block.
    #[inline]
    pub fn index_in_block(self, pos: &Position) -> usize {
        let free = BOARD & !(pos.pawns(Color::White) | pos.pawns(Color::Black));
        let whites = pos.knights(Color::White);
        let left = free & !whites;
        let blacks = choose(left.count_ones() as usize, self.0[1].knights as usize);
        rank(whites, free) * blacks + rank(pos.knights(Color::Black), left)
    }
}

/// `2p1nv1p0n`.
impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [white, black] = self.0;
        write!(f, "{}p{}nv{}p{}n", white.pawns, white.knights, black.pawns, black.knights)
    }
}

/// Reason why a text is not a class that has tables.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{0}' is no class of endings like 1p2nv1p1n, with 1 to 5 pawns and up to 2 knights on each side")]
pub struct ClassError(String);

/// Reads what is printed, the sides in any order.
impl std::str::FromStr for Class {
    type Err = ClassError;

    fn from_str(text: &str) -> Result<Self, ClassError> {
        let digit = |byte: u8, most: u8| byte.checked_sub(b'0').filter(|n| *n <= most);
        let class = match *text.as_bytes() {
            [wp @ b'1'..=b'5', b'p', wn, b'n', b'v', bp @ b'1'..=b'5', b'p', bn, b'n'] => digit(wn, 2)
                .zip(digit(bn, 2))
                .map(|(wn, bn)| Self([Side { pawns: wp - b'0', knights: wn }, Side { pawns: bp - b'0', knights: bn }])),
            _ => None,
        };
        let class = class.ok_or_else(|| ClassError(movegen::fen::printable(text)))?;
        Ok(if class.is_stored() { class } else { class.swapped() })
    }
}

/// Squares on which a pawn may stand: all but its last rank, which are the first twenty seen from its own side.
const PAWN_SQUARES: usize = 25 - LAST_RANK[0].count_ones() as usize;

/// The number of sets of `k` things out of `n`, both at most 25 and 5.
#[inline]
const fn choose(n: usize, k: usize) -> usize {
    CHOOSE[n][k] as usize
}

static CHOOSE: [[u32; 6]; 26] = {
    let mut table = [[0; 6]; 26];
    let mut n = 0;
    while n < 26 {
        table[n][0] = 1;
        let mut k = 1;
        while k < 6 && n > 0 {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// The number of a set among the sets of as many squares out of `free`.
#[inline]
fn rank(mut set: u32, free: u32) -> usize {
    let (mut rank, mut k) = (0, 1);
    while set != 0 {
        let below = (set & set.wrapping_neg()) - 1;
        rank += choose((free & below).count_ones() as usize, k);
        set &= set - 1;
        k += 1;
    }
    rank
}

/// The set of `k` places with this number.
fn unrank(mut rank: usize, k: usize) -> u32 {
    let mut set = 0;
    for k in (1..=k).rev() {
        let at = (0..25).rev().find(|&at| choose(at, k) <= rank).expect("the least choice is none");
        rank -= choose(at, k);
        set |= 1 << at;
    }
    set
}

/// The squares of `free` at these places.
fn deposit(places: u32, free: u32) -> u32 {
    squares(free).enumerate().filter(|(at, _)| places >> at & 1 != 0).fold(0, |set, (_, square)| set | square.bit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn class(text: &str) -> Class {
        text.parse().unwrap()
    }

    #[test]
    fn position_numbers_of_a_class_round_trip() {
        for text in ["1p0nv1p0n", "1p1nv1p1n", "2p0nv1p1n", "1p2nv1p0n"] {
            let class = class(text);
            let mut positions = 0;
            for block in 0..class.blocks() {
                let Some(pawns) = class.pawns(block) else { continue };
                for index in 0..class.block_size() {
                    let pos = Position::from_parts(pawns, class.knights(pawns, index), [0; 2]);
                    assert_eq!(Class::of(&pos), class);
                    assert_eq!(class.index(&pos), block * class.block_size() + index, "{pos}");
                    positions += 1;
                }
            }
            // Counted by hand for one pawn each: 385 pairs of squares, 23 and 22 squares left for the knights.
            if text == "1p1nv1p1n" {
                assert_eq!(positions, 385 * 23 * 22);
            }
        }
    }

    #[test]
    fn closure_lists_dependencies_first() {
        let list = class("2p0nv1p1n").closure();
        let names: Vec<String> = list.iter().map(Class::to_string).collect();
        assert_eq!(names, ["1p0nv1p0n", "1p1nv1p0n", "2p0nv1p0n", "1p1nv1p1n", "2p0nv1p1n"]);
        assert_eq!(class("1p1nv2p0n"), class("2p0nv1p1n"));
    }

    #[test]
    fn what_is_no_class_is_refused() {
        for text in ["", "0p1nv1p0n", "1p3nv1p0n", "6p0nv1p0n", "1p0n", "1p0nv1p0nx", "1P0nv1p0n"] {
            assert!(text.parse::<Class>().is_err(), "{text}");
        }
    }
}
