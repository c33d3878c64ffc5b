//! The tasks that the reader sends to the worker, and the state that both share.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use engine::Control;

use super::command::Command;
use crate::output::Output;

/// The answer to `isready`.
pub(super) const READY: &str = "readyok";

/// A task for the worker.
pub(super) enum Task {
    /// Text to print after the tasks before it.
    Print(String),
    /// The answer to `isready`, after the engine has been created.
    Ready,
    /// A short command.
    Do(Command),
    /// A command that runs until it is finished or stopped.
    Run(Command, Arc<Control>),
}

/// A long command, running or waiting.
pub(super) struct LongTask {
    /// Stops the command.
    pub(super) control: Arc<Control>,
    /// `true` for a search, which may have no end of its own; `false` for perft and bench.
    pub(super) is_search: bool,
}

/// The state that reader and worker share.
pub(super) struct Shared {
    /// The output.
    pub(super) output: Output,
    /// Long tasks, the running one first.
    long_tasks: Mutex<VecDeque<LongTask>>,
}

impl Shared {
    /// The state without any task.
    pub(super) const fn new(output: Output) -> Self {
        Self { output, long_tasks: Mutex::new(VecDeque::new()) }
    }

    /// The long tasks, the running one first.
    pub(super) fn long_tasks(&self) -> MutexGuard<'_, VecDeque<LongTask>> {
        self.long_tasks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns `true` if a long task is running or waiting.
    pub(super) fn is_busy(&self) -> bool {
        !self.long_tasks().is_empty()
    }

    /// The running search.
    pub(super) fn running_search(&self) -> Option<Arc<Control>> {
        self.long_tasks().front().filter(|task| task.is_search).map(|task| Arc::clone(&task.control))
    }

    /// Stops all searches, running or waiting.
    pub(super) fn stop_searches(&self) {
        self.long_tasks().iter().filter(|task| task.is_search).for_each(|task| task.control.stop());
    }
}
