//! Plays games between two engines in one process and tells what they have in common.

use std::process::ExitCode;

fn main() -> ExitCode {
    tuning::tools::selfplay::main()
}
