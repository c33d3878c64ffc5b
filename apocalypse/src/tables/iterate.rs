//! The values of a class of endings by value iteration.
//!
//! Every position is a matrix game whose cells are the values of the positions it leads to. From a draw everywhere, the
//! games are solved again and again until no value changes any more. Most of a value's way is gone without matrices: the
//! games are cut down to the choices that were mixed, these small games are iterated, and only then are the matrices
//! solved again. The computation ends when a pass over all of them changes nothing, so the shortcuts do not affect the
//! result.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

use super::checkpoint::Checkpoint;
use super::class::Class;
use super::set::Tables;
use super::slice::{Slice, Workplace, exchanged, layers};
use super::table::Table;
use crate::threads::{each, share_out};

/// Parameters of the computation of a class.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Effort {
    /// Iteration ends when no value changes by more.
    pub tolerance: f32,
    /// The part of every value that a turn costs, so that a quicker win is worth more.
    pub discount: f32,
    /// Threads to work with, at least 1.
    pub threads: usize,
}

/// The effort at which values are as exact as their form in a table lets them be.
pub const EFFORT: Effort = Effort { tolerance: 1e-6, discount: 5e-5, threads: 1 };

/// Penalty points in the order in which they are computed: those that lead nowhere else first.
pub(super) const PENALTIES: [[u8; 2]; 4] = [[1, 1], [1, 0], [0, 1], [0, 0]];

/// The cost of the computation of a class, and the precision of the result.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Work {
    /// Matrices that were made and solved, some of them more than once: when what was mixed before was no solution any
    /// more.
    pub solved: u64,
    /// Number of repeated matrix solutions.
    pub checked: u64,
    /// The largest number of passes over all matrices of one group of positions.
    pub passes: u32,
    /// Most sweeps over the small games of one group.
    pub sweeps: u32,
    /// The largest change in the last pass over all matrices: no value is further from that of its matrix.
    pub residual: f64,
}

impl Work {
    fn with(self, other: Self) -> Self {
        Self {
            checked: self.checked + other.checked,
            solved: self.solved + other.solved,
            passes: self.passes.max(other.passes),
            sweeps: self.sweeps.max(other.sweeps),
            residual: self.residual.max(other.residual),
        }
    }
}

impl Tables {
    /// Computes the table of a class. What the class leads to must be here already (see [`Class::closure`]).
    ///
    /// # Panics
    /// If it is not, or if the class has no room (see [`Class::has_room`]).
    pub fn compute(&self, class: Class, effort: Effort) -> (Table, Work) {
        self.compute_from(class, effort, None, &()).expect("the computation is not cancelled")
    }

    /// The same from a checkpoint of this class, or from the beginning; `None` if the monitor has ended it.
    ///
    /// # Panics
    /// As [`Tables::compute`], or if the checkpoint is of another class.
    pub fn compute_from(
        &self,
        class: Class,
        effort: Effort,
        from: Option<Checkpoint>,
        monitor: &dyn Monitor,
    ) -> Option<(Table, Work)> {
        assert!(from.as_ref().is_none_or(|from| from.class() == class), "the checkpoint is of another class");
        let (mut table, begin, mut words) = match from {
            Some(from) => (from.table, (from.stage, from.layers), Some(from.words)),
            None => (Table::empty(class), (0, 0), None),
        };
        let mut work = Work::default();
        for (stage, &penalties) in PENALTIES.iter().enumerate().skip(begin.0) {
            let values = if class.is_even() && penalties == [0, 1] {
                exchanged(&table)
            } else {
                let slice = Slice::new(class, penalties, self, &table, f64::from(effort.discount), words.take());
                let layers_done = if stage == begin.0 { begin.1 } else { 0 };
                let job = Job {
                    class,
                    stage,
                    effort,
                    slice,
                    settled: &table,
                    monitor,
                    looks: AtomicU64::new(work.checked + work.solved),
                };
                work = work.with(job.compute(layers_done)?);
                job.slice.rounded()
            };
            table.fill(penalties, values);
        }
        Some((table, work))
    }
}

