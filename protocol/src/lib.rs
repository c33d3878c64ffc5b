//! The engine's program. It speaks UCI on standard input and output; with arguments it does one command and ends.
//!
//! The program is a library with a `main` of one line ([`run`]), so that a whole conversation can be held in memory
//! ([`converse`]), thousands of times a second. Nothing builds on it but that and the manual pages of
//! packages, which are made of [`USAGE`] and [`HELP`].
//!
//! This crate is the only one that knows the names of commands and the only one that writes to standard output. The
//! rules, the values and the search stand in the crates below it. docs/protocol.md describes every command.
//!
//! | module | what |
//! |---|---|
//! | `stdio` | standard input and output: the first word chooses the protocol |
//! | `uci/`, `xboard/` | the protocols; each has its own list of files |
//! | `game/` | the game that is played: record, engine, outcome; both protocols wrap it |
//! | `terminal/` | `play`, a game on the terminal |
//! | `options/` | what can be set, and the values that hold now |
//! | `arguments`, `bench`, `genfens`, `show` | the command line, and what runs without a client |
//! | `input`, `output` | lines in, lines out |
//! | `about`, `drawing`, `names` | what the program says of itself; boards for human eyes; words for pieces |
//!
//! Modules use only what stands below them: `stdio` and `arguments` know the protocols, these know `bench`, `game` and
//! `options`, and none of those knows a protocol.

mod about;
mod arguments;
mod bench;
mod drawing;
mod game;
mod genfens;
mod input;
mod names;
mod options;
mod output;
mod show;
mod stdio;
#[cfg(feature = "play")]
mod terminal;
mod uci;
mod xboard;

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use arguments::Remaining;

pub use about::{HELP, USAGE};
pub use stdio::converse;

/// Does what the command line says, or talks to the client on standard input and output until it leaves.
pub fn run() -> ExitCode {
    env_logger::Builder::from_default_env().target(env_logger::Target::Stderr).init();
    // Arguments need not be text; what is none is shown as such in the error.
    let arguments: Vec<String> = std::env::args_os().skip(1).map(|a| a.to_string_lossy().into_owned()).collect();
    match arguments::run(&arguments) {
        Ok(Remaining::Nothing) => ExitCode::SUCCESS,
        Ok(Remaining::Conversation(game)) => stdio::talk(io::stdin().is_terminal(), game),
        Err(error) => {
            let _ = writeln!(io::stderr(), "upheaval: {error}");
            ExitCode::from(2)
        }
    }
}
