//! `laboratory book`.

use std::path::PathBuf;

use clap::value_parser as number;

use crate::laboratory::book::{BookPlan, book_of};

/// An opening book from the games of archives, as text; docs/books.md says what is in it. Apocalypse has none: there good play mixes
/// choices, and the search finds how.
#[derive(clap::Args)]
pub(super) struct Arguments {
    /// Archives as `play` writes them, of one game and its rules.
    #[arg(required = true)]
    archives: Vec<PathBuf>,
    /// Leaves out moves that were played in fewer games.
    #[arg(long, default_value_t = 20, value_parser = number!(u32).range(1..))]
    least: u32,
    /// So many plies from the start.
    #[arg(long, default_value_t = 24, value_parser = number!(u16).range(1..=600))]
    plies: u16,
}

pub(super) fn book(arguments: &Arguments) -> Result<String, String> {
    let plan = BookPlan { least: arguments.least, plies: arguments.plies.into() };
    book_of(&arguments.archives, plan)
}
