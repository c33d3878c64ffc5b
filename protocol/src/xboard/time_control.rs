//! The engine's clock in XBoard: levels, time per move, depth, time left. Converted to the limits of a search.

use std::time::Duration;

use games::{Clock, Limits};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Period {
    /// A number of moves (0: the whole game) in a base time, with an increment per move.
    Level {
        moves: u32,
        base: Duration,
        increment: Duration,
    },
    EachMove(Duration),
}

#[derive(Clone, Debug)]
pub(crate) struct TimeControl {
    period: Period,
    depth: Option<u32>,
    nodes_per_second: Option<u64>,
    /// The time left by the client's last `time`, updated by the engine's moves; `None` before the first.
    left: Option<Duration>,
    made: u32,
}

impl Default for TimeControl {
    fn default() -> Self {
        let period = Period::Level { moves: 40, base: Duration::from_secs(300), increment: Duration::ZERO };
        Self { period, depth: None, nodes_per_second: None, left: None, made: 0 }
    }
}

const MAX_DEPTH: u32 = 1_000_000;

impl TimeControl {
    /// A new game: limits of depth, nodes and time per move are reset, a level is kept.
    pub(crate) fn new_game(&mut self) {
        let level = match self.period {
            Period::Level { .. } => self.period,
            Period::EachMove(_) => Self::default().period,
        };
        *self = Self { period: level, ..Self::default() };
    }

    /// `level`: the previous `time` belongs to another clock.
    pub(crate) fn set_level(&mut self, moves: u32, base: Duration, increment: Duration) {
        self.period = Period::Level { moves, base, increment };
        self.left = None;
        self.nodes_per_second = None;
    }

    pub(crate) fn set_move_time(&mut self, time: Duration) {
        self.period = Period::EachMove(time);
        self.left = None;
    }

    /// `sd`; a depth of 0 is no limit.
    pub(crate) fn set_depth(&mut self, depth: u32) {
        self.depth = (depth > 0).then_some(depth.min(MAX_DEPTH));
    }

    /// `nps`: time is counted in nodes, or in seconds again.
    pub(crate) fn set_nodes_per_second(&mut self, nodes: Option<u64>) {
        self.nodes_per_second = nodes;
    }

    /// `time`: the time left.
    pub(crate) fn set_left(&mut self, left: Duration) {
        self.left = Some(left);
    }

    pub(crate) fn moved(&mut self, after: Duration) {
        self.made = self.made.saturating_add(1);
        if let Period::Level { moves, base, increment } = self.period {
            let mut left = self.left.unwrap_or(base).saturating_sub(after) + increment;
            if moves > 0 && self.made.is_multiple_of(moves) {
                left += base;
            }
            self.left = Some(left);
        }
    }

    pub(crate) fn undo(&mut self) {
        self.made = self.made.saturating_sub(1);
    }

    /// The limits of a search for a move, with `overhead` for the communication.
    ///
    /// A received `time` overrides the time per move: clients round the latter to whole seconds, even to zero.
    pub(crate) fn limits(&self, overhead: Duration) -> Limits {
        let mut limits = Limits { depth: self.depth, ..Limits::default() };
        let (time, clock) = match self.period {
            Period::EachMove(time) => (Some(self.left.unwrap_or(time)), None),
            Period::Level { moves, base, increment } => {
                limits.moves_to_go = (moves > 0).then(|| moves - self.made % moves);
                (None, Some(Clock { left: self.left.unwrap_or(base), increment }))
            }
        };
        if let Some(nodes) = self.nodes_per_second {
            let share = |clock: Clock| clock.left / limits.moves_to_go.unwrap_or(30) + clock.increment;
            let seconds = time.or(clock.map(share)).unwrap_or_default().as_secs_f64();
            limits.nodes = Some((seconds * nodes as f64).max(1.0) as u64);
            limits.moves_to_go = None;
            return limits;
        }
        limits.move_time = time.map(|time| time.saturating_sub(overhead.min(time / 2)));
        limits.clock = clock;
        limits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);
    const OVERHEAD: Duration = Duration::from_millis(30);

    #[test]
    fn level_counts_moves_to_next_session() {
        let mut control = TimeControl::default();
        control.set_level(40, 300 * SECOND, Duration::ZERO);
        control.set_left(100 * SECOND);
        (0..39).for_each(|_| control.moved(SECOND));
        let limits = control.limits(OVERHEAD);
        assert_eq!((limits.moves_to_go, limits.clock.unwrap().left), (Some(1), 61 * SECOND));
        control.moved(SECOND);
        let limits = control.limits(OVERHEAD);
        assert_eq!((limits.moves_to_go, limits.clock.unwrap().left), (Some(40), 360 * SECOND));
    }

    #[test]
    fn clock_overrides_time_per_move() {
        let mut control = TimeControl::default();
        control.set_move_time(Duration::ZERO);
        control.set_left(Duration::from_millis(300));
        assert_eq!(control.limits(OVERHEAD).move_time, Some(Duration::from_millis(270)));
        control.set_move_time(2 * SECOND);
        assert_eq!(control.limits(OVERHEAD).move_time, Some(2 * SECOND - OVERHEAD));
        assert!(control.limits(OVERHEAD).clock.is_none());
    }

    #[test]
    fn level_resets_the_clock() {
        let mut control = TimeControl::default();
        control.set_left(SECOND);
        control.set_level(0, 60 * SECOND, SECOND);
        let clock = control.limits(OVERHEAD).clock.unwrap();
        assert_eq!((clock.left, clock.increment), (60 * SECOND, SECOND));
    }

    #[test]
    fn nodes_can_stand_for_time() {
        let mut control = TimeControl::default();
        control.set_nodes_per_second(Some(1));
        control.set_move_time(500 * SECOND);
        let limits = control.limits(OVERHEAD);
        assert_eq!((limits.nodes, limits.move_time, limits.clock), (Some(500), None, None));
        control.new_game();
        assert_eq!(control.limits(OVERHEAD).nodes, None);
    }

    #[test]
    fn new_game_resets_depth_and_time_per_move() {
        let mut control = TimeControl::default();
        control.set_depth(5);
        control.set_move_time(SECOND);
        assert_eq!(control.limits(OVERHEAD).depth, Some(5));
        control.new_game();
        let limits = control.limits(OVERHEAD);
        assert_eq!((limits.depth, limits.move_time), (None, None));
        assert!(limits.clock.is_some());
    }
}
