//! Whole conversations with the engine, in this process.
//!
//! A client sends lines. A line that consists of the byte 1 makes it wait for answers. Invariants: every search is answered by
//! exactly one move, every `isready` and `ping` is answered, output has no control characters, and the conversation ends when the
//! client's input ends.

use std::io::{self, BufReader, Read, Write};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

/// The maximum time to wait for an answer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(20);

/// The output received by the client, and a signal that there is more.
#[derive(Clone, Default)]
struct Screen(Arc<(Mutex<Vec<u8>>, Condvar)>);

impl Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.0.lock().unwrap().extend_from_slice(bytes);
        self.0.1.notify_all();
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Screen {
    fn count(bytes: &[u8], word: &str) -> usize {
        bytes.split(|&byte| byte == b'\n').filter(|line| line.starts_with(word.as_bytes())).count()
    }

    /// Waits until `times` lines begin with this word.
    fn wait(&self, word: &str, times: usize) {
        let bytes = self.0.0.lock().unwrap();
        let is_missing = |bytes: &mut Vec<u8>| Self::count(bytes, word) < times;
        let (bytes, waited) = self.0.1.wait_timeout_while(bytes, ANSWER_TIMEOUT, is_missing).unwrap();
        assert!(!waited.timed_out(), "no '{word}' number {times}; output:\n{}", String::from_utf8_lossy(&bytes));
    }

    fn text(&self) -> String {
        String::from_utf8(self.0.0.lock().unwrap().clone()).expect("output is UTF-8")
    }
}

/// A line, or a wait for a number of answers.
enum Step {
    Line(String),
    Wait(&'static str, usize),
}

/// The client's input, with its waits.
struct Script {
    steps: std::vec::IntoIter<Step>,
    line: Vec<u8>,
    screen: Screen,
}

impl Read for Script {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.line.is_empty() {
            match self.steps.next() {
                None => return Ok(0),
                Some(Step::Line(line)) => self.line = (line + "\n").into_bytes(),
                Some(Step::Wait(word, times)) => self.screen.wait(word, times),
            }
        }
        let count = buffer.len().min(self.line.len());
        buffer[..count].copy_from_slice(&self.line[..count]);
        self.line.drain(..count);
        Ok(count)
    }
}

fn converse(steps: Vec<Step>) -> String {
    let screen = Screen::default();
    let script = Script { steps: steps.into_iter(), line: Vec::new(), screen: screen.clone() };
    protocol::converse(BufReader::with_capacity(1 << 12, script).take(1 << 20), screen.clone());
    let output = screen.text();
    for line in output.lines() {
        // Tabs are the only control characters.
        let is_plain = |c: char| !c.is_control() || c == '\t';
        assert!(line.chars().all(is_plain), "{line:?} among:\n{output}");
    }
    output
}

/// Returns `true` if a line accesses no file and takes little memory and time.
fn is_harmless(line: &str) -> bool {
    let line = line.to_ascii_lowercase();
    let is_number = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    let numbers = line.split(|c: char| !c.is_ascii_digit()).filter(|word| is_number(word));
    let largest = numbers.map(|digits| digits.parse().unwrap_or(u64::MAX)).max().unwrap_or_default();
    let has = |words: &[&str]| words.iter().any(|word| line.contains(word));
    let is_large = has(&["hash", "memory", "threads", "cores"]) && largest > 4;
    let is_slow = has(&["perft"]) && (largest > 2 || has(&["go"]));
    !has(&["file", "path", "folder", "tables", "bench"]) && !is_large && !is_slow
}

/// A UCI conversation. The byte 1 waits for the answers to all searches.
pub(crate) fn uci(data: &[u8]) {
    let text = String::from_utf8_lossy(&data[..data.len().min(1 << 12)]);
    let mut steps = vec![Step::Line("setoption name Hash value 1".to_owned())];
    let (mut searches, mut pings) = (0, 0);
    for line in text.lines().filter(|line| is_harmless(line)).take(32) {
        if line == "\u{1}" {
            steps.push(Step::Line("stop".to_owned()));
            steps.push(Step::Wait("bestmove", searches));
            continue;
        }
        match line.split_whitespace().next() {
            Some("go") => {
                // Limits the effort of the search.
                searches += 1;
                steps.push(Step::Line(format!("{line} nodes 40")));
                continue;
            }
            Some("isready") => pings += 1,
            Some("quit" | "exit") => continue,
            _ => {}
        }
        steps.push(Step::Line(line.to_owned()));
    }
    let output = converse(steps);
    let count = |word| Screen::count(output.as_bytes(), word);
    assert_eq!(count("readyok"), pings, "{text:?}\n{output}");
    assert_eq!(count("bestmove"), searches, "{text:?}\n{output}");
}

/// An XBoard conversation. The byte 1 waits until all commands are done.
pub(crate) fn xboard(data: &[u8]) {
    let text = String::from_utf8_lossy(&data[..data.len().min(1 << 12)]);
    let first = ["xboard", "protover 2", "memory 1", "st 0.01", "sd 1"];
    let mut steps: Vec<Step> = first.iter().map(|&line| Step::Line(line.to_owned())).collect();
    let mut pings = 0;
    let is_bounded = |line: &&str| {
        let first = line.split_whitespace().next().unwrap_or_default();
        // These change the limits of a search, or make it wait for a move.
        !matches!(first, "level" | "st" | "sd" | "nps" | "time" | "otim" | "quit" | "edit" | "ping" | "pause")
    };
    for line in text.lines().filter(|line| is_harmless(line)).filter(is_bounded).take(32) {
        if line == "\u{1}" {
            pings += 1;
            steps.push(Step::Line(format!("ping {pings}")));
            steps.push(Step::Wait("pong", pings));
        } else {
            steps.push(Step::Line(line.to_owned()));
            // A new game resets the depth limit.
            steps.push(Step::Line("sd 1".to_owned()));
        }
    }
    let output = converse(steps);
    assert!(output.contains("feature "), "{output}");
}
