//! The engine's binary at the other end of two pipes.

#![allow(dead_code, reason = "every test file needs its own part of this")]

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Longer than anything here takes on a slow machine: only an engine that hangs waits so long.
const PATIENCE: Duration = Duration::from_secs(60);

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

    /// Starts the engine where a shell has said what it may use: `ulimit -v 2000000`.
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

    /// The lines up to the first one that begins so, that one included.
    pub(crate) fn until(&mut self, beginning: &str) -> Vec<String> {
        self.until_any(&[beginning])
    }

    /// The lines up to the first one that begins in one of these ways, that one included.
    pub(crate) fn until_any(&mut self, beginnings: &[&str]) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => lines.push(line),
                Err(error) => panic!("no line begins with one of {beginnings:?} ({error}): {lines:#?}"),
            }
            if beginnings.iter().any(|beginning| lines.last().unwrap().starts_with(beginning)) {
                return lines;
            }
        }
    }

    /// What the engine says until it has done all these commands; a search among them has to end by itself.
    pub(crate) fn ask(&mut self, text: &str) -> Vec<String> {
        // An option that does not exist is refused in its turn, and so marks the place.
        self.send(&format!("{text}\nsetoption name end of the answer"));
        let mut lines = self.until("No such option: end of the answer");
        lines.pop();
        lines
    }

    /// Begins a conversation in the XBoard protocol about a game, as XBoard begins it.
    pub(crate) fn start_xboard(variant: &str) -> Self {
        let mut engine = Self::start();
        engine.send("xboard\nprotover 2");
        engine.until("feature done=1");
        let variant = if variant == "normal" { String::new() } else { format!("variant {variant}\n") };
        engine.send(&format!("accepted done\nnew\nrandom\n{variant}level 40 5 0\npost\neasy"));
        engine.pong();
        engine
    }

    /// What the engine says in the XBoard protocol until it answers a ping.
    pub(crate) fn pong(&mut self) -> Vec<String> {
        self.send("ping 4711");
        self.ponged()
    }

    /// What the engine says in the XBoard protocol to these lines.
    pub(crate) fn asked(&mut self, text: &str) -> Vec<String> {
        // In one piece: what is said a little later, if nothing comes between, must not wait for this process.
        self.send(&format!("{text}\nping 4711"));
        self.ponged()
    }

    fn ponged(&mut self) -> Vec<String> {
        let mut lines = self.until("pong 4711");
        lines.pop();
        lines
    }

    /// What the engine says until it is ready: at once when a search is running.
    pub(crate) fn ready(&mut self) -> Vec<String> {
        self.send("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    /// Ends a search that is running, and gives the answer.
    pub(crate) fn stop(&mut self) -> String {
        self.send("stop");
        self.until("bestmove").pop().unwrap()
    }

    /// What `d` says after this word.
    pub(crate) fn field(&mut self, name: &str) -> String {
        let board = self.ask("d");
        let start = format!("{name}: ");
        let field = board.iter().find_map(|line| line.strip_prefix(&start));
        field.unwrap_or_else(|| panic!("no {name} in {board:#?}")).to_owned()
    }

    /// Closes the input without a word.
    pub(crate) fn hang_up(&mut self) {
        self.input = None;
    }

    /// Waits for the end of the process: how it ended, what it still said, what it wrote to standard error, and how
    /// long it took.
    pub(crate) fn end(mut self) -> (ExitStatus, Vec<String>, String, Duration) {
        let begin = Instant::now();
        let status = loop {
            match self.child.try_wait().unwrap() {
                Some(status) => break status,
                None if begin.elapsed() > PATIENCE => {
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

/// Runs the engine with arguments: exit code, standard output, standard error.
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
