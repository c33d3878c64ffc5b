//! Tells what games written by `selfplay` have in common: the report of one match, or of several together.

use std::path::PathBuf;
use std::process::ExitCode;

use crate::arguments::run;
use crate::summary::Event;
use crate::{Summary, entry};
use clap::Parser;
use movegen::Variant;
use movegen::variants::{Rules, TURN_BASED, Visit, with_rules};

/// The report of games between equal players, each replayed by the rules.
#[derive(Parser)]
struct Arguments {
    /// The game.
    #[arg(value_parser = TURN_BASED)]
    game: String,
    /// Games as `selfplay --jsonl` writes them.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Whether all royals but the last can be captured (Insurrection, Anarchism).
    #[arg(long, default_value_t = true, action = clap::ArgAction::Set)]
    assassination: bool,
}

struct Report<'a>(&'a Arguments);

impl Visit for Report<'_> {
    type Out = Result<String, String>;

    fn turn_based<V: Variant>(self) -> Self::Out {
        let mut summary = Summary::new(1, Event::<V>::usual());
        for path in &self.0.files {
            for game in entry::games_in::<V>(path)? {
                summary.add(&game?);
            }
        }
        Ok(format!("{}: {} games\n{summary}", V::NAME, summary.games()))
    }

    fn simultaneous(self) -> Self::Out {
        unreachable!("the arguments name no such game")
    }
}

/// The whole tool: reads the command line, does the work, and says how it went.
pub fn main() -> ExitCode {
    run("report", |arguments: &Arguments| {
        let rules = Rules { assassination: arguments.assassination };
        with_rules(&arguments.game, &rules, Report(arguments))
            .unwrap_or_else(|| Err("there is no such game".to_owned()))
    })
}
