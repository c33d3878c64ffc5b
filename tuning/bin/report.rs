//! Tells what games written by `selfplay` have in common: the report of one match, or of several together.

use std::process::ExitCode;

fn main() -> ExitCode {
    tuning::tools::report::main()
}
