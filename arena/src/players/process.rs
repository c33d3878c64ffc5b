//! A child process with lines as input and output. Every wait has a deadline, and every buffer is bounded.
//!
//! One thread reads the output and records the time of every line; a full buffer blocks the process. Another thread
//! writes the input, because a process that does not read must not block the arena.
//!
//! [`Process::with_output`] has a fixed output and no process, for fuzzing and tests.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use movegen::fen::printable;

use super::log::Log;
use crate::config::{EngineConfig, Program};

/// Longest line in bytes; longer ones are split.
const MAX_LINE_BYTES: u64 = 1 << 16;
/// Lines read ahead.
const READ_AHEAD_LINES: usize = 1024;
/// Time limit for the end of a process after `quit` or the end of its output.
const QUIT_TIMEOUT: Duration = Duration::from_millis(1000);

/// Why no line was received.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Silence {
    /// None came in time.
    Late,
    /// The process has ended or closed its output: details.
    Ended(String),
}

/// A line and its time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The text without the line end.
    pub text: String,
    /// When it was read.
    pub at: Instant,
}

/// A running process.
#[derive(Debug)]
pub struct Process {
    /// `None` for a fixed output, and after the end of the process.
    child: Option<Child>,
    status: Option<ExitStatus>,
    to: Option<Sender<String>>,
    from: Receiver<Line>,
    writer: Option<JoinHandle<()>>,
    label: String,
    log: Arc<Log>,
    /// Bytes received; reset by the owner.
    pub(super) bytes: u64,
}

impl Process {
    /// Starts a program. `label` names it in the log.
    pub fn start(program: &Program, label: &str, log: &Arc<Log>) -> io::Result<Self> {
        let mut command = Command::new(program_path(program));
        command.args(&program.arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        if !program.folder.is_empty() {
            command.current_dir(&program.folder);
        }
        command.stderr(match program.errors.as_str() {
            "" => Stdio::null(),
            path => std::fs::OpenOptions::new().create(true).append(true).open(path)?.into(),
        });
        // Keyboard interrupts are for the arena, which ends its engines itself.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (to, lines) = channel::<String>();
        let (out, from) = sync_channel(READ_AHEAD_LINES);
        let log = Arc::clone(log);
        let (child, to, label) = (Some(child), Some(to), label.to_owned());
        let mut process = Self { child, status: None, to, from, writer: None, label, log, bytes: 0 };
        // From here on an error drops the process, which kills it.
        let (mut input, output) = pipes.ok_or_else(|| io::Error::other("no pipes"))?;
        let label = process.label.clone();
        let thread = |way: &str| std::thread::Builder::new().name(format!("{way} {label}"));
        let mut write = move |line: String| input.write_all(line.as_bytes()).and_then(|()| input.flush());
        process.writer = Some(thread("to").spawn(move || drop(lines.into_iter().try_for_each(&mut write)))?);
        thread("from").spawn(move || read(output, |line| out.send(line).is_ok()))?;
        Ok(process)
    }

    /// Starts the program of an engine.
    pub(crate) fn start_engine(config: &EngineConfig, log: &Arc<Log>) -> Result<Self, String> {
        let started = Self::start(&config.program, &config.name, log);
        started.map_err(|error| format!("cannot start '{}': {error}", printable(&config.program.command)))
    }

    /// Creates one with this output.
    pub fn with_output(output: &[u8]) -> Self {
        let mut lines = Vec::new();
        read(output, |line| {
            lines.push(line);
            true
        });
        let (out, from) = sync_channel(lines.len());
        for line in lines {
            out.send(line).expect("there is room for every line");
        }
        let (label, log) = (String::new(), Arc::new(Log::none()));
        Self { child: None, status: None, to: None, from, writer: None, label, log, bytes: 0 }
    }

    /// Sends a line. Sending to an ended process is no error; receiving reports it.
    pub fn send(&mut self, line: &str) {
        self.log.traffic(&self.label, "<<", line);
        if let Some(to) = &self.to {
            let _ = to.send(format!("{line}\n"));
        }
    }

    /// Receives the next line before the deadline.
    pub fn receive(&mut self, deadline: Instant) -> Result<Line, Silence> {
        let timeout = deadline.saturating_duration_since(Instant::now());
        match self.from.recv_timeout(timeout) {
            Ok(line) => {
                self.bytes += line.text.len() as u64 + 1;
                self.log.traffic(&self.label, ">>", &line.text);
                Ok(line)
            }
            // Children of an ended process may keep its output open.
            Err(RecvTimeoutError::Timeout) => {
                Err(self.wait(Duration::ZERO).map_or(Silence::Late, |status| Silence::Ended(description(status))))
            }
            Err(RecvTimeoutError::Disconnected) => {
                let status = self.wait(QUIT_TIMEOUT);
                Err(Silence::Ended(status.map_or_else(|| "it closed its output".to_owned(), description)))
            }
        }
    }

    /// Waits for the end of the process, and then kills what is left of its group.
    fn wait(&mut self, timeout: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + timeout;
        while let Some(child) = &mut self.child {
            if has_ended(child) {
                kill(child);
                self.status = child.wait().ok();
                self.child = None;
            } else if Instant::now() < deadline {
                std::thread::sleep(Duration::from_millis(2));
            } else {
                break;
            }
        }
        self.status
    }

    /// Closes its input.
    pub fn close(&mut self) {
        self.to = None;
    }

    /// Sends `quit` and discards further output; kills the process if it does not end.
    pub fn quit(mut self) {
        self.send("quit");
        self.to = None;
        let deadline = Instant::now() + QUIT_TIMEOUT;
        while self.receive(deadline).is_ok() {}
    }
}

/// Kills the process and its process group.
impl Drop for Process {
    fn drop(&mut self) {
        self.to = None;
        if let Some(child) = &mut self.child {
            kill(child);
            let _ = child.wait();
        }
        if let Some(writer) = self.writer.take() {
            // Its pipe is closed.
            let _ = writer.join();
        }
    }
}

/// Returns `true` if the process has ended. Its id, which is that of its group, stays reserved until it is waited for.
#[cfg(unix)]
fn has_ended(child: &Child) -> bool {
    use rustix::process::{WaitId, WaitIdOptions, waitid};
    let Some(id) = pid(child) else { return true };
    let how = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    !matches!(waitid(WaitId::Pid(id), how), Ok(None))
}

#[cfg(not(unix))]
fn has_ended(child: &mut Child) -> bool {
    !matches!(child.try_wait(), Ok(None))
}

#[cfg(unix)]
fn pid(child: &Child) -> Option<rustix::process::Pid> {
    rustix::process::Pid::from_raw(child.id().try_into().ok()?)
}

/// Kills a process that has not been waited for, and its group.
fn kill(child: &mut Child) {
    #[cfg(unix)]
    if let Some(group) = pid(child)
        && rustix::process::kill_process_group(group, rustix::process::Signal::KILL).is_ok()
    {
        return;
    }
    let _ = child.kill();
}

/// Returns the path of the program: relative to its working directory if it is there, as in other match runners.
fn program_path(program: &Program) -> PathBuf {
    let inside = Path::new(&program.folder).join(&program.command);
    let is_inside = !program.folder.is_empty() && inside.is_file();
    if is_inside { std::path::absolute(&inside).unwrap_or(inside) } else { (&program.command).into() }
}

fn description(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return format!("killed by signal {signal}");
    }
    status.code().map_or_else(|| "it ended".to_owned(), |code| format!("exit code {code}"))
}

