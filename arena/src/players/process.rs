//! A child process that is spoken to in lines. Whatever it does, nothing here waits longer than it is told to and no
//! buffer grows without bound.
//!
//! One thread reads what the process writes and stamps every line with its time; a full buffer makes the process wait.
//! Another thread writes, because a process that does not read would otherwise stop whoever writes to it.
//!
//! [`Process::reciting`] is one in name only: its output is known beforehand, whatever it is told. Fuzzing and tests speak to it.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::log::Log;
use crate::config::Program;

/// A longer line is handed on in pieces of this many bytes.
const LONGEST_LINE: u64 = 1 << 16;
/// Lines read ahead.
const READ_AHEAD: usize = 1024;
/// How long a process that was told to quit, or has closed its output, may take to end.
const FAREWELL: Duration = Duration::from_millis(1000);

/// Why there is no line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Silence {
    /// None came in time.
    Late,
    /// The process has ended or closed its output: how.
    Ended(String),
}

/// A line and when it came.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The text without its end.
    pub text: String,
    /// When it was read.
    pub at: Instant,
}

/// A running process.
#[derive(Debug)]
pub struct Process {
    /// None if it only recites.
    child: Option<Child>,
    to: Option<Sender<String>>,
    from: Receiver<Line>,
    writer: Option<JoinHandle<()>>,
    label: String,
    log: Arc<Log>,
    bytes: u64,
}

impl Process {
    /// Starts a program. `label` names it in the log.
    ///
    /// # Errors
    /// The system cannot start it.
    pub fn start(program: &Program, label: &str, log: &Arc<Log>) -> io::Result<Self> {
        let mut command = Command::new(found_from(program));
        command.args(&program.arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        if !program.folder.is_empty() {
            command.current_dir(&program.folder);
        }
        command.stderr(match program.errors.as_str() {
            "" => Stdio::null(),
            path => std::fs::OpenOptions::new().create(true).append(true).open(path)?.into(),
        });
        // An interrupt from the keyboard is for the arena, which ends its engines itself.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let (to, lines) = channel();
        let (out, from) = sync_channel(READ_AHEAD);
        let threads = (|| {
            let input = input.ok_or_else(|| io::Error::other("no standard input"))?;
            let output = output.ok_or_else(|| io::Error::other("no standard output"))?;
            let writer = std::thread::Builder::new().name(format!("to {label}")).spawn(move || write(input, &lines))?;
            std::thread::Builder::new()
                .name(format!("from {label}"))
                .spawn(move || read(output, |line| out.send(line).is_ok()))?;
            Ok(writer)
        })();
        let writer = match threads {
            Ok(writer) => Some(writer),
            Err(error) => {
                let _ = child.kill().and_then(|()| child.wait().map(drop));
                return Err(error);
            }
        };
        let label = label.to_owned();
        Ok(Self { child: Some(child), to: Some(to), from, writer, label, log: Arc::clone(log), bytes: 0 })
    }

    /// One that writes these bytes, reads nothing, and then closes its output.
    pub fn reciting(output: &[u8]) -> Self {
        let mut lines = Vec::new();
        read(output, |line| {
            lines.push(line);
            true
        });
        let (out, from) = sync_channel(lines.len());
        for line in lines {
            out.send(line).expect("there is room for every line");
        }
        Self { child: None, to: None, from, writer: None, label: String::new(), log: Arc::new(Log::none()), bytes: 0 }
    }

    /// Sends a line. A process that has ended takes it without a word: reading tells.
    pub fn send(&mut self, line: &str) {
        self.log.sent(&self.label, line);
        if let Some(to) = &self.to {
            let _ = to.send(format!("{line}\n"));
        }
    }

    /// The next line, if one comes before the deadline.
    ///
    /// # Errors
    /// Why there is none.
    pub fn receive(&mut self, deadline: Instant) -> Result<Line, Silence> {
        let patience = deadline.saturating_duration_since(Instant::now());
        match self.from.recv_timeout(patience) {
            Ok(line) => {
                self.bytes += line.text.len() as u64 + 1;
                self.log.received(&self.label, &line.text);
                Ok(line)
            }
            Err(RecvTimeoutError::Timeout) => Err(Silence::Late),
            Err(RecvTimeoutError::Disconnected) => Err(Silence::Ended(self.how_it_ended())),
        }
    }

    /// The bytes received since this was last asked.
    pub fn take_bytes(&mut self) -> u64 {
        std::mem::take(&mut self.bytes)
    }

    /// The bytes received since they were last taken.
    pub const fn bytes(&self) -> u64 {
        self.bytes
    }

    fn how_it_ended(&mut self) -> String {
        match self.wait(FAREWELL) {
            Some(status) => words(status),
            None => "it closed its output".to_owned(),
        }
    }

    fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + patience;
        let child = self.child.as_mut()?;
        loop {
            match child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < deadline => std::thread::sleep(Duration::from_millis(2)),
                _ => return None,
            }
        }
    }

    /// Closes its input.
    pub fn close(&mut self) {
        self.to = None;
    }

    /// Says `quit`, and ends the process by force if it does not go.
    pub fn quit(mut self) {
        self.send("quit");
        self.to = None;
        self.drain(FAREWELL);
    }

    /// Waits for the end of the process while what it still writes is thrown away.
    fn drain(&mut self, patience: Duration) {
        let deadline = Instant::now() + patience;
        while let Ok(line) = self.from.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            self.log.received(&self.label, &line.text);
        }
        self.wait(deadline.saturating_duration_since(Instant::now()));
    }
}

