//! How long a search may think: a soft limit, moved by what the search finds, and a hard one that nothing moves.

use std::time::Duration;

// In a browser the standard library has no clock.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::{Instant, SystemTime, UNIX_EPOCH};
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use web_time::{Instant, SystemTime, UNIX_EPOCH};

use crate::limits::{Clock, Control, Limits};

/// The limits of one search, ready to be asked.
#[derive(Debug)]
pub struct Budget {
    start: Instant,
    soft: Option<Duration>,
    hard: Option<Duration>,
    nodes: u64,
    waits_for_hit: bool,
}

impl Budget {
    /// The budget of a search that starts now. `overhead` is lost on each move between engine and client.
    pub fn new(limits: &Limits, overhead: Duration) -> Self {
        let (soft, hard) = match (limits.move_time, limits.clock) {
            (Some(time), clock) => {
                let time = time.saturating_sub(overhead.min(time / 10)).max(Duration::from_millis(1));
                let hard = clock.map_or(time, |clock| time.min(share(clock, limits.moves_to_go, overhead).1));
                (None, Some(hard))
            }
            (None, Some(clock)) => {
                let (soft, hard) = share(clock, limits.moves_to_go, overhead);
                (Some(soft), Some(hard))
            }
            (None, None) => (None, None),
        };
        Self {
            start: Instant::now(),
            soft,
            hard,
            nodes: limits.nodes.unwrap_or(u64::MAX),
            waits_for_hit: limits.ponder,
        }
    }

    /// Since the search began.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Since the own clock began to run; nothing while the opponent's time is running.
    fn spent(&self, control: &Control) -> Duration {
        match (self.waits_for_hit, control.is_pondering()) {
            (_, true) => Duration::ZERO,
            (true, false) => control.hit_at().map_or(Duration::ZERO, |hit| hit.elapsed()),
            (false, false) => self.elapsed(),
        }
    }

    /// Whether the hard limit is reached.
    pub fn is_spent(&self, control: &Control) -> bool {
        self.hard.is_some_and(|hard| self.spent(control) >= hard)
    }

    /// Whether a side plays by its clock, so that it may stop as soon as it knows its move.
    pub const fn is_flexible(&self) -> bool {
        self.soft.is_some()
    }

    /// Whether something that takes `factor` times as long as all so far would end before the hard limit.
    pub fn has_room(&self, control: &Control, factor: f64) -> bool {
        let spent = self.spent(control);
        self.hard.is_none_or(|hard| spent + spent.mul_f64(factor) < hard)
    }

    /// Whether the node limit is reached: exact for one thread, for several by the counts last published.
    #[inline]
    pub fn nodes_are_spent(&self, own: u64, all: impl Fn() -> u64) -> bool {
        own >= self.nodes || self.nodes != u64::MAX && own.is_multiple_of(64) && all() >= self.nodes
    }

    /// Whether another iteration is not worth beginning. `effort`: share of the nodes spent on the best move, 0 to 1;
    /// `steadiness`: iterations since the best move changed; `drop`: centipawns lost since the iteration before.
    pub fn ends_iterations(&self, control: &Control, effort: f64, steadiness: u32, drop: i32) -> bool {
        let Some(soft) = self.soft else { return false };
        if control.is_pondering() {
            return false;
        }
        let by_effort = 1.65 - 0.95 * effort;
        let by_steadiness = 1.35 - 0.07 * f64::from(steadiness.min(8));
        let by_drop = (1.0 + f64::from(drop) / 120.0).clamp(0.85, 1.6);
        self.spent(control) >= soft.mul_f64(by_effort * by_steadiness * by_drop)
    }
}

/// The soft and the hard share of a clock for one move.
fn share(clock: Clock, moves_to_go: Option<u32>, overhead: Duration) -> (Duration, Duration) {
    let least = Duration::from_millis(1);
    let left = clock.left.saturating_sub(overhead).max(least);
    let moves = moves_to_go.map_or(24, |n| n.clamp(1, 24));
    // What the coming increments bring is spent in advance, what the way to the client costs is not.
    let coming = clock.increment.saturating_sub(overhead) * (moves - 1);
    let whole = (left + coming).min(left * moves);
    let soft = (whole / moves).min(left.mul_f64(0.6));
    let hard = (soft * 4).min(left.mul_f64(if moves == 1 { 0.9 } else { 0.55 }));
    (soft.max(least).mul_f64(0.72), hard.max(least))
}

#[cfg(test)]
mod tests {
    use super::*;

    const OVERHEAD: Duration = Duration::from_millis(30);

    fn clock(left: u64, increment: u64) -> Clock {
        Clock { left: Duration::from_millis(left), increment: Duration::from_millis(increment) }
    }

    #[test]
    fn the_hard_limit_never_exceeds_the_clock() {
        for left in [0, 1, 10, 31, 50, 100, 1_000, 60_000, 3_600_000] {
            for increment in [0, 10, 1_000, 60_000] {
                for moves in [None, Some(1), Some(2), Some(40)] {
                    let (soft, hard) = share(clock(left, increment), moves, OVERHEAD);
                    assert!(hard <= Duration::from_millis(left.saturating_sub(30).max(1)), "{left} {increment}");
                    assert!(soft <= hard && soft > Duration::ZERO, "{left} {increment} {moves:?}");
                }
            }
        }
    }

    #[test]
    fn an_increment_is_spent() {
        assert!(share(clock(10_000, 1_000), None, OVERHEAD).0 > share(clock(10_000, 0), None, OVERHEAD).0);
    }

    #[test]
    fn no_time_runs_while_pondering() {
        let control = Control::default();
        control.arm(true);
        let limits = Limits { clock: Some(clock(0, 0)), ponder: true, ..Limits::default() };
        let budget = Budget::new(&limits, OVERHEAD);
        assert!(!budget.is_spent(&control) && !budget.ends_iterations(&control, 1.0, 9, 0));
    }

    #[test]
    fn a_node_limit_is_exact_for_one_thread() {
        let budget = Budget::new(&Limits { nodes: Some(1_000), ..Limits::default() }, OVERHEAD);
        assert!(!budget.nodes_are_spent(999, || 999) && budget.nodes_are_spent(1_000, || 0));
        assert!(budget.nodes_are_spent(64, || 1_000));
    }
}
