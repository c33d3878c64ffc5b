//! The positions of one class with the same penalties while they are computed: their values, what solved each of them
//! last, and what a position's cells hold.

use std::cmp::Reverse;
use std::ops::Range;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use crate::rules::{MAX_PENALTIES, Position, left_to_right, squares, upside_down};
use movegen::Color;

use super::class::{Class, MAX_SETUPS};
use super::game::{Cell, Game};
use super::policy::Policy;
use super::set::Tables;
use super::supports::Supports;
use super::table::{Table, quantised, value};
use crate::values::outcome_value;

/// A value in steps of 2^-29, with a bit that is set if it is final: all values that it depends on are final, too.
#[derive(Clone, Copy)]
pub(super) struct Word(pub(super) u32);

impl Word {
    const ONE: f64 = (1_u32 << 29) as f64;

    fn new(value: f64, is_final: bool) -> Self {
        Self((((value * Self::ONE).round() as i32) << 1) as u32 | u32::from(is_final))
    }

    pub(super) fn value(self) -> f64 {
        f64::from(self.0 as i32 >> 1) / Self::ONE
    }

    pub(super) const fn is_final(self) -> bool {
        self.0 & 1 != 0
    }

    /// Returns `true` if the value is from -1 to 1.
    pub(super) fn is_sound(self) -> bool {
        self.value().abs() <= 1.0
    }
}

/// Marks a cell that holds a value from a table; others hold the number of a position of the same class and penalties.
const SETTLED: u32 = 1 << 31;
/// Marks a number of a position whose value is to be taken with the other sign.
const NEGATED: u32 = MAX_SETUPS as u32;

/// The symmetry of the rules that maps one block to another, and the sign of the values.
type Twin = (fn(&Position) -> Position, f64);

/// Values of positions with the same penalties, shared by all threads.
pub(super) struct Slice<'a> {
    class: Class,
    penalties: [u8; 2],
    known: &'a Tables,
    /// The slices of the same class that are done.
    settled: &'a Table,
    /// The factor by which a value is discounted per turn.
    keep: f64,
    words: Vec<AtomicU32>,
    supports_kept: Vec<AtomicU64>,
}

/// The buffers of a thread.
#[derive(Default)]
pub(super) struct Workplace {
    pub(super) game: Game,
    pub(super) policy: Policy,
    /// Matrices that were made and solved.
    pub(super) solved: u64,
    /// Matrices that were solved again.
    pub(super) checked: u64,
}

impl<'a> Slice<'a> {
    /// A slice to be computed from these values, or from a draw everywhere.
    pub(super) fn new(
        class: Class,
        penalties: [u8; 2],
        known: &'a Tables,
        settled: &'a Table,
        discount: f64,
        words: Option<Vec<u32>>,
    ) -> Self {
        let size = class.setups();
        let words = match words {
            Some(words) => words.into_iter().map(AtomicU32::new).collect(),
            None => (0..size).map(|_| AtomicU32::new(0)).collect(),
        };
        let supports_kept = (0..size).map(|_| AtomicU64::new(Supports::NOTHING.0)).collect();
        Self { class, penalties, known, settled, keep: 1.0 - discount, words, supports_kept }
    }

    #[inline]
    fn word(&self, at: usize) -> Word {
        Word(self.words[at].load(Ordering::Relaxed))
    }

    /// All values as they are now.
    pub(super) fn words(&self) -> Vec<u32> {
        self.words.iter().map(|word| word.load(Ordering::Relaxed)).collect()
    }

    /// The values as a table keeps them.
    pub(super) fn rounded(&self) -> Vec<i16> {
        (0..self.words.len()).map(|at| quantised(self.word(at).value())).collect()
    }

    /// Makes the matrices of all positions of a block that may still change, solves them, and adds what is left of them
    /// to the policy; the largest change.
    pub(super) fn begin(&self, block: usize, gap: f64, place: &mut Workplace) -> f64 {
        let (None, Some(pawns)) = (self.twin(block), self.class.pawns(block)) else { return 0.0 };
        let size = self.class.block_size();
        let mut most: f64 = 0.0;
        for index in 0..size {
            let at = block * size + index;
            if !self.word(at).is_final() {
                let pos = Position::from_parts(pawns, self.class.knights(pawns, index), self.penalties);
                most = most.max(match pos.outcome() {
                    Some(outcome) => self.set(at, outcome_value(outcome), true),
                    None => self.solve(at, &pos, gap, place),
                });
            }
        }
        most
    }

