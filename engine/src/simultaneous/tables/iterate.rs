//! The values of a class of endings by value iteration.
//!
//! Every position is a matrix game whose cells are the values of the positions it leads to. From a draw everywhere, the
//! games are solved again and again until no value changes any more. Penalties and captures lead away for good, and so
//! do pawn moves as long as nothing is relocated: what remains to be iterated is one block of positions with the same
//! pawns, whose matrices are made once and then swept over.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::thread;

use movegen::Color;
use movegen::apocalypse::{Position, left_to_right, squares, upside_down};

use super::class::Class;
use super::plan::Plan;
use super::table::{Table, quantised, value};
use super::{Tables, outcome_value};
use crate::simultaneous::matrix::{Matrix, Solver};

/// How a class is computed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Effort {
    /// Iteration ends when no value changes by more.
    pub tolerance: f32,
    /// The part of every value that a turn costs, so that a quicker win is worth more.
    pub discount: f32,
    /// Threads to work with, at least 1.
    pub threads: usize,
}

/// What one class took.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Work {
    /// Matrices solved.
    pub updates: u64,
    /// Most sweeps over one block.
    pub sweeps: u32,
}

/// Penalty points in the order in which they are computed: those that lead nowhere else first.
const PENALTIES: [[u8; 2]; 4] = [[1, 1], [1, 0], [0, 1], [0, 0]];

/// Marks a cell that holds a settled value; others hold the number of a position of the same class and penalties.
const SETTLED: u32 = 1 << 31;

/// Computes a class, whose closure but for itself is in `known`; `None` if it was stopped.
pub(super) fn compute(class: Class, known: &Tables, effort: Effort, stop: &AtomicBool) -> Option<(Table, Work)> {
    let mut table = Table::empty(class);
    let mut work = Work::default();
    for penalties in PENALTIES {
        let values = if class.is_even() && penalties == [0, 1] {
            exchanged(&table)
        } else {
            let slice = Slice::new(class, penalties, known, &table, effort);
            let done = slice.compute(stop)?;
            work = Work { updates: work.updates + done.updates, sweeps: work.sweeps.max(done.sweeps) };
            (0..slice.values.len()).map(|at| quantised(f64::from(slice.get(at)))).collect()
        };
        table.fill(penalties, values);
    }
    Some((table, work))
}

/// The positions in which Black alone has a penalty, from those in which White has, in a class with equal sides.
fn exchanged(table: &Table) -> Vec<i16> {
    let class = table.class();
    let mut values = vec![0; class.blocks() * class.block_size()];
    for block in 0..class.blocks() {
        let Some(pawns) = class.pawns(block) else { continue };
        for index in 0..class.block_size() {
            let pos = Position::from_parts(pawns, class.knights(pawns, index), [0, 1]);
            values[block * class.block_size() + index] = -table.stored(&pos.swapped());
        }
    }
    values
}

/// The positions of one class with the same penalties, while they are computed.
struct Slice<'a> {
    class: Class,
    penalties: [u8; 2],
    known: &'a Tables,
    /// The slices of the same class that are done.
    settled: &'a Table,
    effort: Effort,
    /// By number, as bits of an `f32`.
    values: Vec<AtomicU32>,
    /// By number, what solved each position's matrix last.
    plans: Vec<AtomicU64>,
}

/// A matrix in a block: where its cells begin, and its size.
#[derive(Clone, Copy)]
struct Node {
    at: u32,
    cells: u32,
    rows: u16,
    columns: u16,
}

/// A block's matrices and what is needed to solve them; its memory is used again for the next block.
#[derive(Default)]
struct Workplace {
    nodes: Vec<Node>,
    cells: Vec<u32>,
    matrix: Matrix,
    solver: Solver,
    work: Work,
}

/// How a block follows from one that is done by a symmetry of the rules.
#[derive(Clone, Copy)]
enum Twin {
    Mirrored,
    Exchanged,
}

impl<'a> Slice<'a> {
    fn new(class: Class, penalties: [u8; 2], known: &'a Tables, settled: &'a Table, effort: Effort) -> Self {
        let size = class.blocks() * class.block_size();
        let values = (0..size).map(|_| AtomicU32::new(0)).collect();
        let plans = (0..size).map(|_| AtomicU64::new(Plan::NOTHING.bits())).collect();
        Self { class, penalties, known, settled, effort, values, plans }
    }

    #[inline]
    fn get(&self, at: usize) -> f32 {
        f32::from_bits(self.values[at].load(Ordering::Relaxed))
    }

    #[inline]
    fn set(&self, at: usize, value: f32) {
        self.values[at].store(value.to_bits(), Ordering::Relaxed);
    }

