//! Tells what pieces are worth, from the results of games.

use std::process::ExitCode;

fn main() -> ExitCode {
    tuning::tools::values::main()
}
