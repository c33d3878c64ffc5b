//! Self-play, training and measurements for the chess variants of Upheaval.

use std::process::ExitCode;

fn main() -> ExitCode {
    upheaval_tuning::tools::main()
}