    /// Layer by layer, the most advanced pawns first. With relocations again and again until nothing changes: then what
    /// is settled within a block on the way is worth only a tenth of what still changes between them.
    fn compute(&self, stop: &AtomicBool) -> Option<Work> {
        let layers = self.layers();
        let mut work = Work::default();
        let mut tolerance = if self.class.relocates() { 0.01 } else { self.effort.tolerance };
        let mut is_first = true;
        loop {
            let mut change: f32 = 0.0;
            for layer in &layers {
                let (in_layer, done) = self.pass(layer, is_first, tolerance, stop);
                change = change.max(in_layer);
                work = Work { updates: work.updates + done.updates, sweeps: work.sweeps.max(done.sweeps) };
                if stop.load(Ordering::Relaxed) {
                    return None;
                }
            }
            if !self.class.relocates() || change <= self.effort.tolerance {
                return Some(work);
            }
            tolerance = (change * 0.1).clamp(self.effort.tolerance, tolerance);
            is_first = false;
            log::debug!("{}, penalties {:?}: changed by {change:.1e}", self.class, self.penalties);
        }
    }

    /// The blocks by how far their pawns have gone. Play within a layer stays in the block, relocations aside.
    fn layers(&self) -> Vec<Vec<usize>> {
        let mut layers = vec![Vec::new(); 5 * 10 + 1];
        for block in 0..self.class.blocks() {
            if let Some([white, black]) = self.class.pawns(block) {
                let ranks = |pawns: u32| squares(pawns).map(|at| usize::from(at.rank())).sum::<usize>();
                layers[ranks(white) + ranks(upside_down(black))].push(block);
            }
        }
        layers.reverse();
        layers.retain(|layer| !layer.is_empty());
        layers
    }

    /// Settles the blocks of a layer; what changed most, and the work.
    fn pass(&self, layer: &[usize], is_first: bool, tolerance: f32, stop: &AtomicBool) -> (f32, Work) {
        let next = AtomicUsize::new(0);
        let labour = || {
            let (mut place, mut change) = (Workplace::default(), 0.0_f32);
            while let Some(&block) = layer.get(next.fetch_add(1, Ordering::Relaxed)) {
                if self.twin(block).is_none() && !stop.load(Ordering::Relaxed) {
                    let glance = if is_first { f32::INFINITY } else { self.glance(block, tolerance, &mut place) };
                    if glance > tolerance {
                        self.make(block, &mut place);
                        change = change.max(self.settle(&mut place, tolerance, stop));
                    }
                    change = if is_first { change } else { change.max(glance) };
                }
            }
            (change, place.work)
        };
        let threads = self.effort.threads.clamp(1, layer.len());
        let parts = match threads {
            1 => vec![labour()],
            _ => thread::scope(|scope| {
                let hands: Vec<_> = (0..threads).map(|_| scope.spawn(labour)).collect();
                hands.into_iter().map(|hand| hand.join().expect("no block makes a thread panic")).collect()
            }),
        };
        for &block in layer {
            if let Some((from, twin)) = self.twin(block) {
                self.copy(from, block, twin);
            }
        }
        parts.into_iter().fold((0.0, Work::default()), |(change, work), (other, done)| {
            let work = Work { updates: work.updates + done.updates, sweeps: work.sweeps.max(done.sweeps) };
            (change.max(other), work)
        })
    }

    /// The block with a smaller number, if there is one, that is the same by a symmetry.
    fn twin(&self, block: usize) -> Option<(usize, Twin)> {
        let pawns = self.class.pawns(block)?;
        let mirrored = pawns.map(left_to_right);
        let exchanged = |[white, black]: [u32; 2]| [upside_down(black), upside_down(white)];
        let may_exchange = self.class.is_even() && self.penalties[0] == self.penalties[1];
        let candidates = [
            (!self.class.relocates()).then(|| (self.class.block(mirrored), Twin::Mirrored)),
            may_exchange.then(|| (self.class.block(exchanged(pawns)), Twin::Exchanged)),
        ];
        candidates.into_iter().flatten().filter(|(other, _)| *other < block).min_by_key(|(other, _)| *other)
    }

    fn copy(&self, from: usize, to: usize, twin: Twin) {
        let (class, size) = (self.class, self.class.block_size());
        let pawns = class.pawns(to).expect("only blocks with pawns beside each other have twins");
        for index in 0..size {
            let pos = Position::from_parts(pawns, class.knights(pawns, index), self.penalties);
            let (other, sign) = match twin {
                Twin::Mirrored => (pos.mirrored(), 1.0),
                Twin::Exchanged => (pos.swapped(), -1.0),
            };
            self.set(to * size + index, sign * self.get(from * size + class.index_in_block(&other)));
        }
    }

