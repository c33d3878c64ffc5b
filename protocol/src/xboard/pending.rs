//! What the conversation still owes the client: answers that come later, if nothing comes between, and pongs that wait for
//! the engine's move, or for what it does before one.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use movegen::Outcome;

/// Something to be said later.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Delayed {
    /// The engine has won or drawn by its own move: the opponent may say so first.
    Claim(Outcome),
    /// XBoard has not followed a dictated choice: the letter once more, and, the first time, what may be wrong.
    Dictate {
        /// What the piece becomes.
        letter: char,
        /// Whether it is said for the second time only now.
        is_first: bool,
    },
    /// How far the analysis is.
    Status,
}

/// Answers that the client still has to get.
#[derive(Default, Debug)]
pub(super) struct PendingReplies {
    delayed: Option<(Instant, Delayed)>,
    pings: VecDeque<(String, PongAfter)>,
}

/// What a `ping` is answered behind, besides the pings before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PongAfter {
    /// Nothing.
    Nothing,
    /// What the thread that searches has been told to do.
    Tasks,
    /// The engine's move.
    Move,
}

impl PendingReplies {
    /// Has this said after a while, instead of what was to be said so far.
    pub(super) fn delay(&mut self, wait: Duration, what: Delayed) {
        self.delayed = Some((Instant::now() + wait, what));
    }

    /// Forgets what was to be said later.
    pub(super) fn cancel_delayed(&mut self) {
        self.delayed = None;
    }

    /// How long it is until something is to be said; `None` if nothing is.
    pub(super) fn wait(&self) -> Option<Duration> {
        self.delayed.as_ref().map(|(when, _)| when.saturating_duration_since(Instant::now()))
    }

    /// What is to be said now.
    pub(super) fn take_delayed(&mut self) -> Option<Delayed> {
        self.delayed.take().map(|(_, what)| what)
    }

    /// A `ping` that is to be answered.
    pub(super) fn add_ping(&mut self, text: String, after: PongAfter) {
        self.pings.push_back((text, after));
    }

    /// The tasks that the oldest such ping waits for are done.
    pub(super) fn tasks_are_done(&mut self) {
        if let Some((_, after)) = self.pings.iter_mut().find(|(_, after)| *after == PongAfter::Tasks) {
            *after = PongAfter::Nothing;
        }
    }

    /// Nobody waits for tasks any more.
    pub(super) fn leave_tasks(&mut self) {
        for (_, after) in &mut self.pings {
            *after = if *after == PongAfter::Tasks { PongAfter::Nothing } else { *after };
        }
    }

    /// The oldest ping, if it is to be answered now.
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
    fn pings_are_answered_in_their_order_each_behind_what_it_waits_for() {
        let mut replies = PendingReplies::default();
        let after = [PongAfter::Tasks, PongAfter::Nothing, PongAfter::Tasks, PongAfter::Move, PongAfter::Nothing];
        after.into_iter().zip(1..).for_each(|(after, number)| replies.add_ping(number.to_string(), after));
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
        replies.add_ping("6".to_owned(), PongAfter::Tasks);
        replies.leave_tasks();
        assert_eq!(answered(&mut replies, true), "6");
    }
}
