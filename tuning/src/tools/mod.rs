//! The subcommands of `upheaval-tuning`.

mod apocalypse;
mod files;
mod laboratory;
mod ladder;
mod mates;
mod matetrack;
mod near;
mod selfplay;
mod tables;
mod train;

use std::process::ExitCode;

use arena::arguments::run;
use clap::{CommandFactory, Parser, Subcommand};

/// Self-play, training and measurements for the chess variants of Upheaval.
#[derive(Parser)]
#[command(name = "upheaval-tuning", version)]
struct Arguments {
    #[command(subcommand)]
    tool: Tool,
}

#[derive(Subcommand)]
enum Tool {
    Selfplay(selfplay::Arguments),
    Near(near::Arguments),
    Train(train::Arguments),
    Laboratory(laboratory::Arguments),
    Ladder(ladder::Arguments),
    Mates(mates::Arguments),
    Matetrack(matetrack::Arguments),
    Apocalypse(apocalypse::Arguments),
    Tables(tables::Arguments),
}

impl Tool {
    fn run(&self) -> Result<String, String> {
        match self {
            Self::Selfplay(arguments) => selfplay::run(arguments),
            Self::Near(arguments) => near::run(arguments),
            Self::Train(arguments) => train::run(arguments),
            Self::Laboratory(arguments) => laboratory::run(arguments),
            Self::Ladder(arguments) => ladder::run(arguments),
            Self::Mates(arguments) => mates::run(arguments),
            Self::Matetrack(arguments) => matetrack::run(arguments),
            Self::Apocalypse(arguments) => apocalypse::run(arguments),
            Self::Tables(arguments) => tables::run(arguments),
        }
    }
}

/// Returns the command line, for manual pages and completions.
pub fn command() -> clap::Command {
    Arguments::command()
}

/// Runs the subcommand that the command line names and prints its report. Exit codes: 0 success, 1 failure, 2 usage.
pub fn main() -> ExitCode {
    run("upheaval-tuning", |arguments: &Arguments| arguments.tool.run())
}
