//! Fits and measures the engine for Apocalypse.

use std::process::ExitCode;

fn main() -> ExitCode {
    tuning::tools::apocalypse::main()
}
