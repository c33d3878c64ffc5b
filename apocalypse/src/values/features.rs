//! The features of a position for the hand-made evaluation, as counts. Every feature is antisymmetric: White's are added and
//! Black's subtracted.

use super::rows::Block;
use crate::rules::{BOARD, Position, Step, knight_attacks, pawn_attacks, squares, upside_down};
use movegen::Color;

/// Sides by their pieces: one to five pawns with none, one, or two knights.
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

/// The number of features.
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
    // Pawns with a piece ahead: an own one, an enemy's pawn, an enemy's knight.
    Block { name: "blocked", len: ATTACKS - BLOCKED },
    // Pieces attacked: pawns by pawns, knights by pawns, pawns by knights, knights by knights; undefended pawns by knights.
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

/// One side's pieces, its first rank at the bottom.
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
        Self { pawns, knights, pawn_attacks: pawn_attacks(color, pawns), knight_attacks: knight_attacks(knights) }
    }

    #[inline]
    fn pieces(self) -> u32 {
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

    /// The side by its pieces, from 0: more pawns, then more knights, is more.
    #[inline]
    fn material(self) -> usize {
        let (pawns, knights) = (self.pawns.count_ones() as usize, self.knights.count_ones() as usize);
        (3 * pawns.saturating_sub(1) + knights).min(SIDES - 1)
    }
}

/// Takes the features of a position.
///
/// A feature may be named twice. Pieces on squares come as sets, for takers that have a quicker way than one by one.
pub trait Sink {
    /// A feature counts `n` times for White.
    fn add(&mut self, feature: usize, n: i32);

    /// Pawns of a side that goes up the board and has two knights or not, and which of them are passed; they count
    /// `sign` each.
    #[inline]
    fn pawns(&mut self, has_two: bool, pawns: u32, passed: u32, sign: i32) {
        let (square, free) = if has_two { (PAWN_TWO, PASSED_TWO) } else { (PAWN_FEW, PASSED_FEW) };
        for at in squares(pawns) {
            self.add(square + usize::from(at.rank()).min(3) * 3 + FILE[usize::from(at.file())], sign);
        }
        for at in squares(passed) {
            self.add(free + usize::from(at.rank()).min(3), sign);
        }
    }

    /// Knights of a side that goes up the board.
    #[inline]
    fn knights(&mut self, knights: u32, sign: i32) {
        for at in squares(knights) {
            self.add(KNIGHT + usize::from(at.rank()) * 3 + FILE[usize::from(at.file())], sign);
        }
    }
}

/// Files a and e, b and d are alike.
const FILE: [usize; 5] = [0, 1, 2, 1, 0];

/// The counts of all features.
impl Sink for [i32; FEATURES] {
    #[inline]
    fn add(&mut self, feature: usize, n: i32) {
        self[feature] += n;
    }
}

/// The values of pieces on squares, from tables indexed by two ranks at a time.
#[derive(Clone, Debug)]
pub(super) struct Ranks {
    /// Without and with two knights, ranks one and two, three and four: what each set of squares is worth.
    pawns: [[Box<[i32; 1024]>; 2]; 2],
    passed: [[Box<[i32; 1024]>; 2]; 2],
    knights: [i32; 32],
}

/// The squares of two ranks.
const TWO_RANKS: u32 = (1 << 10) - 1;

impl Ranks {
    pub(super) fn new(weights: &[i32; FEATURES]) -> Self {
        let worth = |put: &dyn Fn(&mut [i32; FEATURES])| -> i32 {
            let mut counts = [0; FEATURES];
            put(&mut counts);
            counts.iter().zip(weights).map(|(n, weight)| n * weight).sum()
        };
        let table = |of: &dyn Fn(u32) -> i32| Box::new(std::array::from_fn(|set| of(set as u32)));
        let halves = |two| [0, 10].map(|shift| table(&|set| worth(&|counts| counts.pawns(two, set << shift, 0, 1))));
        let free = |two| [0, 10].map(|shift| table(&|set| worth(&|counts| counts.pawns(two, 0, set << shift, 1))));
        let mut knights = [0; 32];
        squares(BOARD).for_each(|at| knights[at.index()] = worth(&|counts| counts.knights(at.bit(), 1)));
        Self { pawns: [false, true].map(halves), passed: [false, true].map(free), knights }
    }
}

/// The weighted sum of the features.
pub(super) struct Sum<'a> {
    pub(super) weights: &'a [i32; FEATURES],
    pub(super) ranks: &'a Ranks,
    pub(super) sum: i32,
}

impl Sink for Sum<'_> {
    #[inline]
    fn add(&mut self, feature: usize, n: i32) {
        self.sum += n * self.weights[feature];
    }

    #[inline]
    fn pawns(&mut self, has_two: bool, pawns: u32, passed: u32, sign: i32) {
        let worth = |tables: &[Box<[i32; 1024]>; 2], set: u32| {
            tables[0][(set & TWO_RANKS) as usize] + tables[1][(set >> 10 & TWO_RANKS) as usize]
        };
        let side = usize::from(has_two);
        self.sum += sign * worth(&self.ranks.pawns[side], pawns);
        if passed != 0 {
            self.sum += sign * worth(&self.ranks.passed[side], passed);
        }
    }

    #[inline]
    fn knights(&mut self, knights: u32, sign: i32) {
        for at in squares(knights) {
            self.sum += sign * self.ranks.knights[at.index()];
        }
    }
}

