//! Whole sessions in this process, through the function that the fuzz targets call.

#![allow(clippy::unwrap_used, reason = "a test that cannot talk to the engine has failed")]

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

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
