//! Matches between engines in every game of this project, and tools for them.

use std::process::ExitCode;

fn main() -> ExitCode {
    upheaval_arena::program::main()
}
