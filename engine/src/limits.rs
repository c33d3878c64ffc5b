//! What a search may be asked for, and how it can be stopped from outside.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use movegen::Move;

use crate::system_clock::Instant;

/// One side's clock.
///
/// ```
/// use std::time::Duration;
///
/// use engine::{Clock, Control, Engine, Limits, Settings};
/// use movegen::{Chess, Position, Record};
///
/// let mut engine = Engine::<Chess>::new(Settings { hash: 1, ..Settings::default() });
/// let clock = Clock { left: Duration::from_millis(500), increment: Duration::from_millis(10) };
/// let limits = Limits { clock: Some(clock), ..Limits::default() };
/// assert!(engine.go(&Record::new(Position::start()), &limits, &Control::default(), &mut |_| {}).best.is_some());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// Time left; a flag that has fallen is zero.
    pub left: Duration,
    /// Added after every move.
    pub increment: Duration,
}

/// When a search ends; the first limit reached counts. Without any it runs until it is stopped.
///
/// ```
/// use engine::{Control, Engine, Limits, Settings};
/// use movegen::{Chess, Position, Record};
///
/// let mut engine = Engine::<Chess>::new(Settings { hash: 1, ..Settings::default() });
/// let start = Position::<Chess>::start();
/// let search_moves = vec![start.parse_move("a2a3")?, start.parse_move("h2h3")?];
/// let limits = Limits { depth: Some(2), search_moves: search_moves.clone(), ..Limits::default() };
/// let answer = engine.go(&Record::new(start), &limits, &Control::default(), &mut |_| {});
/// assert!(search_moves.contains(&answer.best.unwrap()));
/// # Ok::<(), movegen::MoveError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Deepest iteration, in plies.
    pub depth: Option<u32>,
    /// Exact number of nodes.
    pub nodes: Option<u64>,
    /// No further iteration once so many nodes are spent: an answer whose value is that of a search that was finished.
    pub soft_nodes: Option<u64>,
    /// Stop at a win in at most so many moves.
    pub mate: Option<u32>,
    /// Exact time.
    pub move_time: Option<Duration>,
    /// The clock of the side to move.
    pub clock: Option<Clock>,
    /// Moves until the next time control.
    pub moves_to_go: Option<u32>,
    /// Only these root moves, if any are named.
    pub search_moves: Vec<Move>,
    /// No answer before the stop, whatever was found.
    pub infinite: bool,
    /// The opponent's time is running: time limits wait for [`Control::ponder_hit`].
    pub ponder: bool,
}

/// What other threads use to stop a search that runs, and to tell it that the move it ponders on was played.
///
/// ```
/// use engine::{Control, Engine, Limits, Settings};
/// use movegen::{Chess, Position, Record};
///
/// let control = Control::default();
/// let record = Record::new(Position::<Chess>::start());
/// std::thread::scope(|scope| {
///     let searching = scope.spawn(|| {
///         let mut engine = Engine::<Chess>::new(Settings { hash: 1, ..Settings::default() });
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

/// When what happened, of what the own clock depends on.
#[derive(Debug, Default)]
struct Times {
    armed_at: Option<Instant>,
    hit_at: Option<Instant>,
}

impl Control {
    /// A control for a search that no other thread can stop, because there is none: it asks `watch`, some thousand times a
    /// second, whether it is to end.
    ///
    /// ```
    /// use std::sync::atomic::{AtomicU32, Ordering};
    ///
    /// use engine::{Control, Engine, Limits, Settings};
    /// use movegen::{Chess, Position, Record};
    ///
    /// static LEFT: AtomicU32 = AtomicU32::new(20);
    /// let control = Control::watching(|| LEFT.fetch_sub(1, Ordering::Relaxed) == 1);
    /// let mut engine = Engine::<Chess>::new(Settings { hash: 1, ..Settings::default() });
    /// let answer = engine.go(&Record::new(Position::start()), &Limits::default(), &control, &mut |_| {});
    /// assert!(answer.best.is_some());
    /// ```
    pub fn watching(watch: fn() -> bool) -> Self {
        Self { watch: Some(watch), ..Self::default() }
    }

    fn times(&self) -> MutexGuard<'_, Times> {
        self.times.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes ready for the next search. The caller does this before it hands the search to another thread, so that a
    /// stop that comes at once is not lost; and the clock runs from here, whatever that thread still has to do first.
    pub fn arm(&self, ponder: bool) {
        self.arm_at(ponder, Some(Instant::now()));
    }

    /// The same for a search that has to wait for another one's end: its clock runs when it begins.
    pub fn arm_behind_another(&self, ponder: bool) {
        self.arm_at(ponder, None);
    }

    fn arm_at(&self, ponder: bool, armed_at: Option<Instant>) {
        *self.times() = Times { armed_at, hit_at: None };
        self.pondering.store(ponder, Ordering::Relaxed);
        self.stop.store(false, Ordering::Release);
    }

    /// A control that was armed so long ago.
    #[cfg(test)]
    pub(crate) fn armed_before(by: Duration) -> Self {
        let control = Self::default();
        control.arm_at(false, Instant::now().checked_sub(by));
        control
    }

    /// When the search was asked for. Told once: who searches again without being armed has asked just now.
    pub(crate) fn take_armed_at(&self) -> Option<Instant> {
        self.times().armed_at.take()
    }

    /// Ends the search as soon as it looks.
    pub fn stop(&self) {
        let _guard = self.times();
        self.stop.store(true, Ordering::Release);
        self.changed.notify_all();
    }

    /// The move pondered on was played: the own clock runs from now.
    ///
    /// ```
    /// use engine::{Control, Engine, Limits, Settings};
    /// use movegen::{Chess, Position, Record};
    ///
    /// let control = Control::default();
    /// control.arm(true);
    /// let record = Record::new(Position::<Chess>::start());
    /// std::thread::scope(|scope| {
    ///     let searching = scope.spawn(|| {
    ///         let mut engine = Engine::<Chess>::new(Settings { hash: 1, ..Settings::default() });
    ///         // The search is over soon, but the answer waits for the opponent's move.
    ///         let limits = Limits { depth: Some(2), ponder: true, ..Limits::default() };
    ///         engine.go(&record, &limits, &control, &mut |_| {})
    ///     });
    ///     control.ponder_hit();
    ///     assert!(searching.join().unwrap().best.is_some());
    /// });
    /// ```
    pub fn ponder_hit(&self) {
        let mut times = self.times();
        times.hit_at = Some(Instant::now());
        self.pondering.store(false, Ordering::Release);
        self.changed.notify_all();
    }

    /// Whether the search is to end.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.watch.is_some_and(|watch| watch())
    }

    /// Whether the opponent's time is still running.
    #[inline]
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Acquire)
    }

    /// When the pondered move was played, if it was.
    pub fn hit_at(&self) -> Option<Instant> {
        self.times().hit_at
    }

    /// Sleeps until the search is stopped or, with `or_hit`, the pondered move is played.
    pub fn wait(&self, or_hit: bool) {
        let mut guard = self.times();
        while !self.is_stopped() && (!or_hit || self.is_pondering()) {
            guard = self.changed.wait(guard).unwrap_or_else(PoisonError::into_inner);
        }
    }
}
