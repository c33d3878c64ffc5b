//! Measures what games are like: plays them, counts, compares and draws.

mod design;
mod play;
mod report;
mod summary;

use std::path::PathBuf;

use arena::arguments::{Failure, quoted};
use clap::{Args, Subcommand};

use super::{json_lines, with_game};
use crate::laboratory::archive::merge;
use crate::laboratory::book::BookPlan;
use crate::laboratory::compare::compare;
use crate::laboratory::figures_of;

#[derive(Subcommand)]
pub(super) enum Work {
    Play(play::Arguments),
    Merge(Merged),
    Design(design::Designs),
    Summary(summary::Arguments),
    Figures(Figures),
    Compare(Compared),
    Book(BookPlan),
    Report(report::Arguments),
}

/// Prints the figures of archives as JSON, one object per line (keys: docs/laboratory.md).
#[derive(Args)]
pub(super) struct Figures {
    /// Archives of `laboratory play`.
    #[arg(required = true)]
    archives: Vec<PathBuf>,
}

/// Compares the figures of two archives and marks significant differences, corrected for multiple comparisons.
#[derive(Args)]
pub(super) struct Compared {
    /// The first archive.
    one: PathBuf,
    /// The second archive.
    other: PathBuf,
}

/// Joins the archives of `laboratory play --shard` into a new one, which is the same as if one run had played all games.
#[derive(Args)]
pub(super) struct Merged {
    /// The archives of all parts.
    #[arg(required = true)]
    archives: Vec<PathBuf>,
    /// The new archive.
    #[arg(long)]
    out: PathBuf,
}

impl Work {
    pub(super) fn run(&self) -> Result<String, Failure> {
        Ok(match self {
            Self::Play(arguments) => play::play(arguments)?,
            Self::Merge(Merged { archives, out }) => format!("{}: {} games\n", quoted(out), merge(archives, out)?),
            Self::Design(designs) => designs.print()?,
            Self::Summary(arguments) => with_game(&arguments.games.game, arguments)?,
            Self::Figures(Figures { archives }) => {
                let figures = archives.iter().map(|path| figures_of(path)).collect::<Result<Vec<_>, _>>()?;
                json_lines(&figures)?
            }
            Self::Compare(Compared { one, other }) => compare(&figures_of(one)?, &figures_of(other)?),
            Self::Book(plan) => plan.book()?,
            Self::Report(arguments) => report::write(arguments)?,
        })
    }
}
