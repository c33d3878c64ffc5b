//! Tunes numbers of the search by games of the engine against itself.

use std::process::ExitCode;

fn main() -> ExitCode {
    arena::tools::spsa::main()
}
