//! What a search may be asked for, and how it can be stopped from outside.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use movegen::Move;

/// One side's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// Time left; a flag that has fallen is zero.
    pub left: Duration,
    /// Added after every move.
    pub increment: Duration,
}

/// When a search ends; the first limit reached counts. Without any it runs until it is stopped.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Deepest iteration, in plies.
    pub depth: Option<u32>,
    /// Exact number of nodes.
    pub nodes: Option<u64>,
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

/// The strings by which others hold a running search.
#[derive(Debug, Default)]
pub struct Control {
    stop: AtomicBool,
    pondering: AtomicBool,
    hit_at: Mutex<Option<Instant>>,
    changed: Condvar,
}

impl Control {
    /// Makes ready for the next search. The caller does this before it hands the search to another thread, so that a
    /// stop that comes at once is not lost.
    pub fn arm(&self, ponder: bool) {
        *self.hit_at.lock().unwrap_or_else(PoisonError::into_inner) = None;
        self.pondering.store(ponder, Ordering::Relaxed);
        self.stop.store(false, Ordering::Release);
    }

    /// Ends the search as soon as it looks.
    pub fn stop(&self) {
        let _guard = self.hit_at.lock().unwrap_or_else(PoisonError::into_inner);
        self.stop.store(true, Ordering::Release);
        self.changed.notify_all();
    }

    /// The move pondered on was played: the own clock runs from now.
    pub fn ponder_hit(&self) {
        let mut hit_at = self.hit_at.lock().unwrap_or_else(PoisonError::into_inner);
        *hit_at = Some(Instant::now());
        self.pondering.store(false, Ordering::Release);
        self.changed.notify_all();
    }

    /// Whether the search is to end.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Whether the opponent's time is still running.
    #[inline]
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Acquire)
    }

    /// When the pondered move was played, if it was.
    pub fn hit_at(&self) -> Option<Instant> {
        *self.hit_at.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sleeps until the search is stopped or, with `or_hit`, the pondered move is played.
    pub fn wait(&self, or_hit: bool) {
        let mut guard = self.hit_at.lock().unwrap_or_else(PoisonError::into_inner);
        while !self.is_stopped() && (!or_hit || self.is_pondering()) {
            guard = self.changed.wait(guard).unwrap_or_else(PoisonError::into_inner);
        }
    }
}
