//! Computes endgame tables of Apocalypse and writes each class to a file.

use std::process::ExitCode;

fn main() -> ExitCode {
    tuning::tools::tables::main()
}
