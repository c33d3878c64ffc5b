//! Searches positions near those of games, for networks to learn from.

use std::process::ExitCode;

fn main() -> ExitCode {
    tuning::tools::near::main()
}
