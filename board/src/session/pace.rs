//! The pace of two engines that play each other: without one they would have played a game before anybody had seen a move.

use std::time::Duration;

use movegen::Color;

use super::Session;
use super::held::Held;
use crate::messages::Player;
use crate::think::Thought;

/// What two engines leave at least between their moves.
const PACE: Duration = Duration::from_millis(800);
/// The part of what is left on its clock that an engine waits at most.
const OF_THE_CLOCK: u32 = 20;

impl Session {
    /// An engine that plays has chosen: what it has chosen is played when it is time.
    pub(super) fn engine_answered(&mut self, run: u64, side: Color, thought: Thought) {
        let now = self.world.now();
        match self.due(side).filter(|&due| due > now) {
            Some(due) => self.held = Some(Held { due, run, side, thought }),
            None => self.engine_chose(side, thought),
        }
    }

    /// When an engine's choice may be played; at once if a person plays too.
    fn due(&self, side: Color) -> Option<Duration> {
        let table = self.table.as_ref()?;
        let engines = table.kept.players.iter().all(|player| matches!(player, Player::Engine { .. }));
        let left = table.clocks.as_ref().map(|clocks| clocks.limits(side, table.woken).0 / OF_THE_CLOCK);
        engines.then(|| table.woken + left.map_or(PACE, |left| left.min(PACE)))
    }

    /// When a choice that is held is to be played.
    pub(super) fn next_due(&self) -> Option<Duration> {
        self.held.as_ref().map(|held| held.due)
    }

    /// Plays a choice that was held, if it is time and nothing has come between.
    pub(super) fn play_held(&mut self) {
        let now = self.world.now();
        if let Some(held) = self.held.take_if(|held| held.due <= now)
            && self.table.as_ref().is_some_and(|table| table.thinking == Some((held.run, held.side)))
        {
            self.engine_chose(held.side, held.thought);
        }
    }

    /// Lets the engine that thinks answer now.
    pub(super) fn hurry(&mut self, run: u64) {
        match self.held.take_if(|held| held.run == run) {
            Some(held) => self.engine_chose(held.side, held.thought),
            None => self.engines.hurry(run),
        }
    }
}
