//! What the evaluator sees in a position, as counts of numbered features. Every feature is antisymmetric: what counts
//! for White counts against Black.

use movegen::Color;
use movegen::apocalypse::{Position, Step, knight_jumps, squares, upside_down};

/// A row of features and how a file of weights calls it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Block {
    /// The name at the beginning of its line.
    pub name: &'static str,
    /// Features in the row.
    pub len: usize,
}

/// Sides by their men: one to five pawns with none, one, or two knights.
const SIDES: usize = 15;

const MATERIAL: usize = 0;
const PAWN_FEW: usize = MATERIAL + SIDES * (SIDES - 1) / 2;
const PAWN_TWO: usize = PAWN_FEW + 12;
const KNIGHT: usize = PAWN_TWO + 12;
const PENALTY: usize = KNIGHT + 15;
const BLOCKED: usize = PENALTY + 1;
const ATTACKS: usize = BLOCKED + 3;
const DEFENDED: usize = ATTACKS + 5;
const PASSED_FEW: usize = DEFENDED + 3;
const PASSED_TWO: usize = PASSED_FEW + 4;
const STEPS: usize = PASSED_TWO + 4;
const JUMPS: usize = STEPS + 4;
const LAST_PAWN: usize = JUMPS + 1;

/// How many features there are.
pub const FEATURES: usize = LAST_PAWN + 2;

/// All rows in their order.
pub const BLOCKS: [Block; 13] = [
    // What the side with more is ahead, for each pair of sides: 1p0n, 1p1n, 1p2n, 2p0n ... against each smaller one.
    Block { name: "material", len: PAWN_FEW - MATERIAL },
    // Pawns on their squares while they can become knights: first rank first, files a/e, b/d, c.
    Block { name: "pawn-few", len: PAWN_TWO - PAWN_FEW },
    // Pawns on their squares beside two knights, when they will be relocated.
    Block { name: "pawn-two", len: KNIGHT - PAWN_TWO },
    Block { name: "knight", len: PENALTY - KNIGHT },
    Block { name: "penalty", len: BLOCKED - PENALTY },
    // Pawns with a man ahead: an own one, an enemy's pawn, an enemy's knight.
    Block { name: "blocked", len: ATTACKS - BLOCKED },
    // Men attacked: pawns by pawns, knights by pawns, pawns by knights, knights by knights; undefended pawns by knights.
    Block { name: "attacks", len: DEFENDED - ATTACKS },
    // Pawns by pawns, pawns by knights, knights by pawns.
    Block { name: "defended", len: PASSED_FEW - DEFENDED },
    // Pawns with no enemy's pawn before them, by rank, without and with two knights.
    Block { name: "passed-few", len: PASSED_TWO - PASSED_FEW },
    Block { name: "passed-two", len: STEPS - PASSED_TWO },
    // How many squares pawns can go to: none, one, two, more.
    Block { name: "steps", len: JUMPS - STEPS },
    // Squares that knights can go to.
    Block { name: "jumps", len: LAST_PAWN - JUMPS },
    // The last pawn: attacked by a knight; attacked and not defended.
    Block { name: "last-pawn", len: FEATURES - LAST_PAWN },
];

/// One side's men, its first rank at the bottom.
#[derive(Clone, Copy)]
struct Side {
    pawns: u32,
    knights: u32,
    /// Where its pawns capture and its knights jump.
    pawn_attacks: u32,
    knight_attacks: u32,
}

impl Side {
    #[inline]
    fn new(color: Color, pawns: u32, knights: u32) -> Self {
        let pawn_attacks = Step::Left.forward(color, pawns) | Step::Right.forward(color, pawns);
        let knight_attacks = squares(knights).fold(0, |set, from| set | knight_jumps(from));
        Self { pawns, knights, pawn_attacks, knight_attacks }
    }

    #[inline]
    fn men(self) -> u32 {
        self.pawns | self.knights
    }

    #[inline]
    fn upside_down(self) -> Self {
        Self {
            pawns: upside_down(self.pawns),
            knights: upside_down(self.knights),
            pawn_attacks: upside_down(self.pawn_attacks),
            knight_attacks: upside_down(self.knight_attacks),
        }
    }

    /// The side by its men, from 0: more pawns, then more knights, is more.
    #[inline]
    fn material(self) -> usize {
        let (pawns, knights) = (self.pawns.count_ones() as usize, self.knights.count_ones() as usize);
        (3 * pawns.saturating_sub(1) + knights).min(SIDES - 1)
    }
}

/// Names the features of a position that count, each with its count, White's side up. A feature may be named twice.
#[inline]
pub fn features(pos: &Position, mut count: impl FnMut(usize, i32)) {
    let white = Side::new(Color::White, pos.pawns(Color::White), pos.knights(Color::White));
    let black = Side::new(Color::Black, pos.pawns(Color::Black), pos.knights(Color::Black));
    let (more, less) = (white.material(), black.material());
    let pair = |more: usize, less: usize| MATERIAL + more * (more.max(1) - 1) / 2 + less;
    if more > less {
        count(pair(more, less), 1);
    } else if less > more {
        count(pair(less, more), -1);
    }
    count(PENALTY, i32::from(pos.penalties(Color::White)) - i32::from(pos.penalties(Color::Black)));
    side(white, black, &mut count);
    side(black.upside_down(), white.upside_down(), |feature, n| count(feature, -n));
}

