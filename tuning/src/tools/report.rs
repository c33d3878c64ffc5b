//! Tells what games written by `selfplay` have in common: the report of one match, or of several together.

use std::process::ExitCode;

use super::files::Games;
use crate::summary::Event;
use crate::{Summary, sources};
use arena::arguments::run;
use clap::{CommandFactory, Parser};
use movegen::Variant;
use movegen::variants::VisitTurnBased;

/// The report of games between equal players, each replayed by the rules.
#[derive(Parser)]
struct Arguments {
    #[command(flatten)]
    games: Games,
}

struct Report<'a>(&'a Arguments);

impl VisitTurnBased for Report<'_> {
    type Out = Result<String, String>;

    fn turn_based<V: Variant>(self) -> Self::Out {
        let mut summary = Summary::new(1, Event::<V>::usual());
        for path in &self.0.games.files {
            for game in sources::games_in::<V>(path)? {
                summary.add(&game?);
            }
        }
        Ok(format!("{}: {} games\n{summary}", V::NAME, summary.games()))
    }
}

/// Its command line, for manual pages and completions.
pub fn command() -> clap::Command {
    Arguments::command()
}

/// The whole tool: reads the command line, does the work, and says how it went.
pub fn main() -> ExitCode {
    run("report", |arguments: &Arguments| arguments.games.with(Report(arguments)))
}
