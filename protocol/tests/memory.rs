//! Whole conversations in this process: what fuzzing drives, thousands of times.

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
fn a_uci_conversation_in_memory_ends_with_all_its_answers() {
    let script =
        "\nuci\nsetoption name Hash value 1\nposition startpos moves e2e4\ngo depth 2\nd\ngo infinite\nisready\n";
    for end in ["", "quit", "quit\nd\nd\n"] {
        let said = answers(&format!("{script}{end}"));
        assert!(said.contains("uciok"), "{said}");
        assert_eq!(said.matches("bestmove ").count(), 2, "{said}");
        assert_eq!(said.matches("Fen: ").count(), 1, "{said}");
    }
}

#[test]
fn an_xboard_conversation_in_memory_ends_whatever_is_searched() {
    for last in ["analyze", "go", "quit\nping 8", ""] {
        let said = answers(&format!("xboard\nprotover 2\nmemory 1\nvariant empire\nping 7\n{last}\n"));
        assert!(said.contains("feature ") && said.contains("pong 7"), "{said}");
        assert!(!said.contains("pong 8"), "{said}");
    }
}

#[test]
fn a_conversation_of_nothing_says_nothing() {
    assert_eq!(answers(""), "");
    assert_eq!(answers("\n \n"), "");
}
