//! `laboratory book`.

use std::path::PathBuf;

use clap::value_parser as number;

use crate::laboratory::book::{BookPlan, book_of};

/// Writes an opening book from the games of archives as text (format: docs/books.md). Apocalypse has none, because good play
/// mixes choices.
#[derive(clap::Args)]
pub(super) struct Arguments {
    /// Archives of one game and its rules.
    #[arg(required = true)]
    archives: Vec<PathBuf>,
    /// Smallest number of games of a move.
    #[arg(long, default_value_t = 20, value_parser = number!(u32).range(1..))]
    least: u32,
    /// Plies from the start.
    #[arg(long, default_value_t = 24, value_parser = number!(u16).range(1..=600))]
    plies: u16,
}

pub(super) fn book(arguments: &Arguments) -> Result<String, String> {
    let plan = BookPlan { least: arguments.least, plies: arguments.plies.into() };
    book_of(&arguments.archives, plan)
}
