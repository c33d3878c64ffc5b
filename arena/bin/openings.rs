//! Writes random openings of a game, one FEN a line.

use std::process::ExitCode;

fn main() -> ExitCode {
    arena::tools::openings::main()
}