/// The features of one side that goes up the board.
#[inline]
fn side(us: Side, them: Side, mut count: impl FnMut(usize, i32)) {
    // Files a and e, b and d are alike.
    const FILE: [usize; 5] = [0, 1, 2, 1, 0];
    let number = |set: u32| set.count_ones() as i32;
    let has_two = us.knights.count_ones() >= 2;
    let (pawn, passed) = if has_two { (PAWN_TWO, PASSED_TWO) } else { (PAWN_FEW, PASSED_FEW) };
    // What enemy's pawns hold back: their file and the files beside it, below them.
    let reach = them.pawns | (them.pawns & !FILE_A) >> 1 | (them.pawns & !(FILE_A << 4)) << 1;
    let below = reach >> 5 | reach >> 10 | reach >> 15;
    for at in squares(us.pawns) {
        let (rank, file) = (usize::from(at.rank()), FILE[usize::from(at.file())]);
        count(pawn + rank.min(3) * 3 + file, 1);
        if at.bit() & below == 0 {
            count(passed + rank.min(3), 1);
        }
    }
    for at in squares(us.knights) {
        count(KNIGHT + usize::from(at.rank()) * 3 + FILE[usize::from(at.file())], 1);
    }
    let ahead = Step::Push.forward(Color::White, us.pawns);
    count(BLOCKED, number(ahead & us.men()));
    count(BLOCKED + 1, number(ahead & them.pawns));
    count(BLOCKED + 2, number(ahead & them.knights));
    count(ATTACKS, number(us.pawn_attacks & them.pawns));
    count(ATTACKS + 1, number(us.pawn_attacks & them.knights));
    count(ATTACKS + 2, number(us.knight_attacks & them.pawns));
    count(ATTACKS + 3, number(us.knight_attacks & them.knights));
    let defends = us.pawn_attacks | us.knight_attacks;
    count(ATTACKS + 4, number(us.knight_attacks & them.pawns & !(them.pawn_attacks | them.knight_attacks)));
    count(DEFENDED, number(us.pawn_attacks & us.pawns));
    count(DEFENDED + 1, number(us.knight_attacks & us.pawns));
    count(DEFENDED + 2, number(us.pawn_attacks & us.knights));
    let steps = number(ahead & !us.men() & !them.men()) + number(us.pawn_attacks & them.men());
    count(STEPS + steps.min(3) as usize, 1);
    count(JUMPS, number(us.knight_attacks & !us.men()));
    if us.pawns & us.pawns.wrapping_sub(1) == 0 && us.pawns & them.knight_attacks != 0 {
        count(LAST_PAWN, 1);
        count(LAST_PAWN + 1, i32::from(us.pawns & defends == 0));
    }
}

const FILE_A: u32 = 0b00001_00001_00001_00001_00001;

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(fen: &str) -> [i32; FEATURES] {
        let mut counts = [0; FEATURES];
        features(&fen.parse().unwrap(), |feature, n| counts[feature] += n);
        counts
    }

    #[test]
    fn the_rows_are_all_there_is() {
        assert_eq!(BLOCKS.iter().map(|block| block.len).sum::<usize>(), FEATURES);
    }

    #[test]
    fn exchanging_the_colours_negates_every_count() {
        for fen in ["N1p1n/pp1Pp/5/P2n1/1PPPN 10", "5/np1p1/5/3N1/2Pn1 02", "4p/p1P2/Pn1nN/5/1P1P1 00"] {
            let pos: Position = fen.parse().unwrap();
            let swapped = counts(&pos.swapped().to_string());
            assert!(counts(fen).iter().zip(swapped).all(|(&n, other)| n == -other), "{fen}");
            let mirrored = counts(&pos.mirrored().to_string());
            assert_eq!(counts(fen), mirrored, "{fen}");
        }
        assert!(counts("npppn/p3p/5/P3P/NPPPN 00").iter().all(|&n| n == 0));
    }

    #[test]
    fn material_is_counted_once_for_the_side_that_has_more() {
        // 2p1n is the fifth side, 1p2n the third: pair (4, 2) stands at 4 * 3 / 2 + 2.
        let counts = counts("5/n1p1n/5/1P1P1/2N2 00");
        assert_eq!(counts[MATERIAL + 8], 1);
        assert_eq!(counts[MATERIAL..PAWN_FEW].iter().map(|n| n.abs()).sum::<i32>(), 1);
    }

    #[test]
    fn a_pawn_is_passed_when_no_enemy_pawn_stands_before_it() {
        let row = |fen| counts(fen)[PASSED_FEW..PASSED_TWO].to_vec();
        // The white pawn on the third rank is one, and so are the black ones, seen from their side on the third rank too.
        assert_eq!(row("5/5/p1P1p/5/5 00"), [0, 0, 1 - 2, 0]);
        // A pawn beside its file holds the white one back, and is held back by it.
        assert_eq!(row("5/1p3/2P2/5/5 00"), [0, 0, 0, 0]);
    }
}