    /// Makes the matrices of a block. Positions that are over, or whose cells are all settled, are valued at once.
    fn make(&self, block: usize, place: &mut Workplace) {
        place.nodes.clear();
        place.cells.clear();
        let (class, size) = (self.class, self.class.block_size());
        let Some(pawns) = class.pawns(block) else { return };
        for index in 0..size {
            let pos = Position::from_parts(pawns, class.knights(pawns, index), self.penalties);
            let at = block * size + index;
            if let Some(outcome) = pos.outcome() {
                self.set(at, outcome_value(outcome) as f32);
                continue;
            }
            let [white, black] = Color::BOTH.map(|c| pos.choices(c));
            let cells = place.cells.len();
            let mut is_settled = true;
            for &w in &white {
                for &b in &black {
                    let cell = self.cell(&pos.resolve([w, b]));
                    is_settled &= cell & SETTLED != 0;
                    place.cells.push(cell);
                }
            }
            let node =
                Node { at: at as u32, cells: cells as u32, rows: white.len() as u16, columns: black.len() as u16 };
            match is_settled {
                true => {
                    self.solve(node, place, 0.0);
                    place.cells.truncate(cells);
                }
                false => place.nodes.push(node),
            }
        }
    }

    #[inline]
    fn cell(&self, child: &Position) -> u32 {
        let settled = |stored: i16| SETTLED | u32::from(stored as u16);
        if let Some(outcome) = child.outcome() {
            return settled(quantised(outcome_value(outcome)));
        }
        if Class::of(child) != self.class {
            return settled(quantised(self.known.probe(child).expect("the closure of the class is known")));
        }
        match Color::BOTH.map(|c| child.penalties(c)) == self.penalties {
            true => self.class.index(child) as u32,
            false => settled(self.settled.stored(child)),
        }
    }

    /// Sweeps over a block until it changes no more; what has changed most between the first sweep and the last.
    fn settle(&self, place: &mut Workplace, tolerance: f32, stop: &AtomicBool) -> f32 {
        let nodes = std::mem::take(&mut place.nodes);
        let mut most: f32 = 0.0;
        for sweep in 1.. {
            let mut change: f32 = 0.0;
            for &node in &nodes {
                change = change.max(self.solve(node, place, tolerance));
            }
            most = most.max(change);
            place.work.sweeps = place.work.sweeps.max(sweep);
            if change <= tolerance || stop.load(Ordering::Relaxed) {
                break;
            }
        }
        place.nodes = nodes;
        most
    }

    /// Goes through a block once without making its matrices; tells by how much a value has changed at most. For blocks
    /// that have been settled before and may have little to change.
    fn glance(&self, block: usize, tolerance: f32, place: &mut Workplace) -> f32 {
        let (class, size) = (self.class, self.class.block_size());
        let Some(pawns) = class.pawns(block) else { return 0.0 };
        let mut most: f32 = 0.0;
        for index in 0..size {
            let at = block * size + index;
            let pos = Position::from_parts(pawns, class.knights(pawns, index), self.penalties);
            if pos.outcome().is_some() {
                continue;
            }
            let [white, black] = Color::BOTH.map(|c| pos.choices(c));
            let payoff = |row: usize, column: usize| self.payoff(self.cell(&pos.resolve([white[row], black[column]])));
            most = most.max(self.update(at, (white.len(), black.len()), tolerance, payoff, place));
        }
        most
    }

    /// The value of a cell as it is now.
    #[inline]
    fn payoff(&self, cell: u32) -> f64 {
        match cell & SETTLED {
            0 => f64::from(self.get(cell as usize)),
            _ => value(cell as u16 as i16),
        }
    }

    /// Solves one matrix and tells by how much the value has changed.
    #[inline]
    fn solve(&self, node: Node, place: &mut Workplace, tolerance: f32) -> f32 {
        let (rows, columns) = (usize::from(node.rows), usize::from(node.columns));
        let cells = std::mem::take(&mut place.cells);
        let own = &cells[node.cells as usize..][..rows * columns];
        let payoff = |row: usize, column: usize| self.payoff(own[row * columns + column]);
        let change = self.update(node.at as usize, (rows, columns), tolerance, payoff, place);
        place.cells = cells;
        change
    }

    /// Values a position anew: by what solved its matrix last, or else by solving the whole. Either way what strategies
    /// guarantee both sides is as good as equal, so no short cut is ever more than that.
    #[inline]
    fn update(
        &self,
        at: usize,
        (rows, columns): (usize, usize),
        tolerance: f32,
        payoff: impl Fn(usize, usize) -> f64,
        place: &mut Workplace,
    ) -> f32 {
        let plan = Plan::from_bits(self.plans[at].load(Ordering::Relaxed));
        let gap = (f64::from(tolerance) * 1e-3).max(1e-9);
        let value = plan.value(rows, columns, gap, &payoff).unwrap_or_else(|| {
            place.matrix.reset(rows, columns);
            for row in 0..rows {
                (0..columns).for_each(|column| place.matrix.set(row, column, payoff(row, column)));
            }
            place.work.updates += 1;
            let value = place.solver.solve(&place.matrix).value();
            let plan = Plan::new(place.solver.rows(), place.solver.columns());
            self.plans[at].store(plan.bits(), Ordering::Relaxed);
            value
        });
        let next = value as f32 * (1.0 - self.effort.discount);
        let change = (next - self.get(at)).abs();
        self.set(at, next);
        change
    }
}
