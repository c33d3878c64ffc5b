//! Attacks of the pieces: leaper tables, line tables for the sliders, and the squares between two squares.
//!
//! Everything here is computed by the compiler (`const fn`), so there is no start-up call and nothing lazy. Sliders
//! read one table entry for each line through their square: the six inner squares of a line have 64 occupancies,
//! four lines times 64 squares times 64 occupancies times 8 bytes are 128 KB. The entry's number is taken out of the
//! occupied squares with the `pext` instruction where the target processor has it and with one multiplication
//! elsewhere.

use crate::bitboard::Bitboard;
use crate::piece::Color;
use crate::square::Square;

const FILE: usize = 0;
const RANK: usize = 1;
const DIAGONAL: usize = 2;
const ANTIDIAGONAL: usize = 3;

/// Steps of a rook as (file, rank), then those of a bishop; opposite directions are in pairs, in the order of lines.
const DIRECTIONS: [(i8, i8); 8] = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1), (-1, 1), (1, -1)];

/// The square `(file, rank)` away, if it is on the board.
const fn step(from: u8, (file, rank): (i8, i8)) -> Option<u8> {
    let (file, rank) = ((from & 7) as i8 + file, (from >> 3) as i8 + rank);
    if file < 0 || file > 7 || rank < 0 || rank > 7 { None } else { Some((rank * 8 + file) as u8) }
}

/// The squares from `from` in one direction up to and including the first occupied one.
const fn ray(from: u8, direction: (i8, i8), occupied: u64) -> u64 {
    let mut reached = 0;
    let mut at = from;
    while let Some(next) = step(at, direction) {
        reached |= 1 << next;
        if occupied >> next & 1 != 0 {
            break;
        }
        at = next;
    }
    reached
}

pub(crate) const fn leaper_table(steps: &[(i8, i8)]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut from = 0;
    while from < 64 {
        let mut i = 0;
        while i < steps.len() {
            if let Some(to) = step(from, steps[i]) {
                table[from as usize].0 |= 1 << to;
            }
            i += 1;
        }
        from += 1;
    }
    table
}

static KNIGHT: [Bitboard; 64] = leaper_table(&[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);
static KING: [Bitboard; 64] = leaper_table(&DIRECTIONS);
static PAWN: [[Bitboard; 64]; 2] = [leaper_table(&[(-1, 1), (1, 1)]), leaper_table(&[(-1, -1), (1, -1)])];

/// The squares whose occupation decides how far a line reaches: all of the line but its ends and `from` itself.
const fn inner(from: u8, line: usize) -> u64 {
    let full = ray(from, DIRECTIONS[line * 2], 0) | ray(from, DIRECTIONS[line * 2 + 1], 0);
    let edge_files = Bitboard::FILE_A.0 | Bitboard::FILE_H.0;
    let edge_ranks = Bitboard::rank(0).0 | Bitboard::rank(7).0;
    match line {
        FILE => full & !edge_ranks,
        RANK => full & !edge_files,
        _ => full & !edge_files & !edge_ranks,
    }
}

static INNER: [[u64; 4]; 64] = {
    let mut table = [[0; 4]; 64];
    let mut i = 0;
    while i < 64 * 4 {
        table[i / 4][i % 4] = inner((i / 4) as u8, i % 4);
        i += 1;
    }
    table
};

/// The entry's number: the inner squares' bits squeezed together.
#[cfg(target_feature = "bmi2")]
use by_extraction as index;
#[cfg(not(target_feature = "bmi2"))]
use by_multiplication as index;

#[cfg(target_feature = "bmi2")]
mod by_extraction {
    /// Computes the result of the instruction at compile time, when the table is filled.
    pub(super) const fn at_compile_time(_from: usize, _line: usize, occupied: u64, mask: u64) -> usize {
        let (mut squeezed, mut bit, mut rest) = (0, 0, mask);
        while rest != 0 {
            squeezed |= (occupied >> rest.trailing_zeros() & 1) << bit;
            bit += 1;
            rest &= rest - 1;
        }
        squeezed as usize
    }

    #[inline]
    #[allow(unsafe_code, reason = "the only way to one instruction; as fast as tables seven times the size")]
    pub(super) fn at_run_time(_from: usize, _line: usize, occupied: u64, mask: u64) -> usize {
        // SAFETY: this module exists only where the compilation target has BMI2, so the instruction exists.
        (unsafe { std::arch::x86_64::_pext_u64(occupied, mask) }) as usize
    }
}

/// The entry's number by multiplication ("kindergarten bitboards", Gerd Isenberg): every inner square of a rank or
/// diagonal has a file of its own, so one product gathers them in the top byte; a file is rotated first.
#[cfg(any(test, not(target_feature = "bmi2")))]
mod by_multiplication {
    pub(super) const fn at_compile_time(from: usize, line: usize, occupied: u64, mask: u64) -> usize {
        let inner = occupied & mask;
        let product = if line == super::FILE {
            (inner >> (from & 7)).wrapping_mul(0x0080_4020_1008_0400)
        } else {
            inner.wrapping_mul(super::Bitboard::FILE_A.0 << 1)
        };
        (product >> 58) as usize
    }

    #[inline]
    pub(super) fn at_run_time(from: usize, line: usize, occupied: u64, mask: u64) -> usize {
        at_compile_time(from, line, occupied, mask)
    }
}

#[allow(long_running_const_eval, reason = "16,384 entries, about a second of compile time, bounded by the loops")]
static LINES: [[[Bitboard; 64]; 4]; 64] = {
    let mut table = [[[Bitboard::EMPTY; 64]; 4]; 64];
    let mut from = 0;
    while from < 64 {
        let mut line = 0;
        while line < 4 {
            let mask = inner(from as u8, line);
            let mut occupied = 0u64;
            loop {
                let reached = ray(from as u8, DIRECTIONS[line * 2], occupied)
                    | ray(from as u8, DIRECTIONS[line * 2 + 1], occupied);
                table[from][line][index::at_compile_time(from, line, occupied, mask) & 63] = Bitboard(reached);
                // The next subset of the mask (carry rippler).
                occupied = occupied.wrapping_sub(mask) & mask;
                if occupied == 0 {
                    break;
                }
            }
            line += 1;
        }
        from += 1;
    }
    table
};

const fn open_table(first: usize) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut from = 0;
    while from < 64 {
        let mut i = first;
        while i < first + 4 {
            table[from].0 |= ray(from as u8, DIRECTIONS[i], 0);
            i += 1;
        }
        from += 1;
    }
    table
}

