//! Measures what games are like: plays them, counts, compares and draws.

use std::process::ExitCode;

fn main() -> ExitCode {
    tuning::tools::laboratory::main()
}
