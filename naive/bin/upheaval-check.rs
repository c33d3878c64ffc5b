//! The program `upheaval-check`.

use std::process::ExitCode;

fn main() -> ExitCode {
    naive::program::main()
}