static OPEN_ROOK: [Bitboard; 64] = open_table(0);
static OPEN_BISHOP: [Bitboard; 64] = open_table(4);

const fn pair_tables() -> ([[Bitboard; 64]; 64], [[Bitboard; 64]; 64]) {
    let mut between = [[Bitboard::EMPTY; 64]; 64];
    let mut line = [[Bitboard::EMPTY; 64]; 64];
    let mut from = 0u8;
    while from < 64 {
        let mut i = 0;
        while i < 8 {
            let whole = ray(from, DIRECTIONS[i], 0) | ray(from, DIRECTIONS[i ^ 1], 0) | 1 << from;
            let mut passed = 0;
            let mut at = from;
            while let Some(next) = step(at, DIRECTIONS[i]) {
                between[from as usize][next as usize] = Bitboard(passed);
                line[from as usize][next as usize] = Bitboard(whole);
                passed |= 1 << next;
                at = next;
            }
            i += 1;
        }
        from += 1;
    }
    (between, line)
}

static PAIRS: ([[Bitboard; 64]; 64], [[Bitboard; 64]; 64]) = pair_tables();

#[inline]
fn along(from: Square, line: usize, occupied: Bitboard) -> Bitboard {
    let from = from.index();
    LINES[from][line][index::at_run_time(from, line, occupied.0, INNER[from][line]) & 63]
}

/// Squares a knight on `from` reaches.
#[inline]
pub fn knight(from: Square) -> Bitboard {
    KNIGHT[from.index()]
}

/// Squares a king on `from` reaches.
#[inline]
pub fn king(from: Square) -> Bitboard {
    KING[from.index()]
}

/// Squares a pawn of this colour on `from` captures on.
#[inline]
pub fn pawn(color: Color, from: Square) -> Bitboard {
    PAWN[color][from.index()]
}

/// Squares that any pawn of the set captures on.
#[inline]
pub fn pawns(color: Color, pawns: Bitboard) -> Bitboard {
    let ahead = pawns.shift(color.forward());
    ahead.left() | ahead.right()
}

/// Squares a rook on `from` reaches, the first occupied ones included.
#[inline]
pub fn rook(from: Square, occupied: Bitboard) -> Bitboard {
    along(from, FILE, occupied) | along(from, RANK, occupied)
}

