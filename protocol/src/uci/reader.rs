//! The reader thread. It executes the commands that must take effect during a search and queues the others.

use std::io::BufRead;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use super::command::{self, Command};
use super::handshake::fixed_answer;
use super::queue::Task;
use super::worker::{READY, Shared};
use crate::input::{self, Input};

/// Time after `quit` within which the input of a script ends.
const QUIT_GRACE: Duration = Duration::from_millis(80);

/// Reads the client's lines. Reading does not block on a search.
pub(super) struct Reader(pub(super) Arc<Shared>);

impl Reader {
    /// Reads `first`, which has been read already, and then the input to its end. Searches are stopped, and the worker completes
    /// the commands. If `quit` is not the last line of a script, perft and bench are stopped too.
    pub(super) fn read(self, mut stream: impl BufRead, first: Input) {
        let quits = self.read_lines(&mut stream, first);
        let Self(shared) = self;
        shared.queue.close();
        if quits {
            let (at_end, wait) = mpsc::channel::<()>();
            thread::spawn(move || {
                if wait.recv_timeout(QUIT_GRACE) == Err(RecvTimeoutError::Timeout) {
                    shared.queue.stop_all();
                }
            });
            while input::read_line(&mut stream) != Input::End {}
            drop(at_end);
        }
    }

    /// Reads until the client leaves. Returns `true` if it has sent `quit`.
    fn read_lines(&self, stream: &mut impl BufRead, first: Input) -> bool {
        let mut input = first;
        loop {
            match input {
                Input::Line(line) => {
                    self.0.output.log_input(&line);
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
            Command::Stop => self.0.queue.stop_all(),
            Command::PonderHit => self.0.queue.ponder_hit(),
            Command::IsReady if self.0.queue.print_if_busy(|| self.0.output.print(READY)) => {}
            Command::Go(_) | Command::Perft(_) | Command::Bench(_) => self.add(Task::Run(command, Arc::default())),
            command => match fixed_answer(&command) {
                Some(text) => self.answer(text),
                None => self.add(Task::Do(command)),
            },
        }
    }

    /// Prints a text that does not depend on the state: in order, or at once while a long task runs.
    fn answer(&self, text: String) {
        if !self.0.queue.print_if_busy(|| self.0.output.print(&text)) {
            self.add(Task::Print(text));
        }
    }

    fn add(&self, task: Task) {
        self.0.queue.add(task, || {
            self.0.output.print("info string error: too many commands wait for the search to end; this one is refused");
        });
    }
}
