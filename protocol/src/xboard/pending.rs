//! Answers that are still due: delayed messages, which other events cancel, and pongs that wait for the engine's move or for
//! tasks of the worker.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use movegen::Outcome;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Delayed {
    // The result after a move of the engine, which the opponent may claim first.
    Claim(Outcome),
    // The `choice` again, because XBoard has not followed it; the first time with an explanation.
    Dictate { letter: char, is_first: bool },
    Status,
}

#[derive(Default, Debug)]
pub(super) struct PendingReplies {
    /// A message and its time.
    pub(super) delayed: Option<(Instant, Delayed)>,
    pub(super) pings: VecDeque<(String, PongAfter)>,
}

/// The event after which a `ping` is answered. Pings are answered in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PongAfter {
    Nothing,
    /// The tasks of the worker that were queued before.
    Tasks,
    Move,
}

impl PendingReplies {
    /// Delays a message. It replaces the previous one.
    pub(super) fn delay(&mut self, wait: Duration, what: Delayed) {
        self.delayed = Some((Instant::now() + wait, what));
    }

    /// The time until the delayed message is due; `None` if there is none.
    pub(super) fn wait(&self) -> Option<Duration> {
        self.delayed.as_ref().map(|(when, _)| when.saturating_duration_since(Instant::now()))
    }

    /// The tasks for which the oldest such ping waits are completed.
    pub(super) fn tasks_are_done(&mut self) {
        if let Some((_, after)) = self.pings.iter_mut().find(|(_, after)| *after == PongAfter::Tasks) {
            *after = PongAfter::Nothing;
        }
    }

    /// No ping waits for tasks any longer.
    pub(super) fn leave_tasks(&mut self) {
        while self.pings.iter().any(|(_, after)| *after == PongAfter::Tasks) {
            self.tasks_are_done();
        }
    }

    /// Removes the oldest ping and returns it if it can be answered now.
    pub(super) fn take_ping(&mut self, is_for_move: bool) -> Option<String> {
        let is_answered = match self.pings.front()?.1 {
            PongAfter::Nothing => true,
            PongAfter::Tasks => false,
            PongAfter::Move => !is_for_move,
        };
        if is_answered { self.pings.pop_front().map(|(text, _)| text) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pings_are_answered_in_order_after_their_events() {
        let mut replies = PendingReplies::default();
        let after = [PongAfter::Tasks, PongAfter::Nothing, PongAfter::Tasks, PongAfter::Move, PongAfter::Nothing];
        after.into_iter().zip(1..).for_each(|(after, number)| replies.pings.push_back((number.to_string(), after)));
        let answered = |replies: &mut PendingReplies, is_for_move| {
            std::iter::from_fn(|| replies.take_ping(is_for_move)).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(answered(&mut replies, false), "");
        replies.tasks_are_done();
        assert_eq!(answered(&mut replies, true), "1 2");
        replies.tasks_are_done();
        assert_eq!(answered(&mut replies, true), "3");
        assert_eq!(answered(&mut replies, false), "4 5");
        replies.tasks_are_done();
        replies.pings.push_back(("6".to_owned(), PongAfter::Tasks));
        replies.leave_tasks();
        assert_eq!(answered(&mut replies, true), "6");
    }
}
