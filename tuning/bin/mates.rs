//! Picks positions with a forced mate out of played games, each proved by looking at every line.

use std::process::ExitCode;

fn main() -> ExitCode {
    tuning::tools::mates::main()
}
