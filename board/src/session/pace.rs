//! The pace of a game between two engines, slow enough to follow.

use std::time::Duration;

use movegen::Color;

use super::Session;
use crate::messages::Player;
use crate::think::Thought;

/// Minimum time between the moves of two engines.
const MOVE_INTERVAL: Duration = Duration::from_millis(800);
/// The interval is at most this fraction of the time left on the clock.
const CLOCK_FRACTION: u32 = 20;

/// A choice of an engine that is played later.
pub(super) struct Held {
    due: Duration,
    run: u64,
    side: Color,
    thought: Thought,
}

impl Session {
    /// Plays an engine's choice now, or holds it until its time.
    pub(super) fn engine_answered(&mut self, run: u64, side: Color, thought: Thought) {
        let now = self.world.now();
        match self.due(side).filter(|&due| due > now) {
            Some(due) => self.held = Some(Held { due, run, side, thought }),
            None => self.engine_chose(side, thought),
        }
    }

    /// Returns the earliest time for an engine's choice; none if a person plays too.
    fn due(&self, side: Color) -> Option<Duration> {
        let table = self.table.as_ref()?;
        let engines = table.kept.players.iter().all(|player| matches!(player, Player::Engine { .. }));
        let left = table.clocks.as_ref().map(|clocks| clocks.limits(side, table.woken).0 / CLOCK_FRACTION);
        engines.then(|| table.woken + left.map_or(MOVE_INTERVAL, |left| left.min(MOVE_INTERVAL)))
    }

    pub(super) fn next_due(&self) -> Option<Duration> {
        self.held.as_ref().map(|held| held.due)
    }

    /// Plays the held choice if it is due and the game has not changed since.
    pub(super) fn play_held(&mut self) {
        let now = self.world.now();
        if let Some(held) = self.held.take_if(|held| held.due <= now)
            && self.table.as_ref().is_some_and(|table| table.thinking == Some((held.run, held.side)))
        {
            self.engine_chose(held.side, held.thought);
        }
    }

    pub(super) fn hurry(&mut self, run: u64) {
        match self.held.take_if(|held| held.run == run) {
            Some(held) => self.engine_chose(held.side, held.thought),
            None => self.engines.hurry(run),
        }
    }
}
