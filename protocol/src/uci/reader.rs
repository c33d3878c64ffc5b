//! The reader thread. It executes the commands that must take effect during a search and queues the others.

use std::io::BufRead;
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{SyncSender, TrySendError};
use std::thread;
use std::time::Duration;

use engine::Control;

use super::command::{self, Command};
use super::handshake::handshake;
use super::worker::{LongTask, READY, Shared, Task};
use crate::about;
use crate::input::{self, Input};

/// Time for a stopped search to print its answer after the client has left.
const QUIT_GRACE: Duration = Duration::from_millis(80);

/// Reads the client's lines. Reading does not block on the worker.
pub(super) struct Reader {
    pub(super) shared: Arc<Shared>,
    pub(super) queue: SyncSender<Task>,
}

impl Reader {
    /// Reads `first`, which has been read already, and then the input to its end. Ends the process: searches are stopped, the
    /// other commands of a script are completed. After `quit` that takes a short grace period if the client keeps the input open;
    /// if the input ends too, `quit` was the last line of a script.
    pub(super) fn read(self, mut stream: impl BufRead, first: Input) -> ! {
        let quits = self.read_lines(&mut stream, first);
        let Self { shared, queue } = self;
        shared.stop_searches();
        drop(queue);
        if quits {
            let at_end = Arc::new(AtomicBool::new(false));
            let seen = Arc::clone(&at_end);
            thread::spawn(move || {
                thread::sleep(QUIT_GRACE);
                if !seen.load(Ordering::Acquire) {
                    process::exit(0);
                }
            });
            while input::read_line(&mut stream) != Input::End {}
            at_end.store(true, Ordering::Release);
        }
        wait_for_worker(&shared)
    }

    /// The same for a client in this process: at the end, searches are stopped and the worker finishes the queue.
    pub(super) fn read_to_end(self, mut stream: impl BufRead, first: Input) {
        self.read_lines(&mut stream, first);
        self.shared.stop_searches();
    }

    /// Reads until the client leaves. Returns `true` if it has sent `quit`.
    fn read_lines(&self, stream: &mut impl BufRead, first: Input) -> bool {
        let mut input = first;
        loop {
            match input {
                Input::Line(line) => {
                    self.shared.output.log_input(&line);
                    match command::parse(&line) {
                        Ok(Command::Quit) => return true,
                        Ok(command) => self.dispatch(command),
                        Err(error) => self.answer(error.to_string()),
                    }
                }
                Input::TooLong => self.answer("info string error: the line is too long and was not read".to_owned()),
                Input::End => return false,
            }
            input = input::read_line(stream);
        }
    }

    fn dispatch(&self, command: Command) {
        match command {
            Command::Nothing => {}
            Command::Stop => self.shared.long_tasks().iter().for_each(|task| task.control.stop()),
            Command::PonderHit => self.shared.long_tasks().iter().for_each(|task| task.control.ponder_hit()),
            Command::IsReady if self.shared.is_busy() => self.shared.output.print(READY),
            Command::Uci => self.answer(handshake()),
            Command::Compiler => self.answer(about::compiler()),
            Command::License => self.answer(about::LICENSE.to_owned()),
            Command::Help => self.answer(about::HELP.to_owned()),
            Command::Go(_) | Command::Perft(_) | Command::Bench(_) => self.begin(command),
            command => {
                self.send(Task::Do(command), self.shared.is_busy());
            }
        }
    }

    /// Queues a long task. It is listed at once, so that a `stop` reaches it before the worker has started it.
    fn begin(&self, command: Command) {
        let was_busy = self.shared.is_busy();
        let control = Arc::new(Control::default());
        let ponders = matches!(&command, Command::Go(go) if go.limits.ponder);
        match was_busy {
            true => control.arm_behind_another(ponders),
            false => control.arm(ponders),
        }
        let is_search = matches!(command, Command::Go(_));
        self.shared.long_tasks().push_back(LongTask { control: Arc::clone(&control), is_search });
        if !self.send(Task::Run(command, control), was_busy) {
            self.shared.long_tasks().pop_back();
        }
    }

    /// Prints a text that does not depend on the state: in order, or at once while a long task runs.
    fn answer(&self, text: String) {
        match self.shared.is_busy() {
            true => self.shared.output.print(&text),
            false => {
                self.send(Task::Print(text), false);
            }
        }
    }

    /// Queues a task. Returns `false` if the queue is full while a long task runs: only this thread can stop that task, so it
    /// must not block.
    fn send(&self, task: Task, is_busy: bool) -> bool {
        let taken = match self.queue.try_send(task) {
            Err(TrySendError::Full(task)) if !is_busy => self.queue.send(task).is_ok(),
            sent => sent.is_ok(),
        };
        if !taken {
            self.shared
                .output
                .print("info string error: too many commands wait for the search to end; this one is refused");
        }
        taken
    }
}

/// Waits for the worker, which ends the process when the queue is empty. A search that ignores its stop is not waited for.
fn wait_for_worker(shared: &Shared) -> ! {
    let mut before = None;
    loop {
        thread::sleep(QUIT_GRACE / 2);
        let now = shared.running_search();
        if now.as_ref().zip(before.as_ref()).is_some_and(|(now, before)| Arc::ptr_eq(now, before)) {
            process::exit(0);
        }
        before = now;
    }
}
