//! The thread that reads: it answers at once what must be answered during a search, and hands everything else on.

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
use super::task::{LongTask, READY, Shared, Task};
use crate::about;
use crate::input::{self, Input};

/// How long a search may take to say its last word once the client has left.
const PARTING: Duration = Duration::from_millis(80);

/// How a client leaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Parting {
    /// It has said so.
    Quit,
    /// It has closed the input.
    End,
}

/// Reads the client's lines and never waits for the worker.
pub(super) struct Reader {
    pub(super) shared: Arc<Shared>,
    pub(super) queue: SyncSender<Task>,
}

impl Reader {
    /// Reads to the end of the input, beginning with what has been read already; then the process ends.
    pub(super) fn read(self, mut stream: impl BufRead, first: Input) -> ! {
        match self.read_lines(&mut stream, first) {
            Parting::Quit => self.quit(&mut stream),
            Parting::End => self.end(),
        }
    }

    /// The same for a client in this process: what has been asked for goes on, searches end, and the worker with them.
    pub(super) fn read_to_end(self, mut stream: impl BufRead, first: Input) {
        self.read_lines(&mut stream, first);
        self.shared.stop_searches();
    }

    /// Reads until the client leaves.
    fn read_lines(&self, stream: &mut impl BufRead, first: Input) -> Parting {
        let mut input = first;
        loop {
            match input {
                Input::Line(line) => {
                    self.shared.output.heard(&line);
                    match command::parse(&line) {
                        Ok(Command::Quit) => return Parting::Quit,
                        Ok(command) => self.hand_on(command),
                        Err(error) => self.answer(error.to_string()),
                    }
                }
                Input::TooLong => self.answer("info string error: the line is too long and was not read".to_owned()),
                Input::End => return Parting::End,
            }
            input = input::read_line(stream);
        }
    }

    fn hand_on(&self, command: Command) {
        match command {
            Command::Nothing => {}
            Command::Stop => self.shared.long_tasks().iter().for_each(|task| task.control.stop()),
            Command::PonderHit => self.shared.long_tasks().iter().for_each(|task| task.control.ponder_hit()),
            Command::IsReady if self.shared.is_busy() => self.shared.output.say(READY),
            Command::IsReady => {
                self.send(Task::Ready, false);
            }
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

    /// Hands on a long task. A `stop` that comes before the worker has begun with it already finds it in the list.
    fn begin(&self, command: Command) {
        let was_busy = self.shared.is_busy();
        let control = Arc::new(Control::default());
        let ponders = matches!(&command, Command::Go(go) if go.ponder);
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

    /// Says a text that depends on nothing: in its turn, but at once while a long task runs.
    fn answer(&self, text: String) {
        match self.shared.is_busy() {
            true => self.shared.output.say(&text),
            false => {
                self.send(Task::Say(text), false);
            }
        }
    }

    /// Hands a task on and tells whether the queue has taken it. A full queue is waited for, unless a long task stands in
    /// the way: then only this thread can stop it, and so must not wait.
    fn send(&self, task: Task, is_busy: bool) -> bool {
        let taken = match self.queue.try_send(task) {
            Err(TrySendError::Full(task)) if !is_busy => self.queue.send(task).is_ok(),
            sent => sent.is_ok(),
        };
        if !taken {
            self.shared
                .output
                .say("info string error: too many commands wait for the search to end; this one is refused");
        }
        taken
    }

    /// `quit`: a client that keeps the input open waits for the process to end, and it ends soon whatever is going on.
    /// When the input ends as well, the quit was the last line of a script.
    fn quit(self, stream: &mut impl BufRead) -> ! {
        let Self { shared, queue } = self;
        shared.stop_searches();
        drop(queue);
        let at_end = Arc::new(AtomicBool::new(false));
        let seen = Arc::clone(&at_end);
        thread::spawn(move || {
            thread::sleep(PARTING);
            if !seen.load(Ordering::Acquire) {
                process::exit(0);
            }
        });
        while input::read_line(stream) != Input::End {}
        at_end.store(true, Ordering::Release);
        wait_for_worker(&shared)
    }

    /// The input has ended: nobody can stop a search any more, while the other commands of a script are still done.
    fn end(self) -> ! {
        let Self { shared, queue } = self;
        shared.stop_searches();
        drop(queue);
        wait_for_worker(&shared)
    }
}

/// The worker ends the process when the queue is empty. A search that goes on though it has been stopped is not waited
/// for.
fn wait_for_worker(shared: &Shared) -> ! {
    let mut before = None;
    loop {
        thread::sleep(PARTING / 2);
        let now = shared.present_search();
        if now.as_ref().zip(before.as_ref()).is_some_and(|(now, before)| Arc::ptr_eq(now, before)) {
            process::exit(0);
        }
        before = now;
    }
}
