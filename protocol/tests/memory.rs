//! Whole sessions in this process, through the function that the fuzz targets call.

#![allow(clippy::unwrap_used, reason = "a test that cannot talk to the engine has failed")]

use std::collections::VecDeque;
use std::io::{self, BufReader, Read, Write};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

#[derive(Clone, Default)]
struct Screen(Arc<Mutex<Vec<u8>>>);

impl Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn answers(lines: &str) -> String {
    let screen = Screen::default();
    protocol::converse(lines.as_bytes(), screen.clone());
    let bytes = screen.0.lock().unwrap().clone();
    String::from_utf8(bytes).unwrap()
}

#[test]
fn uci_session_in_memory_prints_all_answers() {
    let script =
        "\nuci\nsetoption name Hash value 1\nposition startpos moves e2e4\ngo depth 2\nd\ngo infinite\nisready\n";
    for end in ["", "quit", "quit\nd\nd\n"] {
        let output = answers(&format!("{script}{end}"));
        assert!(output.contains("uciok"), "{output}");
        assert_eq!(output.matches("bestmove ").count(), 2, "{output}");
        assert_eq!(output.matches("Fen: ").count(), 1, "{output}");
    }
}

#[test]
fn xboard_session_in_memory_ends_during_a_search() {
    for last in ["analyze", "go", "quit\nping 8", ""] {
        let output = answers(&format!("xboard\nprotover 2\nmemory 1\nvariant empire\nping 7\n{last}\n"));
        assert!(output.contains("feature ") && output.contains("pong 7"), "{output}");
        assert!(!output.contains("pong 8"), "{output}");
    }
}

#[test]
fn empty_input_prints_nothing() {
    assert_eq!(answers(""), "");
    assert_eq!(answers("\n \n"), "");
}

/// A client that sends its next lines before the write of `bestmove` has returned, and returns from that write when the engine
/// has read and dispatched all of them.
#[derive(Clone, Default)]
struct EagerClient(Arc<(Mutex<Traffic>, Condvar)>);

#[derive(Default)]
struct Traffic {
    to_engine: VecDeque<&'static str>,
    /// `true` while the engine waits for a line.
    is_awaited: bool,
    is_closed: bool,
    /// `true` if the lines after `bestmove` were dispatched in time.
    is_in_time: bool,
    output: String,
}

impl Read for EagerClient {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let (traffic, changed) = &*self.0;
        let mut traffic = traffic.lock().unwrap();
        traffic.is_awaited = true;
        changed.notify_all();
        let mut traffic = changed.wait_while(traffic, |t| t.to_engine.is_empty() && !t.is_closed).unwrap();
        traffic.is_awaited = false;
        let line = traffic.to_engine.pop_front().unwrap_or_default();
        buffer[..line.len()].copy_from_slice(line.as_bytes());
        Ok(line.len())
    }
}

impl Write for EagerClient {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let (traffic, changed) = &*self.0;
        let mut traffic = traffic.lock().unwrap();
        let text = std::str::from_utf8(bytes).unwrap();
        traffic.output += text;
        traffic.is_closed = traffic.output.matches("readyok").count() == 2;
        if text.contains("bestmove ") {
            traffic.to_engine.extend(["position startpos moves e2e4\n", "d\n", "isready\n", "joho\n", "isready\n"]);
            traffic.is_awaited = false;
            changed.notify_all();
            let is_behind = |t: &mut Traffic| !t.is_awaited || !t.to_engine.is_empty();
            let (mut traffic, wait) = changed.wait_timeout_while(traffic, Duration::from_secs(20), is_behind).unwrap();
            traffic.is_in_time = !wait.timed_out();
        }
        changed.notify_all();
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn answers_after_bestmove_keep_the_input_order() {
    let client = EagerClient::default();
    client.0.0.lock().unwrap().to_engine.extend(["setoption name Hash value 1\n", "go depth 2\n"]);
    protocol::converse(BufReader::new(client.clone()), client.clone());
    let traffic = client.0.0.lock().unwrap();
    assert!(traffic.is_in_time, "an answer did not wait for the commands before it");
    let at: Vec<usize> = ["Fen: ", "readyok", "Unknown command"].map(|text| traffic.output.find(text).unwrap()).into();
    assert!(at.is_sorted() && traffic.output.ends_with("readyok\n"), "{}", traffic.output);
}

#[test]
fn xboard_errors_do_not_overtake_a_pong() {
    let output = answers("xboard\nmemory 64\nping 1\nusermove e2e5\nping 2\nusermove e2e6\n");
    let lines: Vec<&str> = output.lines().filter(|line| !line.starts_with("feature")).collect();
    assert_eq!(lines, ["pong 1", "Illegal move: e2e5", "pong 2", "Illegal move: e2e6"]);
}

#[test]
fn xboard_go_before_the_end_is_answered() {
    for last in ["", "quit\n"] {
        let output = answers(&format!("xboard\nmemory 64\nlevel 0 60 0\ngo\nping 1\n{last}"));
        let lines: Vec<&str> = output.lines().collect();
        assert!(matches!(lines[..], [m, "pong 1"] if m.starts_with("move ")), "{output}");
    }
}
