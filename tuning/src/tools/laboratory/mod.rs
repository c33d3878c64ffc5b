//! Measures what games are like: plays them, counts, compares and draws.

mod book;
mod figures;
mod play;
mod report;

use std::process::ExitCode;

use arena::arguments::run;
use clap::{CommandFactory, Parser, Subcommand};

/// Plays many games of a kind, tells what they have in common with 95 % intervals, compares rules, writes reports and opening books. Every
/// random choice comes from a seed; what was begun is gone on with.
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    work: Work,
}

#[derive(Subcommand)]
enum Work {
    Play(play::Arguments),
    Figures(figures::Arguments),
    Compare(figures::Compared),
    Book(book::Arguments),
    Report(report::Arguments),
}

/// Its command line, for manual pages and completions.
pub fn command() -> clap::Command {
    Arguments::command()
}

/// The whole tool: reads the command line, does the work, and says how it went.
pub fn main() -> ExitCode {
    run("laboratory", |arguments: &Arguments| match &arguments.work {
        Work::Play(arguments) => play::play(arguments),
        Work::Figures(arguments) => figures::figures(arguments),
        Work::Compare(arguments) => figures::compare(arguments),
        Work::Book(arguments) => book::book(arguments),
        Work::Report(arguments) => report::write(arguments),
    })
}
