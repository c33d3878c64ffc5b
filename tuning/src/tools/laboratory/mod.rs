//! Measures what games are like: plays them, counts, compares and draws.

mod book;
mod figures;
mod play;
mod report;
mod summary;

use clap::{Args, Subcommand};

/// Plays many games under equal conditions, computes figures with 95 % intervals, compares rules, writes reports and opening books.
/// Every random choice comes from a seed, and interrupted work is resumed.
#[derive(Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    work: Work,
}

#[derive(Subcommand)]
enum Work {
    Play(play::Arguments),
    Summary(summary::Arguments),
    Figures(figures::Arguments),
    Compare(figures::Compared),
    Book(book::Arguments),
    Report(report::Arguments),
}

pub(super) fn run(arguments: &Arguments) -> Result<String, String> {
    match &arguments.work {
        Work::Play(arguments) => play::play(arguments),
        Work::Summary(arguments) => summary::summary(arguments),
        Work::Figures(arguments) => figures::figures(arguments),
        Work::Compare(arguments) => figures::compare(arguments),
        Work::Book(arguments) => book::book(arguments),
        Work::Report(arguments) => report::write(arguments),
    }
}
