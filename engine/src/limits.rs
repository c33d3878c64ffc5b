//! Limits of a search, and its control from other threads.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use movegen::Move;

use crate::system_clock::Instant;

/// One side's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// Time left; zero after a loss on time.
    pub left: Duration,
    /// Increment per move.
    pub increment: Duration,
}

/// Limits of a search; the first one reached ends it. Without limits it runs until stopped.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Maximum depth in plies.
    pub depth: Option<u32>,
    /// Maximum number of nodes, exact with one thread.
    pub nodes: Option<u64>,
    /// Number of nodes after which no further iteration starts, so that the score is that of a completed iteration.
    pub soft_nodes: Option<u64>,
    /// Stop at a mate in at most this many moves.
    pub mate: Option<u32>,
    /// Fixed time for the move.
    pub move_time: Option<Duration>,
    /// The clock of the side to move.
    pub clock: Option<Clock>,
    /// Moves until the next time control.
    pub moves_to_go: Option<u32>,
    /// The only root moves to search; all if empty.
    pub search_moves: Vec<Move>,
    /// Answer only after a stop.
    pub infinite: bool,
    /// Ponder: time limits start at [`Control::ponder_hit`].
    pub ponder: bool,
}

/// Controls a running search from other threads: stop and ponder hit.
///
/// ```
/// use upheaval_engine::{Control, Engine, Limits, Settings};
/// use movegen::{Chess, Position, Record};
///
/// let control = Control::default();
/// let record = Record::new(Position::<Chess>::start());
/// std::thread::scope(|scope| {
///     let searching = scope.spawn(|| {
///         let mut engine = Engine::<Chess>::new(Settings { hash: Some(1), ..Settings::default() });
///         let limits = Limits { infinite: true, ..Limits::default() };
///         engine.go(&record, &limits, &control, &mut |_| {})
///     });
///     control.stop();
///     assert!(searching.join().unwrap().best.is_some());
/// });
/// ```
#[derive(Debug, Default)]
pub struct Control {
    stop: AtomicBool,
    watch: Option<fn() -> bool>,
    pondering: AtomicBool,
    times: Mutex<Times>,
    changed: Condvar,
}

/// Times on which the own clock depends.
#[derive(Debug, Default)]
struct Times {
    armed_at: Option<Instant>,
    hit_at: Option<Instant>,
}

impl Control {
    /// Creates a control for a search without other threads: it calls `watch` about a thousand times a second and stops if it returns
    /// `true`.
    pub fn watching(watch: fn() -> bool) -> Self {
        Self { watch: Some(watch), ..Self::default() }
    }

    fn times(&self) -> MutexGuard<'_, Times> {
        self.times.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Prepares for the next search. Called before the search is passed to another thread, so that an early stop is not lost and the
    /// clock runs from here.
    pub fn arm(&self, ponder: bool) {
        self.arm_at(ponder, Some(Instant::now()));
    }

    /// Like [`Control::arm`] for a search that waits for another one: its clock starts when it begins.
    pub fn arm_behind_another(&self, ponder: bool) {
        self.arm_at(ponder, None);
    }

    pub(crate) fn arm_at(&self, ponder: bool, armed_at: Option<Instant>) {
        *self.times() = Times { armed_at, hit_at: None };
        self.pondering.store(ponder, Ordering::Relaxed);
        self.stop.store(false, Ordering::Release);
    }

    /// Takes the time of the request; `None` for a search that was not armed.
    pub(crate) fn take_armed_at(&self) -> Option<Instant> {
        self.times().armed_at.take()
    }

    /// Stops the search at its next poll.
    pub fn stop(&self) {
        let _guard = self.times();
        self.stop.store(true, Ordering::Release);
        self.changed.notify_all();
    }

    /// Ponder hit: the own clock runs from now.
    pub fn ponder_hit(&self) {
        let mut times = self.times();
        times.hit_at = Some(Instant::now());
        self.pondering.store(false, Ordering::Release);
        self.changed.notify_all();
    }

    /// Returns `true` if the search is to end.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.watch.is_some_and(|watch| watch())
    }

    /// Returns `true` while pondering.
    #[inline]
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Acquire)
    }

    /// Returns the time of the ponder hit.
    pub fn hit_at(&self) -> Option<Instant> {
        self.times().hit_at
    }

    /// Blocks until the search is stopped or, with `or_hit`, the ponder move is played.
    pub fn wait(&self, or_hit: bool) {
        // No other thread would end the wait.
        if self.watch.is_some() {
            while !self.is_stopped() {
                std::hint::spin_loop();
            }
            return;
        }
        let mut guard = self.times();
        while !self.is_stopped() && (!or_hit || self.is_pondering()) {
            guard = self.changed.wait(guard).unwrap_or_else(PoisonError::into_inner);
        }
    }
}