    /// Solves some of the matrices again whose reduced form is in the policy, updates the values, and returns the largest
    /// change.
    pub(super) fn improve(&self, numbers: Range<usize>, gap: f64, place: &mut Workplace) -> f64 {
        let mut most: f64 = 0.0;
        place.checked += numbers.len() as u64;
        for number in numbers {
            let check = place.policy.check(number, |cell| (self.payoff(cell), self.is_final(cell)));
            let at = place.policy.at(number);
            most = most.max(if check.high - check.low <= gap {
                self.set(at, f64::midpoint(check.low, check.high) * self.keep, check.is_final)
            } else {
                let games = place.policy.len();
                let change = self.solve(at, &self.position(at), gap, place);
                if place.policy.len() > games {
                    place.policy.replace(number);
                }
                change
            });
        }
        most
    }

    /// Takes out what is left of matrices whose values are final.
    pub(super) fn drop_final(&self, place: &mut Workplace) {
        place.policy.retain(|at| !self.word(at).is_final());
    }

    fn position(&self, at: usize) -> Position {
        let size = self.class.block_size();
        let pawns = self.class.pawns(at / size).expect("only positions are numbered in a policy");
        Position::from_parts(pawns, self.class.knights(pawns, at % size), self.penalties)
    }

    /// Solves the matrix of a position and adds what is left of it to the policy, if its value is not final.
    fn solve(&self, at: usize, pos: &Position, gap: f64, place: &mut Workplace) -> f64 {
        let [white, black] = Color::BOTH.map(|c| pos.choices(c));
        let before = Supports(self.supports_kept[at].load(Ordering::Relaxed));
        let Workplace { game, policy, solved, .. } = place;
        let value = game.solve([white.len(), black.len()], before, gap, |row, column| {
            self.cell(&pos.resolve([white[row], black[column]]))
        });
        *solved += 1;
        let supports = game.supports();
        self.supports_kept[at].store(Supports::new(supports).0, Ordering::Relaxed);
        let is_final = game.resting_cells().all(|cell| self.is_final(cell));
        if !is_final {
            policy.add(at, supports.map(<[usize]>::len), game.size(), game.resting_cells());
        }
        self.set(at, value * self.keep, is_final)
    }

    /// Returns `true` if the value of a cell is final.
    #[inline]
    fn is_final(&self, cell: u32) -> bool {
        cell & SETTLED != 0 || self.word((cell & !NEGATED) as usize).is_final()
    }

    /// Goes once through the games that are left of the matrices; the largest change.
    pub(super) fn sweep(&self, backwards: bool, quiet: f64, place: &mut Workplace) -> f64 {
        let change = |at, value| self.set(at, value * self.keep, false);
        place.policy.sweep(backwards, quiet, |cell| self.payoff(cell), change)
    }

    /// Returns `true` if the group of a block follows the one with left and right exchanged.
    pub(super) fn has_mirror_before(&self, block: usize) -> bool {
        let Some(pawns) = self.class.pawns(block) else { return false };
        let staying = Color::BOTH.map(|c| if self.class.relocates(c) { 0 } else { pawns[c as usize] });
        staying.map(left_to_right) < staying
    }

    /// Begins a block with the values of the same with left and right exchanged, which are nearly right.
    pub(super) fn begin_from_mirror(&self, block: usize) {
        let (class, size) = (self.class, self.class.block_size());
        let Some(pawns) = class.pawns(block) else { return };
        let from = class.block(pawns.map(left_to_right)) * size;
        for (at, pos) in class.positions(block, self.penalties) {
            self.set(at, self.word(from + class.index_in_block(&pos.mirrored())).value(), false);
        }
    }

    /// Writes a value and returns the change.
    #[inline]
    fn set(&self, at: usize, value: f64, is_final: bool) -> f64 {
        let before = self.word(at).value();
        self.words[at].store(Word::new(value, is_final).0, Ordering::Relaxed);
        (value - before).abs()
    }

    /// The value of a cell as it is now.
    #[inline]
    fn payoff(&self, cell: u32) -> f64 {
        if cell & SETTLED != 0 {
            return value(cell as u16 as i16);
        }
        let value = self.word((cell & !NEGATED) as usize).value();
        if cell & NEGATED != 0 { -value } else { value }
    }

