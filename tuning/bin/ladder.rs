//! Measures how many times the nodes of a player an opponent needs to be level with it.

use std::process::ExitCode;

fn main() -> ExitCode {
    tuning::tools::ladder::main()
}
