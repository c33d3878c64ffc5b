//! Fits a game's hand-made evaluation to files of self-play games.

use std::process::ExitCode;

fn main() -> ExitCode {
    tuning::tools::fit::main()
}
