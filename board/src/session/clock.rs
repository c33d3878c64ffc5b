//! The clocks of a game. The time is an argument of every method.

use std::time::Duration;

use movegen::Color;

use crate::messages::{ClockView, Sides, TimeControl};

#[derive(Clone, Debug)]
pub(super) struct Clocks {
    control: TimeControl,
    left: [Duration; 2],
    running: [bool; 2],
    since: Duration,
}

impl Clocks {
    /// Creates stopped clocks with the full time or the given time left.
    pub(super) fn new(control: TimeControl, left: Option<[u64; 2]>) -> Self {
        let full = u64::from(control.seconds) * 1000;
        let left = left.unwrap_or([full; 2]).map(|millis| Duration::from_millis(millis.min(u64::from(u32::MAX))));
        Self { control, left, running: [false; 2], since: Duration::ZERO }
    }

    /// Subtracts the time passed, then starts and stops the clocks.
    pub(super) fn run(&mut self, running: [bool; 2], now: Duration) {
        self.left = Color::BOTH.map(|side| self.left(side, now));
        (self.running, self.since) = (running, now);
    }

    pub(super) fn add_increment(&mut self, side: Color) {
        self.left[side] += Duration::from_secs(self.control.increment.into());
    }

    pub(super) fn left(&self, side: Color, now: Duration) -> Duration {
        let spent = if self.running[side] { now.saturating_sub(self.since) } else { Duration::ZERO };
        self.left[side].saturating_sub(spent)
    }

    pub(super) fn fallen(&self, now: Duration) -> [bool; 2] {
        Color::BOTH.map(|side| self.running[side] && self.left(side, now).is_zero())
    }

    /// Returns the time at which the next flag falls.
    pub(super) fn next_fall(&self) -> Option<Duration> {
        let running = Color::BOTH.into_iter().filter(|&side| self.running[side]);
        running.map(|side| self.since + self.left[side]).min()
    }

    /// Returns the engine's limits: time left and increment.
    pub(super) fn limits(&self, side: Color, now: Duration) -> (Duration, Duration) {
        (self.left(side, now), Duration::from_secs(self.control.increment.into()))
    }

    pub(super) fn millis(&self, now: Duration) -> [u64; 2] {
        Color::BOTH.map(|side| u64::try_from(self.left(side, now).as_millis()).unwrap_or(u64::MAX))
    }

    pub(super) fn view(&self, now: Duration) -> Sides<ClockView> {
        let millis = self.millis(now);
        Sides::new(Color::BOTH.map(|side| ClockView { left: millis[side], running: self.running[side] }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_running_clock_loses_time() {
        let second = Duration::from_secs;
        let mut clocks = Clocks::new(TimeControl { seconds: 10, increment: 2 }, None);
        assert_eq!((clocks.next_fall(), clocks.millis(second(5))), (None, [10_000; 2]));
        clocks.run([true, false], second(5));
        assert_eq!((clocks.next_fall(), clocks.millis(second(8))), (Some(second(15)), [7_000, 10_000]));
        clocks.run([false, true], second(8));
        clocks.add_increment(Color::White);
        assert_eq!(clocks.millis(second(9)), [9_000, 9_000]);
        assert_eq!(clocks.fallen(second(17)), [false, false]);
        assert_eq!((clocks.fallen(second(18)), clocks.millis(second(30))), ([false, true], [9_000, 0]));
    }
}
