//! XBoard protocol sessions with the binary over pipes, one process per test.

#![allow(clippy::unwrap_used, reason = "a test that cannot talk to the engine has failed")]

mod apocalypse;
mod captures;
#[path = "../common/mod.rs"]
mod common;
mod coordinates;
mod ends;
mod playing;
mod purchases;
mod setup;
mod thoughts;

/// Returns the moves of the `move` lines.
fn moves(lines: &[String]) -> Vec<&str> {
    lines.iter().filter_map(|line| line.strip_prefix("move ")).collect()
}

/// Returns the lines that are not thinking output.
fn words(lines: Vec<String>) -> Vec<String> {
    lines
        .into_iter()
        .filter(|line| !line.starts_with(|c: char| c.is_ascii_digit() || c == '-') || line.contains('{'))
        .collect()
}
