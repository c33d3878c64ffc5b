//! Whole conversations with the engine, in this process.
//!
//! A client sends lines and now and then waits for an answer, which a line of its own in the input says: the byte 1. What
//! must hold: every search is answered by exactly one move, every question that has to be answered is, the lines are text
//! that a terminal shows as it is, and the conversation ends when the client leaves.

use std::io::{self, BufReader, Read, Write};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

/// A client that has waited so long for an answer gets none.
const HANG: Duration = Duration::from_secs(20);

#[derive(Default)]
struct Heard {
    bytes: Mutex<Vec<u8>>,
    more: Condvar,
}

/// What the client reads.
#[derive(Clone, Default)]
struct Screen(Arc<Heard>);

impl Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.bytes.lock().unwrap().extend_from_slice(bytes);
        self.0.more.notify_all();
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

    /// Waits until so many lines begin with this word.
    fn wait(&self, word: &str, times: usize) {
        let bytes = self.0.bytes.lock().unwrap();
        let is_missing = |bytes: &mut Vec<u8>| Self::count(bytes, word) < times;
        let (bytes, waited) = self.0.more.wait_timeout_while(bytes, HANG, is_missing).unwrap();
        assert!(!waited.timed_out(), "no '{word}' number {times}; said:\n{}", String::from_utf8_lossy(&bytes));
    }

    fn text(&self) -> String {
        String::from_utf8(self.0.bytes.lock().unwrap().clone()).expect("what is said is text")
    }
}

/// A line, or a wait for all answers to what was asked so far.
enum Step {
    Line(String),
    Wait(&'static str, usize),
}

/// The input as the client sends it, waiting where it waits.
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

fn hold(steps: Vec<Step>) -> String {
    let screen = Screen::default();
    let script = Script { steps: steps.into_iter(), line: Vec::new(), screen: screen.clone() };
    protocol::converse(BufReader::with_capacity(1 << 12, script).take(1 << 20), screen.clone());
    let said = screen.text();
    for line in said.lines() {
        // Boards are drawn with lines and spaces, and XBoard's `feature` may be long; nothing else moves the cursor.
        let is_plain = |c: char| !c.is_control() || c == '\t';
        assert!(line.chars().all(is_plain), "{line:?} among:\n{said}");
    }
    said
}

/// Whether a line touches no file and takes neither much memory nor much time.
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

/// A UCI conversation. A line of the byte 1 alone waits for the answers to all searches.
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
                // What a search may cost is bounded by the words behind it.
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
    let said = hold(steps);
    let count = |word| Screen::count(said.as_bytes(), word);
    assert_eq!(count("readyok"), pings, "{text:?}\n{said}");
    assert_eq!(count("bestmove"), searches, "{text:?}\n{said}");
}

/// An XBoard conversation. A line of the byte 1 alone waits until all that was sent is done.
pub(crate) fn xboard(data: &[u8]) {
    let text = String::from_utf8_lossy(&data[..data.len().min(1 << 12)]);
    let first = ["xboard", "protover 2", "memory 1", "st 0.01", "sd 1"];
    let mut steps: Vec<Step> = first.iter().map(|&line| Step::Line(line.to_owned())).collect();
    let mut pings = 0;
    let is_bounded = |line: &&str| {
        let first = line.split_whitespace().next().unwrap_or_default();
        // These say how long a search may take, or that it ends when somebody moves.
        !matches!(first, "level" | "st" | "sd" | "nps" | "time" | "otim" | "quit" | "edit" | "ping" | "pause")
    };
    for line in text.lines().filter(|line| is_harmless(line)).filter(is_bounded).take(32) {
        if line == "\u{1}" {
            pings += 1;
            steps.push(Step::Line(format!("ping {pings}")));
            steps.push(Step::Wait("pong", pings));
        } else {
            steps.push(Step::Line(line.to_owned()));
            // A new game forgets how deep a search may go.
            steps.push(Step::Line("sd 1".to_owned()));
        }
    }
    let said = hold(steps);
    assert!(said.contains("feature "), "{said}");
}