/// The progress of a computation.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    /// The class.
    pub class: Class,
    /// The penalties of the positions that are computed now.
    pub penalties: [u8; 2],
    /// Layers of blocks done with these penalties, and how many there are.
    pub layers: [usize; 2],
    /// Passes over all matrices of the present group.
    pub pass: u32,
    /// Sweeps over its small games since the last one.
    pub sweep: u32,
    /// The largest change in the last completed pass over all matrices; infinite before the first one.
    pub change: f64,
    /// Matrices solved since the computation was started or resumed.
    pub looks: u64,
}

/// An observer of a computation.
pub trait Monitor: Sync {
    /// Is called often, by any thread, and returns `true` to continue. The function makes a checkpoint of the present state,
    /// from which the computation can be resumed.
    fn goes_on(&self, _progress: &Progress, _checkpoint: &dyn Fn() -> Checkpoint) -> bool {
        true
    }
}

/// No monitor: the computation is completed.
impl Monitor for () {}

/// The maximum number of sweeps over small games before the matrices are solved again.
const MAX_SWEEPS: u32 = 100;

/// After this number of consecutive passes over the matrices that changed more than `MIN_PASS_PROGRESS` times the best one before, fewer
/// sweeps are made.
const MAX_STALLED_PASSES: u32 = 3;
const MIN_PASS_PROGRESS: f64 = 0.7;

/// After this number of passes without sweeps, sweeps are tried again.
const PASSES_BEFORE_SWEEPS: u32 = 20;

/// Matrices that are solved between two calls of the monitor.
const MATRICES_PER_POLL: usize = 10_000;

/// Sweeps end when they change less than this part of what the matrices changed.
const MIN_SWEEP_SHARE: f64 = 0.02;

/// One slice that is computed.
struct Job<'a> {
    class: Class,
    stage: usize,
    effort: Effort,
    slice: Slice<'a>,
    settled: &'a Table,
    monitor: &'a dyn Monitor,
    looks: AtomicU64,
}

