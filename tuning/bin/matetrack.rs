//! Searches positions with proved mates and checks every mate that the searches tell.

use std::process::ExitCode;

fn main() -> ExitCode {
    tuning::tools::matetrack::main()
}
