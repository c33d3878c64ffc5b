//! Checks certificates of `upheaval solve` by the naive rules: one JSON object per line, from files or standard input.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::process::ExitCode;

use naive::certificate::{Certificate, check};

/// Checks every line, prints errors, and returns the numbers of certificates and of errors.
fn check_lines(name: &str, lines: impl BufRead) -> [usize; 2] {
    let mut counts = [0, 0];
    for (line, number) in lines.lines().zip(1..) {
        let text = line.map_err(|error| error.to_string());
        let certificate = text.and_then(|text| serde_json::from_str(&text).map_err(|error| error.to_string()));
        counts[0] += 1;
        if let Err(error) = certificate.and_then(|certificate: Certificate| check(&certificate)) {
            println!("{name}, line {number}: {error}");
            counts[1] += 1;
        }
    }
    counts
}

fn main() -> ExitCode {
    let files: Vec<String> = std::env::args().skip(1).collect();
    if files.iter().any(|file| file.starts_with('-')) {
        println!("usage: upheaval-check [FILE]...");
        return ExitCode::from(2);
    }
    let mut counts = [0, 0];
    let mut add = |[all, wrong]: [usize; 2]| counts = [counts[0] + all, counts[1] + wrong];
    if files.is_empty() {
        add(check_lines("standard input", io::stdin().lock()));
    }
    for file in &files {
        match File::open(file) {
            Ok(opened) => add(check_lines(file, BufReader::new(opened))),
            Err(error) => {
                println!("{file}: {error}");
                add([0, 1]);
            }
        }
    }
    println!("{} certificates, {} errors", counts[0], counts[1]);
    ExitCode::from(u8::from(counts[1] > 0))
}