/// A process that nobody holds any more is ended by force, with all that it has started.
impl Drop for Process {
    fn drop(&mut self) {
        self.to = None;
        if let Some(child) = &mut self.child {
            if !matches!(child.try_wait(), Ok(Some(_))) {
                kill(child);
            }
            let _ = child.wait();
        }
        if let Some(writer) = self.writer.take() {
            // Its pipe is broken now.
            let _ = writer.join();
        }
    }
}

#[cfg(unix)]
fn kill(child: &mut Child) {
    let group = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw);
    let killed = group.map(|group| rustix::process::kill_process_group(group, rustix::process::Signal::KILL));
    if !matches!(killed, Some(Ok(()))) {
        let _ = child.kill();
    }
}

#[cfg(not(unix))]
fn kill(child: &mut Child) {
    let _ = child.kill();
}

/// A command with a folder in it is meant as seen from the folder it runs in, as match runners take it.
fn found_from(program: &Program) -> std::path::PathBuf {
    let command = std::path::Path::new(&program.command);
    if program.folder.is_empty() {
        return command.to_owned();
    }
    let inside = std::path::Path::new(&program.folder).join(command);
    if inside.is_file() { std::path::absolute(&inside).unwrap_or(inside) } else { command.to_owned() }
}

fn words(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return format!("killed by signal {signal}");
    }
    status.code().map_or_else(|| "it ended".to_owned(), |code| format!("exit code {code}"))
}

fn write(mut input: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

/// Hands on one line after the other, until nobody wants any more.
fn read(output: impl Read, mut hand_on: impl FnMut(Line) -> bool) {
    let mut output = BufReader::with_capacity(1 << 16, output);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match output.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes) {
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
    fn lines_go_both_ways_and_the_end_is_told() {
        let mut process = shell("read line; echo \"got $line\"; exit 3");
        process.send("word");
        assert_eq!(process.receive(soon()).unwrap().text, "got word");
        assert_eq!(process.receive(soon()), Err(Silence::Ended("exit code 3".into())));
        let mut process = shell("kill -9 $$");
        assert_eq!(process.receive(soon()), Err(Silence::Ended("killed by signal 9".into())));
    }

    #[test]
    fn nothing_waits_longer_than_the_deadline() {
        let mut process = shell("sleep 1000");
        assert_eq!(process.receive(Instant::now() + Duration::from_millis(20)), Err(Silence::Late));
        // More than a pipe holds: whoever writes must not be stopped by one who does not read.
        (0..50).for_each(|_| process.send(&"x".repeat(10_000)));
        drop(process);
    }

    #[test]
    fn a_line_without_end_comes_in_pieces() {
        let mut process = shell("while :; do printf 0123456789; done");
        for _ in 0..3 {
            assert_eq!(process.receive(soon()).unwrap().text.len() as u64, LONGEST_LINE);
        }
        assert_eq!(process.take_bytes(), 3 * (LONGEST_LINE + 1));
    }

    #[test]
    fn one_that_recites_says_its_lines_and_is_gone() {
        let mut process = Process::reciting(b"one\r\ntw\xff");
        process.send("word");
        assert_eq!(process.receive(soon()).unwrap().text, "one");
        assert_eq!(process.receive(soon()).unwrap().text, "tw\u{fffd}");
        assert_eq!(process.receive(soon()), Err(Silence::Ended("it closed its output".into())));
        process.quit();
    }

    #[test]
    fn what_cannot_be_started_is_an_error() {
        let program = Program { command: "no/such/program".into(), ..Program::default() };
        assert!(Process::start(&program, "none", &Arc::new(Log::none())).is_err());
    }
}
