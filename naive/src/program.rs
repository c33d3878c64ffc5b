//! The program `upheaval-check`: checks certificates of `upheaval solve` by the naive rules.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use crate::certificate::{Certificate, check};

/// Checks certificates of `upheaval solve`, one JSON object a line, by a second implementation of the rules.
#[derive(Parser)]
#[command(name = "upheaval-check", version, after_help = "docs/solver.md explains certificates.")]
struct Arguments {
    /// Files of certificates; default: standard input.
    files: Vec<PathBuf>,
}

/// Returns the definition of the command line, for manual pages and completions.
pub fn command() -> clap::Command {
    Arguments::command()
}

/// Checks every line, prints errors, and returns the numbers of certificates and of errors.
fn check_lines(name: &str, lines: impl BufRead) -> [usize; 2] {
    let mut counts = [0, 0];
    for (line, number) in lines.lines().zip(1..) {
        let text = line.map_err(|error| error.to_string());
        let certificate = text.and_then(|text| serde_json::from_str(&text).map_err(|error| error.to_string()));
        counts[0] += 1;
        if let Err(error) = certificate.and_then(|certificate: Certificate| check(&certificate)) {
            eprintln!("{name}, line {number}: {error}");
            counts[1] += 1;
        }
    }
    counts
}

/// Runs the program; it fails if a certificate is wrong or a file cannot be read.
pub fn main() -> ExitCode {
    let Arguments { files } = Arguments::parse();
    let mut counts = [0, 0];
    let mut add = |[all, wrong]: [usize; 2]| counts = [counts[0] + all, counts[1] + wrong];
    if files.is_empty() {
        add(check_lines("standard input", io::stdin().lock()));
    }
    for file in &files {
        let name = file.display().to_string();
        match File::open(file) {
            Ok(opened) => add(check_lines(&name, BufReader::new(opened))),
            Err(error) => {
                eprintln!("{name}: {error}");
                add([0, 1]);
            }
        }
    }
    println!("{} certificates, {} errors", counts[0], counts[1]);
    ExitCode::from(u8::from(counts[1] > 0))
}
