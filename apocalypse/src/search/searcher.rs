//! The state of a search thread, and the value of a pair of choices.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::rules::{Choice, Choices, Position};
use crate::values::Estimate;
use movegen::Color;

use super::table::Table;
use crate::matrix::{Matrix, Solver};
use crate::tables::Tables;
use crate::values::outcome_value;
use engine::Control;
use engine::time::Budget;

/// Values that are at most so far apart are one value. Rounding in a game's matrix and in the table stays far below it.
pub(super) const EXACT: f64 = 1e-7;
/// The window in which every value is wanted as it is.
pub(super) const UNBOUNDED: (f64, f64) = (f64::NEG_INFINITY, f64::INFINITY);

/// Turns that a search can look ahead.
pub const MAX_DEPTH: u32 = 100;

/// Positions between two checks of the clock and the stop flag.
const POLL_INTERVAL_NODES: u64 = 512;

/// Bounds of a value, White's side of the scale up.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Bounds {
    pub(super) low: f64,
    pub(super) high: f64,
}

impl Bounds {
    pub(super) const ALL: Self = Self { low: -1.0, high: 1.0 };

    pub(super) const fn exactly(value: f64) -> Self {
        Self { low: value, high: value }
    }

    /// The intersection of two bounds of the same value.
    #[inline]
    pub(super) const fn common(self, other: Self) -> Self {
        Self { low: self.low.max(other.low), high: self.high.min(other.high) }
    }

    /// Returns `true` if the bounds are as close as values need to be.
    #[inline]
    pub(super) fn is_exact(self) -> bool {
        self.high - self.low <= EXACT
    }

    /// The bounds seen from the other side.
    #[inline]
    pub(super) const fn negated(self) -> Self {
        Self { low: -self.high, high: -self.low }
    }

    #[inline]
    pub(super) const fn middle(self) -> f64 {
        f64::midpoint(self.low, self.high)
    }
}

/// Data shared by all threads of one search.
pub(super) struct Shared<'a, E> {
    pub(super) table: &'a Table,
    pub(super) evaluator: &'a E,
    pub(super) endings: &'a Tables,
    /// Positions with more pieces are in no table.
    pub(super) few: u32,
    pub(super) control: &'a Control,
    pub(super) budget: &'a Budget,
    /// The search has to end; set by the first thread that notices it.
    pub(super) over: AtomicBool,
    pub(super) nodes: Vec<AtomicU64>,
}

impl<E> Shared<'_, E> {
    pub(super) fn total_nodes(&self) -> u64 {
        self.nodes.iter().map(|count| count.load(Ordering::Relaxed)).sum()
    }
}

/// A node of the double oracle while it is searched; kept by depth, so that its memory is used again.
#[derive(Clone, Default)]
pub(super) struct Frame {
    pub(super) choices: [Choices; 2],
    /// Bounds of all cells, row by row.
    pub(super) cells: Vec<Bounds>,
    /// The choices of each side in the restricted game, by index.
    pub(super) active: [Vec<usize>; 2],
    /// Probabilities of all choices of each side, zero outside the restricted game.
    pub(super) mix: [Vec<f64>; 2],
}

impl Frame {
    /// Makes ready for a position; where choices of a side are named in `among`, only they are considered.
    pub(super) fn set_up(&mut self, pos: &Position, among: [&[Choice]; 2]) {
        self.choices = Color::BOTH.map(|c| pos.choices(c));
        for (choices, among) in self.choices.iter_mut().zip(among) {
            if choices.iter().any(|choice| among.contains(choice)) {
                choices.retain(|choice| among.contains(choice));
            }
        }
        self.cells.clear();
        self.cells.resize(self.choices[0].len() * self.choices[1].len(), Bounds::ALL);
        for side in [0, 1] {
            self.active[side].clear();
            self.mix[side].clear();
            self.mix[side].resize(self.choices[side].len(), 0.0);
        }
    }

    /// The index of a cell.
    #[inline]
    pub(super) fn cell(&self, row: usize, column: usize) -> usize {
        row * self.choices[1].len() + column
    }
}

/// A search thread.
pub(super) struct Searcher<'a, E> {
    pub(super) shared: &'a Shared<'a, E>,
    id: usize,
    nodes: u64,
    next_poll: u64,
    /// The search has to end: values found from now on are invalid.
    pub(super) stopped: bool,
    frames: Vec<Option<Box<Frame>>>,
    pub(super) matrix: Matrix,
    pub(super) solver: Solver,
    pub(super) successes: Successes,
    pub(super) leaf: LeafBuffers,
    pub(super) statics: Statics,
}

/// The memory of the last turn.
#[derive(Default)]
pub(super) struct LeafBuffers {
    /// Values row by row; NaN where none has been asked for.
    pub(super) values: Vec<f64>,
    /// The choices of each side that are valued against all replies.
    pub(super) active: [Vec<usize>; 2],
    /// The yield for White of each choice of White, and of Black, against the other's strategy.
    pub(super) yields: [Vec<f64>; 2],
}

/// Static values met lately, by the key of the position: the same positions come out of many pairs of choices. Rounded
/// to `f32`, whether they were met before or not.
///
/// A slot has the lower half of the key, and above it the value's bits.
pub(super) struct Statics(Box<[u64; 1 << Self::BITS]>);

impl Statics {
    /// As much as the nearest cache of a processor holds: what has to be fetched from further away is as soon computed.
    const BITS: u32 = 12;

