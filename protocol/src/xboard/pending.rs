//! What the conversation still owes the client: answers that come later, if nothing comes between, and pongs that wait for
//! the engine's move.

use std::time::{Duration, Instant};

use movegen::Outcome;

/// Something to be said later.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Delayed {
    /// The engine has won or drawn by its own move: the opponent may say so first.
    Claim(Outcome),
    /// XBoard has not followed a dictated choice: the letter once more, and, the first time, what may be wrong.
    Dictate {
        /// What the man becomes.
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
    pings: Vec<String>,
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
    pub(super) fn add_ping(&mut self, text: String) {
        self.pings.push(text);
    }

    /// The pings to be answered now.
    pub(super) fn take_pings(&mut self) -> Vec<String> {
        std::mem::take(&mut self.pings)
    }
}
