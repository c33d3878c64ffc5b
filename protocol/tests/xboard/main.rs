//! The XBoard protocol as a client meets it: over pipes, one process a test.

#![allow(clippy::unwrap_used, reason = "a test that cannot talk to the engine has failed")]

mod apocalypse;
mod captors;
#[path = "../common/mod.rs"]
mod common;
mod coordinates;
mod ends;
mod playing;
mod purchases;
mod setup;
mod thoughts;

/// Moves of lines that are neither thoughts nor anything else.
fn moves(lines: &[String]) -> Vec<&str> {
    lines.iter().filter_map(|line| line.strip_prefix("move ")).collect()
}

/// The lines that are no thoughts.
fn words(lines: Vec<String>) -> Vec<String> {
    lines
        .into_iter()
        .filter(|line| !line.starts_with(|c: char| c.is_ascii_digit() || c == '-') || line.contains('{'))
        .collect()
}
