//! Tells what the results of a match say, and whether a sequential test may stop.

use std::process::ExitCode;

fn main() -> ExitCode {
    arena::tools::sprt::main()
}
