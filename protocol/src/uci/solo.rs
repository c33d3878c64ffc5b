//! UCI without threads, for WebAssembly: each line is executed before the next one is read.

use std::io::Write;
use std::sync::Arc;

use games::Control;

use super::command::{self, Command};
use super::handshake::fixed_answer;
use super::queue::Task;
use super::worker::{Shared, Worker};
use crate::output::Output;

/// A conversation in UCI whose searches run in the caller's thread.
pub struct Solo {
    worker: Worker,
    watch: fn() -> bool,
}

impl Solo {
    /// Starts a conversation. Searches end when `watch`, polled about a thousand times a second, returns `true`.
    pub fn new(output: impl Write + Send + 'static, watch: fn() -> bool) -> Self {
        Self { worker: Worker::new(Arc::new(Shared::new(Output::to(output)))), watch }
    }

    /// Executes a line to its end. Returns `false` after `quit`. `stop` and `ponderhit` take effect through `watch` only.
    pub fn line(&mut self, line: &str) -> bool {
        let task = match command::parse(line) {
            Ok(Command::Quit) => return false,
            Ok(Command::Nothing | Command::Stop | Command::PonderHit) => return true,
            Ok(command @ (Command::Go(_) | Command::Perft(_) | Command::Bench(_))) => {
                let control = Control::watching(self.watch);
                control.arm(false);
                Task::Run(command, Arc::new(control))
            }
            Ok(command) => fixed_answer(&command).map_or_else(|| Task::Do(command), Task::Print),
            Err(error) => Task::Print(error.to_string()),
        };
        self.worker.execute_task(task);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io;
    use std::sync::Mutex;

    static PRINTED: Mutex<Vec<u8>> = Mutex::new(Vec::new());

    struct Printed;

    impl Write for Printed {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            PRINTED.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn infinite_search_ends_by_watch_without_threads() {
        fn is_answered() -> bool {
            PRINTED.lock().unwrap().windows(10).any(|text| text == b"info depth")
        }
        let mut solo = Solo::new(Printed, is_answered);
        for line in ["uci", "setoption name Hash value 1", "position startpos moves e2e4", "go infinite", "isready"] {
            assert!(solo.line(line), "{line}");
        }
        assert!(!solo.line("quit"));
        let text = String::from_utf8(PRINTED.lock().unwrap().clone()).unwrap();
        let best = text.find("bestmove ").unwrap();
        assert!(text.find("uciok").unwrap() < best && best < text.find("readyok").unwrap(), "{text}");
    }
}
