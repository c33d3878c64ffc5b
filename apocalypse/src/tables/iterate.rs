//! The values of a class of endings by value iteration.
//!
//! Every position is a matrix game whose cells are the values of the positions it leads to. From a draw everywhere, the
//! games are solved again and again until no value changes any more. Most of a value's way is gone without matrices: the
//! games are cut down to the choices that were mixed, these small games are iterated, and only then are the matrices
//! looked at again. The end is reached when a look at all of them changes nothing, so no short cut is ever more than
//! that.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::thread;

use super::checkpoint::Checkpoint;
use super::class::Class;
use super::effort::{Effort, PENALTIES};
use super::set::Tables;
use super::slice::{Slice, Workplace, exchanged, layers};
use super::table::Table;

/// What one class took, and how exact it is.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Work {
    /// Matrices that were made and solved, some of them more than once: when what was mixed before was no solution any
    /// more.
    pub solved: u64,
    /// Times that a matrix was looked at again.
    pub checked: u64,
    /// Most looks at all matrices of one group of positions.
    pub passes: u32,
    /// Most sweeps over the small games of one group.
    pub sweeps: u32,
    /// The largest change in the last look at all matrices: no value is further from that of its matrix.
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
        compute(class, self, effort, None, &Nobody).expect("nobody ends it")
    }

    /// The same from a checkpoint of this class, or from the beginning, with somebody who is told how it goes on; `None`
    /// if that one has ended it.
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
        compute(class, self, effort, from, monitor)
    }
}

/// How far a computation has come.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    /// The class.
    pub class: Class,
    /// The penalties of the positions that are computed now.
    pub penalties: [u8; 2],
    /// Layers of blocks done with these penalties, and how many there are.
    pub layers: [usize; 2],
    /// Looks at all matrices of the present group.
    pub pass: u32,
    /// Sweeps over its small games since the last one.
    pub sweep: u32,
    /// What changed most in the last look at all matrices that was completed; infinite before the first one.
    pub change: f64,
    /// Matrices solved or looked at again since the computation was begun or taken up.
    pub looks: u64,
}

/// Who is told how a computation goes on.
pub trait Monitor: Sync {
    /// Is called often, by any thread, and says whether to go on. The function makes a checkpoint of the state of this
    /// moment, from which the computation can be taken up again.
    fn goes_on(&self, progress: &Progress, checkpoint: &dyn Fn() -> Checkpoint) -> bool;
}

/// Nobody looks: a computation goes on to its end.
pub(super) struct Nobody;

impl Monitor for Nobody {
    fn goes_on(&self, _: &Progress, _: &dyn Fn() -> Checkpoint) -> bool {
        true
    }
}

/// The most sweeps over small games before the matrices are looked at again.
const MOST_SWEEPS: u32 = 100;

/// When so many looks at the matrices in turn have changed more than this part of what the best one before did, fewer
/// sweeps are made from then on.
const PATIENCE: u32 = 3;
const PROGRESS: f64 = 0.7;

/// After so many looks without sweeps, sweeps are tried again.
const LONG_ALONE: u32 = 20;

/// Matrices that are looked at again before the monitor is asked.
const PORTION: usize = 10_000;

/// Sweeps end when they change less than this part of what the matrices changed.
const WORTHWHILE: f64 = 0.02;

/// Computes a class, whose closure but for itself is in `known`, from the beginning or a checkpoint of it; `None` if the
/// monitor ended it.
pub(super) fn compute(
    class: Class,
    known: &Tables,
    effort: Effort,
    from: Option<Checkpoint>,
    monitor: &dyn Monitor,
) -> Option<(Table, Work)> {
    let (mut table, begin, mut words) = match from {
        Some(from) => (from.table, (from.stage, from.layers), Some(from.words)),
        None => (Table::empty(class), (0, 0), None),
    };
    let mut work = Work::default();
    for (stage, &penalties) in PENALTIES.iter().enumerate().skip(begin.0) {
        let values = if class.is_even() && penalties == [0, 1] {
            exchanged(&table)
        } else {
            let slice = Slice::new(class, penalties, known, &table, f64::from(effort.discount), words.take());
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

/// The group of blocks that a thread is busy with, for the reports.
struct Present {
    layers: [usize; 2],
    pass: u32,
    sweep: u32,
    change: f64,
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
        let mut present = Present { layers, pass: 0, sweep: 0, change: f64::INFINITY };
        let (mut sweeps, mut most_sweeps, mut stalled, mut matrices_alone) = (0, MOST_SWEEPS, 0, 0);
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
            stalled = if change > best * PROGRESS { stalled + 1 } else { 0 };
            if stalled == PATIENCE {
                (stalled, most_sweeps) = (0, most_sweeps / 2);
            }
            best = best.min(change);
            present.change = change;
            // Without a price of a turn, whole cycles of the small games could keep any value.
            let enough = (change * WORTHWHILE).max(tolerance * 0.2);
            while self.effort.discount > 0.0 && present.sweep < most_sweeps {
                present.sweep += 1;
                sweeps += 1;
                let most = self.sweep(&mut places, present.sweep % 2 == 1, enough * 0.1);
                self.goes_on(&present).then_some(())?;
                if most <= enough {
                    break;
                }
            }
            // Alone they take long.
            matrices_alone = if most_sweeps == 0 { matrices_alone + 1 } else { 0 };
            if matrices_alone == LONG_ALONE {
                (most_sweeps, stalled) = (MOST_SWEEPS, 0);
            }
        }
    }

    /// Looks at all matrices of a group, which are made the first time; `None` if that was ended.
    fn improve(&self, group: &[usize], gap: f64, places: &mut [Workplace], present: &Present) -> Option<f64> {
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
                for begin in (0..place.policy.len()).step_by(PORTION) {
                    let numbers = begin..(begin + PORTION).min(place.policy.len());
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

    fn goes_on(&self, present: &Present) -> bool {
        let Present { layers, pass, sweep, change } = *present;
        let (class, penalties) = (self.class, PENALTIES[self.stage]);
        let looks = self.looks.load(Ordering::Relaxed);
        let progress = Progress { class, penalties, layers, pass, sweep, change, looks };
        self.monitor.goes_on(&progress, &|| Checkpoint {
            table: self.settled.clone(),
            effort: self.effort,
            stage: self.stage,
            layers: layers[0],
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

/// Does something with each of the states, on a thread of its own.
fn each<S: Send>(states: &mut [S], work: impl Fn(&mut S) + Sync) {
    let work = &work;
    match states {
        [state] => work(state),
        _ => thread::scope(|scope| states.iter_mut().for_each(|state| drop(scope.spawn(move || work(state))))),
    }
}

/// Does numbered jobs, on a thread for each of the states, which that thread alone uses.
fn share_out<S: Send>(states: &mut [S], jobs: usize, work: impl Fn(&mut S, usize) + Sync) {
    let next = AtomicUsize::new(0);
    each(states, |state| {
        loop {
            let job = next.fetch_add(1, Ordering::Relaxed);
            if job >= jobs {
                return;
            }
            work(state, job);
        }
    });
}
