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
    pings: VecDeque<Ping>,
}

#[derive(Debug)]
struct Ping {
    after: PongAfter,
    /// The answer, and the text that follows it.
    text: String,
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

    pub(super) fn add_ping(&mut self, text: &str, after: PongAfter) {
        self.pings.push_back(Ping { after, text: format!("pong {text}\n") });
    }

    pub(super) fn has_pings(&self) -> bool {
        !self.pings.is_empty()
    }

    /// Keeps a text back behind a ping that waits for tasks and those that wait for its answer only. Returns `false` if there is none.
    pub(super) fn keep_back(&mut self, text: &str) -> bool {
        let Some(waiting) = self.pings.iter().rposition(|ping| ping.after == PongAfter::Tasks) else { return false };
        let ready = self.pings.iter().skip(waiting + 1).take_while(|ping| ping.after == PongAfter::Nothing).count();
        let ping = &mut self.pings[waiting + ready];
        let end = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
        ping.text += text;
        ping.text += end;
        true
    }

    /// The tasks for which the oldest such ping waits are completed.
    pub(super) fn tasks_are_done(&mut self) {
        if let Some(ping) = self.pings.iter_mut().find(|ping| ping.after == PongAfter::Tasks) {
            ping.after = PongAfter::Nothing;
        }
    }

    /// Removes the oldest ping and returns its answer, and the text after it, if it can be answered now.
    pub(super) fn take_ping(&mut self, is_for_move: bool) -> Option<String> {
        let is_answered = match self.pings.front()?.after {
            PongAfter::Nothing => true,
            PongAfter::Tasks => false,
            PongAfter::Move => !is_for_move,
        };
        if is_answered { self.pings.pop_front().map(|ping| ping.text) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pings_are_answered_in_order_after_their_events() {
        let mut replies = PendingReplies::default();
        let after = [PongAfter::Tasks, PongAfter::Nothing, PongAfter::Tasks, PongAfter::Move, PongAfter::Nothing];
        after.into_iter().zip(1..).for_each(|(after, number)| replies.add_ping(&number.to_string(), after));
        let answered =
            |replies: &mut PendingReplies, is_for_move| std::iter::from_fn(|| replies.take_ping(is_for_move)).collect();
        let [first, second, third, last]: [String; 4] = [
            answered(&mut replies, false),
            {
                replies.tasks_are_done();
                answered(&mut replies, true)
            },
            {
                assert!(replies.keep_back("kept") && replies.keep_back("back\n"));
                replies.tasks_are_done();
                assert!(!replies.keep_back("no ping waits for tasks"));
                answered(&mut replies, true)
            },
            answered(&mut replies, false),
        ];
        assert_eq!([first, second], ["", "pong 1\npong 2\n"]);
        assert_eq!([third, last], ["pong 3\nkept\nback\n", "pong 4\npong 5\n"]);
        assert!(!replies.has_pings());
    }

    #[test]
    fn text_is_kept_behind_every_ping_before_it() {
        let mut replies = PendingReplies::default();
        replies.add_ping("1", PongAfter::Tasks);
        replies.add_ping("2", PongAfter::Nothing);
        assert!(replies.keep_back("text"));
        replies.tasks_are_done();
        assert_eq!([(); 2].map(|()| replies.take_ping(true).unwrap()), ["pong 1\n", "pong 2\ntext\n"]);
    }
}