impl Job<'_> {
    /// Layer by layer, the most advanced pawns first.
    fn compute(&self, done: usize) -> Option<Work> {
        let layers = layers(self.class);
        let mut work = Work::default();
        for (number, layer) in layers.iter().enumerate().skip(done) {
            let at = [number, layers.len()];
            let is_mirrored = |group: &&Vec<usize>| self.class.comes_back() && self.slice.has_mirror_before(group[0]);
            let (mirrored, first): (Vec<&Vec<usize>>, Vec<&Vec<usize>>) = layer.iter().partition(is_mirrored);
            work = work.with(self.settle_all(&first, at)?);
            // Exchanging left and right is not quite a symmetry where pawns are relocated, but a good beginning.
            mirrored.iter().copied().flatten().for_each(|&block| self.slice.begin_from_mirror(block));
            work = work.with(self.settle_all(&mirrored, at)?);
            // A block's twin may be the twin of a third one, which then has a smaller number still.
            let mut blocks = layer.concat();
            blocks.sort_unstable();
            blocks.into_iter().for_each(|block| self.slice.copy(block));
        }
        Some(work)
    }

    /// Computes groups of a layer. They do not need each other; a single one is shared out within.
    fn settle_all(&self, groups: &[&Vec<usize>], layers: [usize; 2]) -> Option<Work> {
        let threads = self.effort.threads;
        let (across, within) = if groups.len() > 1 { (threads.min(groups.len()), 1) } else { (1, threads) };
        let mut parts = vec![Some(Work::default()); across];
        share_out(&mut parts, groups.len(), |part, group| {
            *part = part.and_then(|part| Some(part.with(self.settle(groups[group], within, layers)?)));
        });
        parts.into_iter().try_fold(Work::default(), |work, part| Some(work.with(part?)))
    }

    /// Computes the blocks of a group.
    fn settle(&self, group: &[usize], threads: usize, layers: [usize; 2]) -> Option<Work> {
        let tolerance = f64::from(self.effort.tolerance);
        let gap = (tolerance * 1e-2).max(1e-8);
        let mut places: Vec<Workplace> = (0..threads.clamp(1, group.len())).map(|_| Workplace::default()).collect();
        let (class, penalties) = (self.class, PENALTIES[self.stage]);
        let mut present = Progress { class, penalties, layers, pass: 0, sweep: 0, change: f64::INFINITY, looks: 0 };
        let (mut sweeps, mut max_sweeps, mut stalled, mut matrices_alone) = (0, MAX_SWEEPS, 0, 0);
        let mut best = f64::INFINITY;
        loop {
            (present.pass, present.sweep) = (present.pass + 1, 0);
            let change = self.improve(group, gap, &mut places, &present)?;
            if change <= tolerance {
                let sum = |of: fn(&Workplace) -> u64| places.iter().map(of).sum();
                let (checked, solved) = (sum(|place| place.checked), sum(|place| place.solved));
                return Some(Work { checked, solved, passes: present.pass, sweeps, residual: change });
            }
            // What is mixed may change to and fro for ever if the values of the small games are awaited every time. In
            // the end the matrices alone always converge.
            stalled = if change > best * MIN_PASS_PROGRESS { stalled + 1 } else { 0 };
            if stalled == MAX_STALLED_PASSES {
                (stalled, max_sweeps) = (0, max_sweeps / 2);
            }
            best = best.min(change);
            present.change = change;
            // Without a price of a turn, whole cycles of the small games could keep any value.
            let enough = (change * MIN_SWEEP_SHARE).max(tolerance * 0.2);
            while self.effort.discount > 0.0 && present.sweep < max_sweeps {
                present.sweep += 1;
                sweeps += 1;
                let most = self.sweep(&mut places, present.sweep % 2 == 1, enough * 0.1);
                self.goes_on(&present).then_some(())?;
                if most <= enough {
                    break;
                }
            }
            // Alone they take long.
            matrices_alone = if max_sweeps == 0 { matrices_alone + 1 } else { 0 };
            if matrices_alone == PASSES_BEFORE_SWEEPS {
                (max_sweeps, stalled) = (MAX_SWEEPS, 0);
            }
        }
    }

    /// Solves all matrices of a group, which are built in the first pass; `None` if the monitor ended it.
    fn improve(&self, group: &[usize], gap: f64, places: &mut [Workplace], present: &Progress) -> Option<f64> {
        let most = Most::default();
        let ended = AtomicBool::new(false);
        let part = |place: &mut Workplace, work: &dyn Fn(&mut Workplace) -> f64| {
            if !ended.load(Ordering::Relaxed) {
                let before = place.checked + place.solved;
                most.add(work(place));
                self.looks.fetch_add(place.checked + place.solved - before, Ordering::Relaxed);
                if !self.goes_on(present) {
                    ended.store(true, Ordering::Relaxed);
                }
            }
        };
        if present.pass == 1 {
            share_out(places, group.len(), |place, number| {
                part(place, &|place| self.slice.begin(group[number], gap, place));
            });
        } else {
            each(places, |place| {
                for begin in (0..place.policy.len()).step_by(MATRICES_PER_POLL) {
                    let numbers = begin..(begin + MATRICES_PER_POLL).min(place.policy.len());
                    part(place, &|place| self.slice.improve(numbers.clone(), gap, place));
                }
                self.slice.drop_final(place);
            });
        }
        (!ended.load(Ordering::Relaxed)).then(|| most.get())
    }

    fn sweep(&self, places: &mut [Workplace], backwards: bool, quiet: f64) -> f64 {
        let most = Most::default();
        each(places, |place| most.add(self.slice.sweep(backwards, quiet, place)));
        most.get()
    }

    fn goes_on(&self, present: &Progress) -> bool {
        let progress = Progress { looks: self.looks.load(Ordering::Relaxed), ..*present };
        self.monitor.goes_on(&progress, &|| Checkpoint {
            table: self.settled.clone(),
            effort: self.effort,
            stage: self.stage,
            layers: present.layers[0],
            words: self.slice.words(),
        })
    }
}

/// The largest of numbers from several threads that are not below zero, as `f32`: such numbers are ordered like their
/// bits.
#[derive(Default)]
struct Most(AtomicU32);

impl Most {
    fn add(&self, number: f64) {
        self.0.fetch_max((number as f32).to_bits(), Ordering::Relaxed);
    }

    fn get(&self) -> f64 {
        f64::from(f32::from_bits(self.0.load(Ordering::Relaxed)))
    }
}
