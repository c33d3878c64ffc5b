//! Trains a network for a game from files of self-play games.

use std::process::ExitCode;

fn main() -> ExitCode {
    tuning::tools::train::main()
}
