//! Zobrist keys, computed at compile time. `position.rs` and `play.rs` combine them.

use crate::piece::{Color, Piece};
use crate::square::Square;

/// One step of the splitmix64 generator (Steele, Lea, Flood 2014): a well mixed number for every input.
pub const fn splitmix64(state: u64) -> u64 {
    let z = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

const fn keys<const N: usize>(stream: u64) -> [u64; N] {
    let mut out = [0; N];
    let mut i = 0;
    while i < N {
        out[i] = splitmix64(splitmix64(stream) ^ i as u64);
        i += 1;
    }
    out
}

static PIECES: [u64; Piece::COUNT * 64] = keys(1);
static CASTLING: [u64; 16] = keys(2);
static EN_PASSANT: [u64; 8] = keys(3);
static STATE: [u64; 64] = keys(4);

/// The key of the side to move: part of every position in which Black moves.
pub const BLACK_TO_MOVE: u64 = splitmix64(5);

/// The key of a piece on a square.
#[inline]
pub fn piece(piece: Piece, at: Square) -> u64 {
    PIECES[piece.index() * 64 + at.index()]
}

/// The key of a set of castling rights.
#[inline]
pub fn castling(rights: u8) -> u64 {
    CASTLING[(rights & 15) as usize]
}

/// The key of an en-passant square that can be used, by its file.
#[inline]
pub fn en_passant(at: Square) -> u64 {
    EN_PASSANT[at.file() as usize]
}

/// The key of one feature of a variant's state (below 64).
#[inline]
pub fn state(feature: usize) -> u64 {
    STATE[feature & 63]
}

/// The key of the side to move.
#[inline]
pub fn turn(turn: Color) -> u64 {
    match turn {
        Color::White => 0,
        Color::Black => BLACK_TO_MOVE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn no_two_keys_are_equal() {
        let all: Vec<u64> = PIECES.iter().chain(&CASTLING).chain(&EN_PASSANT).chain(&STATE).copied().collect();
        assert_eq!(all.iter().collect::<HashSet<_>>().len(), all.len());
    }

    /// The numbers of the generator's authors (Steele, Lea and Flood; Vigna's splitmix64.c) for the seed 0.
    #[test]
    fn generator_is_splitmix64() {
        const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
        let numbers = [0, STEP, STEP.wrapping_mul(2)].map(splitmix64);
        assert_eq!(numbers, [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4, 0x06c4_5d18_8009_454f]);
    }

    #[test]
    fn rights_files_and_turns_have_distinct_keys() {
        let rights = (0..16).map(castling);
        let files = (0..8).map(|file| en_passant(Square::at(file, 5)));
        let keys: Vec<u64> = rights.chain(files).chain([turn(Color::White), turn(Color::Black)]).collect();
        assert_eq!(keys.iter().collect::<HashSet<_>>().len(), 26);
    }
}
