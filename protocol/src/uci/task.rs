//! What the reader hands to the worker, and what both see of it.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use engine::Control;

use super::command::Command;
use crate::output::Output;

/// The answer to `isready`.
pub(super) const READY: &str = "readyok";

/// What the reader hands to the worker.
pub(super) enum Task {
    /// Text to be said when everything before it is done.
    Say(String),
    /// The answer to `isready`: the engine is made first, if there is none yet.
    Ready,
    /// A command that ends by itself, and soon.
    Do(Command),
    /// A command that goes on until it is done or stopped.
    Run(Command, Arc<Control>),
}

/// A command that goes on for a while, running or waiting.
pub(super) struct LongTask {
    /// How it is stopped.
    pub(super) control: Arc<Control>,
    /// A search has no end of its own; perft and bench have.
    pub(super) is_search: bool,
}

/// What reader and worker share.
pub(super) struct Shared {
    /// Where everything is said.
    pub(super) output: Output,
    /// Long tasks, the running one first.
    long_tasks: Mutex<VecDeque<LongTask>>,
}

impl Shared {
    /// Nothing is under way.
    pub(super) const fn new(output: Output) -> Self {
        Self { output, long_tasks: Mutex::new(VecDeque::new()) }
    }

    /// The long tasks, the running one first.
    pub(super) fn long_tasks(&self) -> MutexGuard<'_, VecDeque<LongTask>> {
        self.long_tasks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a long task is running or waiting.
    pub(super) fn is_busy(&self) -> bool {
        !self.long_tasks().is_empty()
    }

    /// The search that is running.
    pub(super) fn present_search(&self) -> Option<Arc<Control>> {
        self.long_tasks().front().filter(|task| task.is_search).map(|task| Arc::clone(&task.control))
    }

    /// Stops all searches, running or waiting.
    pub(super) fn stop_searches(&self) {
        self.long_tasks().iter().filter(|task| task.is_search).for_each(|task| task.control.stop());
    }
}