/// Squares a bishop on `from` reaches, the first occupied ones included.
#[inline]
pub fn bishop(from: Square, occupied: Bitboard) -> Bitboard {
    along(from, DIAGONAL, occupied) | along(from, ANTIDIAGONAL, occupied)
}

/// Squares a queen on `from` reaches, the first occupied ones included.
#[inline]
pub fn queen(from: Square, occupied: Bitboard) -> Bitboard {
    rook(from, occupied) | bishop(from, occupied)
}

/// Squares a rook on `from` reaches on an empty board.
#[inline]
pub fn open_rook(from: Square) -> Bitboard {
    OPEN_ROOK[from.index()]
}

/// Squares a bishop on `from` reaches on an empty board.
#[inline]
pub fn open_bishop(from: Square) -> Bitboard {
    OPEN_BISHOP[from.index()]
}

/// The squares strictly between two squares on one rank, file or diagonal; empty for any other pair.
#[inline]
pub fn between(a: Square, b: Square) -> Bitboard {
    PAIRS.0[a.index()][b.index()]
}

/// The whole rank, file or diagonal through two squares, both included; empty for any other pair.
#[inline]
pub fn line(a: Square, b: Square) -> Bitboard {
    PAIRS.1[a.index()][b.index()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(name: &str) -> Square {
        Square::parse(name).unwrap()
    }

    fn set(names: &str) -> Bitboard {
        names.split_whitespace().map(square).collect()
    }

    #[test]
    fn sliders_stop_at_first_piece_and_include_it() {
        let occupied = set("d4 d6 f4 b2 f6 a1");
        assert_eq!(rook(square("d4"), occupied), set("d5 d6 e4 f4 c4 b4 a4 d3 d2 d1"));
        assert_eq!(bishop(square("d4"), occupied), set("e5 f6 c3 b2 e3 f2 g1 c5 b6 a7"));
    }

    #[test]
    fn sliders_agree_with_walking_rays_on_random_boards() {
        let mut state = 0x5eed_u64;
        for _ in 0..2_000 {
            state = crate::zobrist::splitmix64(state);
            let occupied = state & crate::zobrist::splitmix64(!state);
            for from in Square::all() {
                let walk = |range: std::ops::Range<usize>| {
                    range.fold(0, |set, i| set | ray(from.byte(), DIRECTIONS[i], occupied))
                };
                assert_eq!(rook(from, Bitboard(occupied)), Bitboard(walk(0..4)), "{from} {occupied:#x}");
                assert_eq!(bishop(from, Bitboard(occupied)), Bitboard(walk(4..8)), "{from} {occupied:#x}");
            }
        }
    }

    #[test]
    fn multiplication_index_of_inner_squares_is_unique() {
        for from in 0..64 {
            for line in 0..4 {
                let mask = inner(from as u8, line);
                let (mut seen, mut occupied) = (0_u64, 0_u64);
                loop {
                    // Pieces beside the line and at its ends do not count.
                    let number = by_multiplication::at_run_time(from, line, occupied | !mask, mask);
                    assert!(number < 64 && seen & 1 << number == 0, "{from} {line} {occupied:#x}");
                    seen |= 1 << number;
                    occupied = occupied.wrapping_sub(mask) & mask;
                    if occupied == 0 {
                        break;
                    }
                }
                assert_eq!(seen.count_ones(), 1 << mask.count_ones());
            }
        }
    }

    #[test]
    fn between_and_line_hold_only_for_aligned_squares() {
        assert_eq!(between(square("a1"), square("d4")), set("b2 c3"));
        assert_eq!(between(square("e8"), square("e7")), Bitboard::EMPTY);
        assert_eq!(line(square("b1"), square("g1")), Bitboard::rank(0));
        assert_eq!(line(square("a1"), square("b3")), Bitboard::EMPTY);
        assert_eq!(line(square("a1"), square("a1")), Bitboard::EMPTY);
    }

    #[test]
    fn pawn_sets_equal_sum_of_single_pawns() {
        for color in Color::BOTH {
            let pieces = set("a2 h2 d4 e4 h7 a7");
            let sum = pieces.into_iter().fold(Bitboard::EMPTY, |all, from| all | pawn(color, from));
            assert_eq!(pawns(color, pieces), sum);
        }
    }
}
