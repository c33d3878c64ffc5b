//! The examples of docs/tuning.md agree with the program.

#![allow(clippy::unwrap_used, reason = "a page that cannot be read has failed")]

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

fn page() -> String {
    fs::read_to_string(root().join("docs/tuning.md")).unwrap()
}

/// The text with every number, signs and points included, as one mark.
fn masked(text: &str) -> String {
    let mut masked = String::new();
    for c in text.chars() {
        match c {
            '0'..='9' | '.' | '+' | '-' if masked.ends_with('#') => {}
            '0'..='9' => {
                let end = masked.trim_end_matches(['+', '-']).len();
                masked.truncate(end);
                masked.push('#');
            }
            c => masked.push(c),
        }
    }
    masked.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The sample has the lines of a report, whatever its numbers: games differ from engine to engine.
#[test]
fn sample_report_has_the_printed_form() {
    let page = page();
    let (_, after) = page.split_once("The report, here of `selfplay ").unwrap();
    let line = after.split('`').next().unwrap();
    let sample = after.split("```\n").nth(1).unwrap();
    let output =
        Command::new(env!("CARGO_BIN_EXE_upheaval-tuning")).arg("selfplay").args(line.split(' ')).output().unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    // Behind the heading of the table stand the ends that occurred.
    let lines = |text: &str| -> Vec<String> {
        let all = text.lines().map(masked).collect::<Vec<_>>();
        let heading = all.iter().position(|line| line.starts_with("ended by")).unwrap();
        all[..=heading].to_vec()
    };
    assert_eq!(lines(sample), lines(&printed), "{printed}");
    assert!(sample.lines().all(|line| masked(line).len() > 1));
}

/// The commands of the page's examples, one a line.
fn commands(page: &str) -> Vec<String> {
    let blocks = page.split("```\n").skip(1).step_by(2).collect::<String>().replace("\\\n", " ");
    blocks
        .lines()
        .filter(|line| line.starts_with("target/release/") || line.contains(" > "))
        .map(str::to_owned)
        .collect()
}

/// Whoever types the examples one after the other writes over nothing that belongs to the project, and every file that is
/// read is there.
#[test]
fn examples_overwrite_nothing_and_read_existing_files() {
    let mut made: HashSet<String> = HashSet::new();
    for line in commands(&page()) {
        let command = line.split(" # ").next().unwrap();
        let words: Vec<&str> = command.split_whitespace().collect();
        let is_output = |i: usize| i > 0 && [">", "--jsonl", "--pgn", "--out", "--state"].contains(&words[i - 1]);
        for (i, word) in words.iter().enumerate() {
            let is_file = [".jsonl", ".txt", ".epd", ".net"].iter().any(|end| word.ends_with(end));
            if is_output(i) {
                assert!(!root().join(word).exists(), "'{word}' belongs to the project: {line}");
                made.insert((*word).to_owned());
            } else if is_file {
                assert!(made.contains(*word) || root().join(word).exists(), "nothing makes '{word}': {line}");
            }
        }
    }
    assert!(made.len() > 4, "{made:?}");
}
