//! The engine's program. It speaks UCI on standard input and output; with arguments it runs one command.
//!
//! The program is a library with a `main` of one line ([`run`]), so that a whole conversation can be held in memory
//! ([`converse`]), thousands of times a second. Nothing builds on it but that and the manual pages of
//! packages, which are made of [`command`] and [`HELP`].
//!
//! This crate is the only one that knows the names of commands and the only one that writes to standard output. The
//! rules, the values and the search stand in the crates below it. docs/protocol.md describes every command.
//!
//! | module | what |
//! |---|---|
//! | `stdio` | standard input and output: the first word chooses the protocol |
//! | `uci/`, `xboard/` | the protocols; each has its own list of files |
//! | `slot` | the engine of a front end, and the files that it uses |
//! | `terminal/` | `play`, a game on the terminal |
//! | `options` | the options that a client can set, and their values |
//! | `cli`, `bench`, `genfens`, `show` | the command line, and what runs without a client |
//! | `input`, `output` | lines in, lines out |
//! | `about` | name, help and license of the program |
//!
//! Modules use only what stands below them: `stdio` and `cli` know the protocols, these know `bench`, `slot` and
//! `options`, and none of those knows a protocol.

mod about;
mod bench;
mod cli;
mod genfens;
mod input;
mod options;
mod output;
mod show;
mod slot;
mod solve;
mod stdio;
#[cfg(feature = "play")]
mod terminal;
mod uci;
mod xboard;

use std::process::ExitCode;

pub use about::HELP;
pub use cli::command;
pub use stdio::converse;
pub use uci::Solo;

/// Runs the program on the arguments of this process: one command, or a protocol until the client leaves.
pub fn run() -> ExitCode {
    env_logger::Builder::from_default_env().target(env_logger::Target::Stderr).init();
    cli::run(std::env::args_os())
}
