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

    /// Keeps a text back behind the pings that wait for tasks and those between and after them whose event has happened. Returns
    /// `false` if none waits for tasks. Pings that wait for the running search are the last ones: the text does not.
    pub(super) fn keep_back(&mut self, text: &str) -> bool {
        let Some(ping) = self.pings.iter_mut().rfind(|ping| ping.after != PongAfter::Move) else { return false };
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

    /// The search for a move has ended: pings do not wait for the next one.
    pub(super) fn search_is_over(&mut self) {
        self.pings
            .iter_mut()
            .filter(|ping| ping.after == PongAfter::Move)
            .for_each(|ping| ping.after = PongAfter::Nothing);
    }

    /// Removes the oldest ping and returns its answer, and the text after it, if it can be answered now.
    pub(super) fn take_ping(&mut self) -> Option<String> {
        let is_answered = self.pings.front()?.after == PongAfter::Nothing;
        if is_answered { self.pings.pop_front().map(|ping| ping.text) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replies<const N: usize>(after: [PongAfter; N]) -> PendingReplies {
        let mut replies = PendingReplies::default();
        after.into_iter().zip(1..).for_each(|(after, number)| replies.add_ping(&number.to_string(), after));
        replies
    }

    fn answered(replies: &mut PendingReplies) -> String {
        std::iter::from_fn(|| replies.take_ping()).collect()
    }

    #[test]
    fn pings_are_answered_in_order_after_their_events() {
        let mut replies = replies([PongAfter::Tasks, PongAfter::Nothing, PongAfter::Tasks, PongAfter::Move]);
        assert_eq!(answered(&mut replies), "");
        replies.tasks_are_done();
        assert_eq!(answered(&mut replies), "pong 1\npong 2\n");
        assert!(replies.keep_back("kept") && replies.keep_back("back\n"));
        replies.tasks_are_done();
        assert_eq!(answered(&mut replies), "pong 3\nkept\nback\n");
        assert!(!replies.keep_back("a text of the search is not kept back"));
        replies.search_is_over();
        assert_eq!(answered(&mut replies), "pong 4\n");
        assert!(!replies.has_pings());
    }

    #[test]
    fn text_is_kept_behind_every_ping_before_it() {
        let mut replies = replies([PongAfter::Tasks, PongAfter::Nothing]);
        assert!(replies.keep_back("text"));
        replies.tasks_are_done();
        assert_eq!(answered(&mut replies), "pong 1\npong 2\ntext\n");
    }

    #[test]
    fn ping_of_stopped_search_precedes_later_text() {
        let mut replies = replies([PongAfter::Tasks, PongAfter::Move]);
        replies.search_is_over();
        assert!(replies.keep_back("text"));
        replies.add_ping("3", PongAfter::Move);
        replies.tasks_are_done();
        assert_eq!(answered(&mut replies), "pong 1\npong 2\ntext\n");
    }
}
