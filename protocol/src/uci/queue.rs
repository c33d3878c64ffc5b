//! The queue between reader and worker. One lock covers the waiting tasks and the list of long tasks, so that the reader's decisions
//! (answer at once or in order, when a clock starts, refuse or wait) and the worker's progress cannot cross.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use games::Control;

use super::command::Command;

/// The number of tasks that can wait behind a search; further ones are refused.
const MAX_QUEUED_TASKS: usize = 4096;

pub(super) enum Task {
    /// Text to print after the tasks before it.
    Print(String),
    Do(Command),
    /// A command that runs until it is finished or stopped.
    Run(Command, Arc<Control>),
}

struct LongTask {
    control: Arc<Control>,
    /// `true` for a search, which may have no end of its own; `false` for perft and bench.
    is_search: bool,
}

#[derive(Default)]
pub(super) struct Queue {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    tasks: VecDeque<Task>,
    /// The long tasks that have not ended, in order. A task has ended before the last line of its answer is printed.
    long_tasks: VecDeque<LongTask>,
    /// `true` if the worker runs the first long task.
    is_running: bool,
    is_closed: bool,
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        self.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
    }

    /// Calls `print` and returns `true` if a long task has not ended. That task cannot end during the call.
    pub(super) fn print_if_busy(&self, print: impl FnOnce()) -> bool {
        let state = self.lock();
        let is_busy = !state.long_tasks.is_empty();
        if is_busy {
            print();
        }
        is_busy
    }

    /// Adds a task. If the queue is full, waits for room, or calls `refuse` while a long task runs: only the caller can stop that
    /// task, so it must not block.
    pub(super) fn add(&self, task: Task, refuse: impl FnOnce()) {
        let mut state = self.lock();
        while state.tasks.len() >= MAX_QUEUED_TASKS && !state.is_running {
            state = self.wait(state);
        }
        if state.tasks.len() >= MAX_QUEUED_TASKS {
            return refuse();
        }
        // A long task is listed at once, so that a `stop` reaches it before the worker has begun it.
        if let Task::Run(command, control) = &task {
            let ponders = matches!(command, Command::Go(go) if go.limits.ponder);
            match state.long_tasks.is_empty() {
                true => control.arm(ponders),
                false => control.arm_behind_another(ponders),
            }
            let is_search = matches!(command, Command::Go(_));
            state.long_tasks.push_back(LongTask { control: Arc::clone(control), is_search });
        }
        state.tasks.push_back(task);
        self.changed.notify_all();
    }

    /// Waits for the next task and removes it. Returns `None` when the queue is closed and empty.
    pub(super) fn next(&self) -> Option<Task> {
        let mut state = self.lock();
        while state.tasks.is_empty() && !state.is_closed {
            state = self.wait(state);
        }
        let task = state.tasks.pop_front();
        state.is_running = matches!(task, Some(Task::Run(..)));
        self.changed.notify_all();
        task
    }

    /// The running task has ended. Called before the last line of its answer is printed.
    pub(super) fn end_running(&self) {
        let mut state = self.lock();
        state.long_tasks.pop_front();
        state.is_running = false;
        self.changed.notify_all();
    }

    pub(super) fn stop_all(&self) {
        self.lock().long_tasks.iter().for_each(|task| task.control.stop());
    }

    pub(super) fn ponder_hit(&self) {
        self.lock().long_tasks.iter().for_each(|task| task.control.ponder_hit());
    }

    /// Closes the queue and stops its searches. The worker completes the tasks.
    pub(super) fn close(&self) {
        let mut state = self.lock();
        state.long_tasks.iter().filter(|task| task.is_search).for_each(|task| task.control.stop());
        state.is_closed = true;
        self.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::thread;

    use super::*;

    fn full(first: Task) -> Queue {
        let queue = Queue::default();
        queue.add(first, || panic!("refused"));
        (1..MAX_QUEUED_TASKS).for_each(|_| queue.add(Task::Do(Command::Draw), || panic!("refused")));
        queue
    }

    fn perft() -> Task {
        Task::Run(Command::Perft(1), Arc::default())
    }

    #[test]
    fn full_queue_refuses_while_a_task_runs() {
        let queue = full(perft());
        assert!(matches!(queue.next(), Some(Task::Run(..))));
        queue.add(Task::Do(Command::Draw), || panic!("refused"));
        let is_refused = Cell::new(false);
        queue.add(Task::Do(Command::Draw), || is_refused.set(true));
        assert!(is_refused.get());
    }

    #[test]
    fn full_queue_waits_before_a_task_runs() {
        let queue = full(Task::Do(Command::Draw));
        thread::scope(|scope| {
            scope.spawn(|| queue.add(perft(), || panic!("refused")));
            assert!(matches!(queue.next(), Some(Task::Do(_))));
        });
        assert!(queue.print_if_busy(|| {}), "the task is listed");
    }

    #[test]
    fn ended_task_is_not_busy() {
        let queue = Queue::default();
        queue.add(perft(), || panic!("refused"));
        assert!(queue.next().is_some() && queue.print_if_busy(|| {}));
        queue.end_running();
        assert!(!queue.print_if_busy(|| panic!("busy")));
        queue.close();
        assert!(queue.next().is_none());
    }
}
