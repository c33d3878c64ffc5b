//! Runs the engine's binary over pipes.

#![allow(dead_code, reason = "each test file uses only some of these functions")]

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Maximum time for one answer, generous for a slow machine. Only an engine that hangs exceeds it.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(60);

/// A running engine.
pub(crate) struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    errors: JoinHandle<String>,
}

impl Engine {
    /// Starts the engine as a client does.
    pub(crate) fn start() -> Self {
        Self::start_with(&[])
    }

    /// Starts the engine with arguments.
    pub(crate) fn start_with(arguments: &[&str]) -> Self {
        Self::spawn(Command::new(env!("CARGO_BIN_EXE_upheaval")).args(arguments))
    }

    /// Starts the engine under a shell limit such as `ulimit -v 2000000`.
    pub(crate) fn start_limited(limit: &str) -> Self {
        let line = format!("{limit} && exec '{}'", env!("CARGO_BIN_EXE_upheaval"));
        Self::spawn(Command::new("sh").args(["-c", &line]))
    }

    fn spawn(command: &mut Command) -> Self {
        let mut child = command
            .env_remove("RUST_LOG")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (sender, lines) = mpsc::channel();
        let output = BufReader::new(child.stdout.take().unwrap());
        thread::spawn(move || output.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
        let mut stderr = child.stderr.take().unwrap();
        let errors = thread::spawn(move || {
            let mut text = String::new();
            let _ = stderr.read_to_string(&mut text);
            text
        });
        let input = child.stdin.take();
        Self { child, input, lines, errors }
    }

    /// Sends lines as they are.
    pub(crate) fn send(&mut self, text: &str) {
        self.send_bytes(format!("{text}\n").as_bytes());
    }

    /// Sends bytes as they are.
    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(bytes).and_then(|()| input.flush()).unwrap();
    }

    /// Returns the lines up to and including the first one that starts with `beginning`.
    pub(crate) fn until(&mut self, beginning: &str) -> Vec<String> {
        self.until_any(&[beginning])
    }

    /// Returns the lines up to and including the first one that starts with one of `beginnings`.
    pub(crate) fn until_any(&mut self, beginnings: &[&str]) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            match self.lines.recv_timeout(ANSWER_TIMEOUT) {
                Ok(line) => lines.push(line),
                Err(error) => panic!("no line begins with one of {beginnings:?} ({error}): {lines:#?}"),
            }
            if beginnings.iter().any(|beginning| lines.last().unwrap().starts_with(beginning)) {
                return lines;
            }
        }
    }

    /// Sends UCI commands and returns the output of all of them. A search among them must end by itself.
    pub(crate) fn ask(&mut self, text: &str) -> Vec<String> {
        // The error for an option that does not exist marks the end of the output.
        self.send(&format!("{text}\nsetoption name end of the answer"));
        let mut lines = self.until("No such option: end of the answer");
        lines.pop();
        lines
    }

    /// Starts the engine and sends the commands with which XBoard starts a game.
    pub(crate) fn start_xboard(variant: &str) -> Self {
        let mut engine = Self::start();
        engine.send("xboard\nprotover 2");
        engine.until("feature done=1");
        let variant = if variant == "normal" { String::new() } else { format!("variant {variant}\n") };
        engine.send(&format!("accepted done\nnew\nrandom\n{variant}level 40 5 0\npost\neasy"));
        engine.pong();
        engine
    }

    /// Sends an XBoard `ping` and returns the output before its `pong`.
    pub(crate) fn pong(&mut self) -> Vec<String> {
        self.send("ping 4711");
        self.ponged()
    }

    /// Sends XBoard commands and returns their output.
    pub(crate) fn asked(&mut self, text: &str) -> Vec<String> {
        // Sent in one write: the engine delays some output while no input arrives, and a delay here would release it.
        self.send(&format!("{text}\nping 4711"));
        self.ponged()
    }

    fn ponged(&mut self) -> Vec<String> {
        let mut lines = self.until("pong 4711");
        lines.pop();
        lines
    }

    /// Sends `isready` and returns the output before `readyok`, which is immediate during a search.
    pub(crate) fn ready(&mut self) -> Vec<String> {
        self.send("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    /// Stops a running search and returns its `bestmove` line.
    pub(crate) fn stop(&mut self) -> String {
        self.send("stop");
        self.until("bestmove").pop().unwrap()
    }

    /// Returns the value of a field in the output of `d`.
    pub(crate) fn field(&mut self, name: &str) -> String {
        let board = self.ask("d");
        let start = format!("{name}: ");
        let field = board.iter().find_map(|line| line.strip_prefix(&start));
        field.unwrap_or_else(|| panic!("no {name} in {board:#?}")).to_owned()
    }

    /// Closes the input without sending `quit`.
    pub(crate) fn hang_up(&mut self) {
        self.input = None;
    }

    /// Waits for the process to end. Returns its status, remaining output, standard error and the time it took.
    pub(crate) fn end(mut self) -> (ExitStatus, Vec<String>, String, Duration) {
        let begin = Instant::now();
        let status = loop {
            match self.child.try_wait().unwrap() {
                Some(status) => break status,
                None if begin.elapsed() > ANSWER_TIMEOUT => {
                    let _ = self.child.kill();
                    panic!("the engine does not end");
                }
                None => thread::sleep(Duration::from_millis(1)),
            }
        };
        let time = begin.elapsed();
        (status, self.lines.iter().collect(), self.errors.join().unwrap(), time)
    }
}

/// Runs the engine with arguments. Returns its exit code, standard output and standard error.
pub(crate) fn run(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_upheaval"))
        .args(arguments)
        .env_remove("RUST_LOG")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}