    fn new() -> Self {
        Self(Box::new([0; 1 << Self::BITS]))
    }

    /// Returns the slot of a key.
    #[inline]
    pub(super) fn slot(&self, key: u64) -> u64 {
        self.0[(key >> (64 - Self::BITS)) as usize]
    }

    /// The value in a place if it belongs to the key.
    #[inline]
    pub(super) fn value(slot: u64, key: u64) -> Option<f64> {
        (slot as u32 == key as u32).then(|| f64::from(f32::from_bits((slot >> 32) as u32)))
    }

    /// Keeps a value and gives it rounded.
    #[inline]
    fn keep(&mut self, key: u64, value: f64) -> f64 {
        let value = value as f32;
        self.0[(key >> (64 - Self::BITS)) as usize] = u64::from(key as u32) | u64::from(value.to_bits()) << 32;
        f64::from(value)
    }
}

/// Counts of refutations by side, squares and whether the choice is speculative; the ways of relocations are counted
/// together.
pub(super) struct Successes([Box<[u32; 1 << 11]>; 2]);

impl Successes {
    fn new() -> Self {
        Self([Box::new([0; 1 << 11]), Box::new([0; 1 << 11])])
    }

    #[inline]
    fn slot(choice: Choice) -> usize {
        choice.from().index() | choice.to().index() << 5 | usize::from(choice.is_speculative()) << 10
    }

    #[inline]
    pub(super) fn of(&self, side: usize, choice: Choice) -> u32 {
        self.0[side][Self::slot(choice)]
    }

    #[inline]
    pub(super) fn add(&mut self, side: usize, choice: Choice, depth: u32) {
        let count = &mut self.0[side][Self::slot(choice)];
        *count = count.saturating_add(depth * depth);
    }
}

impl<'a, E: Estimate> Searcher<'a, E> {
    pub(super) fn new(shared: &'a Shared<'a, E>, id: usize) -> Self {
        Self {
            shared,
            id,
            nodes: 0,
            next_poll: POLL_INTERVAL_NODES,
            stopped: false,
            frames: Vec::new(),
            matrix: Matrix::default(),
            solver: Solver::default(),
            successes: Successes::new(),
            leaf: LeafBuffers::default(),
            statics: Statics::new(),
        }
    }

    /// Counts positions, and polls from time to time for the end of the search.
    #[inline]
    pub(super) fn count(&mut self, positions: usize) {
        self.nodes += positions as u64;
        if self.nodes >= self.next_poll {
            self.poll();
        }
    }

    #[cold]
    fn poll(&mut self) {
        self.next_poll = self.nodes + POLL_INTERVAL_NODES;
        self.publish_nodes();
        let shared = self.shared;
        self.stopped |= shared.over.load(Ordering::Relaxed)
            || shared.control.is_stopped()
            || shared.budget.is_spent(shared.control)
            || shared.budget.nodes_are_spent(shared.total_nodes(), || 0);
        if self.stopped {
            shared.over.store(true, Ordering::Relaxed);
        }
    }

    pub(super) fn publish_nodes(&self) {
        self.shared.nodes[self.id].store(self.nodes, Ordering::Relaxed);
    }

    pub(super) fn take_frame(&mut self, depth: u32) -> Box<Frame> {
        let depth = depth as usize;
        if self.frames.len() <= depth {
            self.frames.resize_with(depth + 1, || None);
        }
        self.frames[depth].take().unwrap_or_default()
    }

    pub(super) fn put_back(&mut self, depth: u32, frame: Box<Frame>) {
        self.frames[depth as usize] = Some(frame);
    }

    /// The value of a position if it is known without search: the game is over, or a table of endings has it.
    #[inline]
    pub(super) fn known(&self, pos: &Position) -> Option<f64> {
        if let Some(outcome) = pos.outcome() {
            return Some(outcome_value(outcome));
        }
        if pos.occupied().count_ones() > self.shared.few { None } else { self.shared.endings.probe(pos) }
    }

    /// Returns the static value of the position after a pair of choices.
    #[inline]
    pub(super) fn static_value(&mut self, pos: &Position, choices: [Choice; 2]) -> f64 {
        let next = pos.resolve(choices);
        let key = next.key();
        Statics::value(self.statics.slot(key), key).unwrap_or_else(|| self.fresh_value(&next, key))
    }

    /// The static value of a position with this key that is not kept, which is then kept.
    #[inline]
    pub(super) fn fresh_value(&mut self, pos: &Position, key: u64) -> f64 {
        let value = self.known(pos).unwrap_or_else(|| self.shared.evaluator.value(pos));
        self.statics.keep(key, value)
    }

    /// Searches a position to `depth` turns and returns bounds of its value, which are exact, or lie below `alpha` or above
    /// `beta`.
    pub(super) fn value(&mut self, pos: &Position, depth: u32, alpha: f64, beta: f64) -> Bounds {
        if let Some(value) = self.known(pos) {
            return Bounds::exactly(value);
        }
        if depth == 0 {
            return Bounds::exactly(self.shared.evaluator.value(pos));
        }
        // Exchanging the colours is an exact symmetry: of the two only one is searched.
        let (key, other) = (pos.key(), pos.swapped());
        let other_key = other.key();
        if key <= other_key {
            self.node(pos, key, depth, alpha, beta)
        } else {
            self.node(&other, other_key, depth, -beta, -alpha).negated()
        }
    }
}
