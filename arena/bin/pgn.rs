//! Looks after PGN files of every game: validates, converts, replays, filters, lists, splits and joins.

use std::process::ExitCode;

fn main() -> ExitCode {
    arena::tools::pgn::main()
}