/// Passes every line to `hand_on` until that returns `false`.
fn read(output: impl Read, mut hand_on: impl FnMut(Line) -> bool) {
    let mut output = BufReader::with_capacity(1 << 16, output);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match output.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut bytes) {
            Ok(1..) => {}
            _ => return,
        }
        let text = String::from_utf8_lossy(bytes.trim_ascii_end()).into_owned();
        if !hand_on(Line { text, at: Instant::now() }) {
            return;
        }
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Process {
        let program =
            Program { command: "sh".into(), arguments: vec!["-c".into(), script.into()], ..Program::default() };
        Process::start(&program, "sh", &Arc::new(Log::none())).unwrap()
    }

    fn soon() -> Instant {
        Instant::now() + Duration::from_secs(20)
    }

    #[test]
    fn process_exchanges_lines_and_reports_its_end() {
        let mut process = shell("read line; echo \"got $line\"; exit 3");
        process.send("word");
        assert_eq!(process.receive(soon()).unwrap().text, "got word");
        assert_eq!(process.receive(soon()), Err(Silence::Ended("exit code 3".into())));
        let mut process = shell("kill -9 $$");
        assert_eq!(process.receive(soon()), Err(Silence::Ended("killed by signal 9".into())));
    }

    #[test]
    fn receive_returns_at_the_deadline() {
        let mut process = shell("sleep 1000");
        assert_eq!(process.receive(Instant::now() + Duration::from_millis(20)), Err(Silence::Late));
        // More than a pipe holds: sending must not block.
        (0..50).for_each(|_| process.send(&"x".repeat(10_000)));
        drop(process);
    }

    #[test]
    fn children_of_an_ended_process_are_killed() {
        let mut process = shell("sleep 1000 & echo started; exit 3");
        assert_eq!(process.receive(soon()).unwrap().text, "started");
        assert_eq!(process.wait(Duration::from_secs(20)).and_then(|status| status.code()), Some(3));
        // The output is closed once its last writer is dead.
        assert_eq!(process.receive(soon()), Err(Silence::Ended("exit code 3".into())));
        assert_eq!(process.from.recv_timeout(Duration::from_secs(20)).unwrap_err(), RecvTimeoutError::Disconnected);
    }

    #[test]
    fn endless_line_is_split() {
        let mut process = shell("while :; do printf 0123456789; done");
        for _ in 0..3 {
            assert_eq!(process.receive(soon()).unwrap().text.len() as u64, MAX_LINE_BYTES);
        }
        assert_eq!(process.bytes, 3 * (MAX_LINE_BYTES + 1));
    }

    #[test]
    fn fixed_output_is_received() {
        let mut process = Process::with_output(b"one\r\ntw\xff");
        process.send("word");
        assert_eq!(process.receive(soon()).unwrap().text, "one");
        assert_eq!(process.receive(soon()).unwrap().text, "tw\u{fffd}");
        assert_eq!(process.receive(soon()), Err(Silence::Ended("it closed its output".into())));
        process.quit();
    }

    #[test]
    fn missing_program_is_an_error() {
        let program = Program { command: "no/such/program".into(), ..Program::default() };
        assert!(Process::start(&program, "none", &Arc::new(Log::none())).is_err());
    }
}