    /// The value of a position after a turn, and the place of that value.
    #[inline]
    fn cell(&self, child: &Position) -> Cell {
        let settled = |stored: i16| SETTLED | u32::from(stored as u16);
        let penalties = Color::BOTH.map(|c| child.penalties(c));
        let is_over = Color::BOTH.into_iter().any(|c| child.pawns(c) == 0 || child.penalties(c) >= MAX_PENALTIES);
        let cell = if is_over {
            settled(quantised(child.outcome().map_or(0.0, outcome_value)))
        } else if Class::of(child) != self.class {
            settled(quantised(self.known.probe(child).expect("the closure of the class is known")))
        } else if penalties != self.penalties {
            settled(self.settled.stored(child))
        } else {
            self.number(child)
        };
        (cell, self.payoff(cell))
    }

    /// The number of a position of this slice, or that of its twin in an equal block that comes before and is not
    /// computed but copied.
    #[inline]
    fn number(&self, pos: &Position) -> u32 {
        let block = self.class.block(Color::BOTH.map(|c| pos.pawns(c)));
        if self.class.comes_back() && self.may_exchange() {
            let other = pos.swapped();
            let other_block = self.class.block(Color::BOTH.map(|c| other.pawns(c)));
            if other_block < block {
                return NEGATED | (other_block * self.class.block_size() + self.class.index_in_block(&other)) as u32;
            }
        }
        (block * self.class.block_size() + self.class.index_in_block(pos)) as u32
    }

    fn may_exchange(&self) -> bool {
        self.class.is_even() && self.penalties[0] == self.penalties[1]
    }

    /// The block with a smaller number, if there is one, that is the same by a symmetry. Left and right may be exchanged
    /// only where nothing is relocated.
    fn twin(&self, block: usize) -> Option<(usize, Twin)> {
        let pawns = self.class.pawns(block)?;
        let mirrored = pawns.map(left_to_right);
        let exchanged = |[white, black]: [u32; 2]| [upside_down(black), upside_down(white)];
        let candidates: [Option<(usize, Twin)>; 2] = [
            (!self.class.comes_back()).then(|| (self.class.block(mirrored), (Position::mirrored as _, 1.0))),
            self.may_exchange().then(|| (self.class.block(exchanged(pawns)), (Position::swapped as _, -1.0))),
        ];
        candidates.into_iter().flatten().filter(|(other, _)| *other < block).min_by_key(|(other, _)| *other)
    }

    /// Fills a block that follows from another.
    pub(super) fn copy(&self, to: usize) {
        let Some((from, (turned, sign))) = self.twin(to) else { return };
        let size = self.class.block_size();
        for (at, pos) in self.class.positions(to, self.penalties) {
            let word = self.word(from * size + self.class.index_in_block(&turned(&pos)));
            self.set(at, sign * word.value(), word.is_final());
        }
    }
}

/// The blocks of a class in groups that are computed one after the other: within a group play may go to and fro, but it
/// never comes back to a group. Pawns that are never relocated only go forward, so a group is all blocks with the same
/// such pawns; and groups of a layer, which are equally far on, have nothing to do with each other.
pub(super) fn layers(class: Class) -> Vec<Vec<Vec<usize>>> {
    /// The pawns that stay where they are, how far on they are, how far on all are, and the block.
    type Entry = ([u32; 2], [usize; 2], usize);
    let stays = Color::BOTH.map(|c| !class.relocates(c));
    let ranks = |pawns: u32| squares(pawns).map(|at| usize::from(at.rank())).sum::<usize>();
    let mut blocks: Vec<Entry> = Vec::new();
    for block in 0..class.blocks() {
        let Some(pawns) = class.pawns(block) else { continue };
        let ranks = [ranks(pawns[0]), ranks(upside_down(pawns[1]))];
        let staying = [0, 1].map(|side| if stays[side] { ranks[side] } else { 0 });
        let fixed = [0, 1].map(|side| if stays[side] { pawns[side] } else { 0 });
        blocks.push((fixed, [staying[0] + staying[1], ranks[0] + ranks[1]], block));
    }
    blocks.sort_by_key(|&(fixed, [staying, all], block)| (Reverse(staying), fixed, Reverse(all), block));
    let group = |group: &[Entry]| group.iter().map(|entry| entry.2).collect();
    let layer = |layer: &[Entry]| layer.chunk_by(|a, b| a.0 == b.0).map(group).collect();
    blocks.chunk_by(|a, b| a.1[0] == b.1[0]).map(layer).collect()
}

/// The positions in which Black alone has a penalty, from those in which White has, in a class with equal sides.
pub(super) fn exchanged(table: &Table) -> Vec<i16> {
    let class = table.class();
    let mut values = vec![0; class.setups()];
    for block in 0..class.blocks() {
        for (at, pos) in class.positions(block, [0, 1]) {
            values[at] = -table.stored(&pos.swapped());
        }
    }
    values
}