/// Passes the non-zero features of a position to a sink, from White's point of view.
#[inline]
pub fn features(pos: &Position, sink: &mut impl Sink) {
    let white = Side::new(Color::White, pos.pawns(Color::White), pos.knights(Color::White));
    let black = Side::new(Color::Black, pos.pawns(Color::Black), pos.knights(Color::Black));
    let (more, less) = (white.material(), black.material());
    let pair = |more: usize, less: usize| MATERIAL + more * (more.max(1) - 1) / 2 + less;
    if more > less {
        sink.add(pair(more, less), 1);
    } else if less > more {
        sink.add(pair(less, more), -1);
    }
    sink.add(PENALTY, i32::from(pos.penalties(Color::White)) - i32::from(pos.penalties(Color::Black)));
    side(white, black, 1, sink);
    side(black.upside_down(), white.upside_down(), -1, sink);
}

/// The features of one side that goes up the board; they count `sign` each.
#[inline]
fn side(us: Side, them: Side, sign: i32, sink: &mut impl Sink) {
    let has_two = us.knights.count_ones() >= 2;
    // What enemy's pawns hold back: their file and the files beside it, below them.
    let reach = them.pawns | (them.pawns & !FILE_A) >> 1 | (them.pawns & !(FILE_A << 4)) << 1;
    let below = reach >> 5 | reach >> 10 | reach >> 15;
    sink.pawns(has_two, us.pawns, us.pawns & !below, sign);
    sink.knights(us.knights, sign);
    let mut count = |feature: usize, set: u32| sink.add(feature, sign * set.count_ones() as i32);
    let ahead = Step::Push.forward(Color::White, us.pawns);
    count(BLOCKED, ahead & us.pieces());
    count(BLOCKED + 1, ahead & them.pawns);
    count(BLOCKED + 2, ahead & them.knights);
    count(ATTACKS, us.pawn_attacks & them.pawns);
    count(ATTACKS + 1, us.pawn_attacks & them.knights);
    count(ATTACKS + 2, us.knight_attacks & them.pawns);
    count(ATTACKS + 3, us.knight_attacks & them.knights);
    count(ATTACKS + 4, us.knight_attacks & them.pawns & !(them.pawn_attacks | them.knight_attacks));
    count(DEFENDED, us.pawn_attacks & us.pawns);
    count(DEFENDED + 1, us.knight_attacks & us.pawns);
    count(DEFENDED + 2, us.pawn_attacks & us.knights);
    count(JUMPS, us.knight_attacks & !us.pieces());
    let steps = (ahead & !us.pieces() & !them.pieces()).count_ones() + (us.pawn_attacks & them.pieces()).count_ones();
    sink.add(STEPS + steps.min(3) as usize, sign);
    if us.pawns & us.pawns.wrapping_sub(1) == 0 && us.pawns & them.knight_attacks != 0 {
        sink.add(LAST_PAWN, sign);
        let is_defended = us.pawns & (us.pawn_attacks | us.knight_attacks) != 0;
        sink.add(LAST_PAWN + 1, if is_defended { 0 } else { sign });
    }
}

const FILE_A: u32 = 0b00001_00001_00001_00001_00001;

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(fen: &str) -> [i32; FEATURES] {
        let mut counts = [0; FEATURES];
        features(&fen.parse().unwrap(), &mut counts);
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
    fn rank_tables_have_the_same_sum() {
        let mut weights = [0; FEATURES];
        weights.iter_mut().zip(1..).for_each(|(weight, n)| *weight = n * n % 97);
        let ranks = Ranks::new(&weights);
        for fen in ["N1p1n/pp1Pp/5/P2n1/1PPPN 10", "5/np1p1/5/3N1/2Pn1 02", "4p/p1P2/Pn1nN/5/1P1P1 00"] {
            let mut sum = Sum { weights: &weights, ranks: &ranks, sum: 0 };
            features(&fen.parse().unwrap(), &mut sum);
            assert_eq!(sum.sum, counts(fen).iter().zip(weights).map(|(n, weight)| n * weight).sum::<i32>(), "{fen}");
        }
    }

    #[test]
    fn material_is_counted_for_the_stronger_side() {
        // 2p1n is the fifth side, 1p2n the third: pair (4, 2) stands at 4 * 3 / 2 + 2.
        let counts = counts("5/n1p1n/5/1P1P1/2N2 00");
        assert_eq!(counts[MATERIAL + 8], 1);
        assert_eq!(counts[MATERIAL..PAWN_FEW].iter().map(|n| n.abs()).sum::<i32>(), 1);
    }

    #[test]
    fn passed_pawn_has_no_enemy_pawn_ahead() {
        let row = |fen| counts(fen)[PASSED_FEW..PASSED_TWO].to_vec();
        // The white pawn on the third rank is one, and so are the black ones, seen from their side on the third rank too.
        assert_eq!(row("5/5/p1P1p/5/5 00"), [0, 0, 1 - 2, 0]);
        // A pawn beside its file holds the white one back, and is held back by it.
        assert_eq!(row("5/1p3/2P2/5/5 00"), [0, 0, 0, 0]);
    }
}
