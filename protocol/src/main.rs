//! The program `upheaval`: everything it does stands in the library beside it.

use std::process::ExitCode;

fn main() -> ExitCode {
    protocol::run()
}
