//! Writes random openings of a game, one FEN a line.

use std::process::ExitCode;

use crate::arguments::run;
use crate::openings::{OpeningsPlan, generate, generate_apocalypse};
use clap::builder::RangedU64ValueParser as Range;
use clap::value_parser as number;
use clap::{CommandFactory, Parser};
use movegen::Variant;
use movegen::variants::{NAMES, Visit, VisitTurnBased, with};

/// Random openings from which both sides can still win, one FEN a line.
#[derive(Parser)]
struct Arguments {
    /// The game.
    #[arg(value_parser = NAMES)]
    game: String,
    /// How many openings.
    #[arg(default_value_t = OpeningsPlan::default().number, value_parser = Range::<usize>::new().range(1..=1_000_000))]
    number: usize,
    /// The same seed gives the same openings.
    #[arg(long, default_value_t = OpeningsPlan::default().seed)]
    seed: u64,
    /// The fewest random plies; two are a turn where both sides choose at once.
    #[arg(long, default_value_t = OpeningsPlan::default().shortest, value_parser = Range::<usize>::new().range(0..=200))]
    shortest: usize,
    /// The most random plies.
    #[arg(long, default_value_t = OpeningsPlan::default().longest, value_parser = Range::<usize>::new().range(0..=200))]
    longest: usize,
    /// How many centipawns the value may be from that of the start.
    #[arg(long, default_value_t = OpeningsPlan::default().margin, value_parser = number!(i32).range(0..))]
    margin: i32,
    /// Plies of the search that judges.
    #[arg(long, default_value_t = OpeningsPlan::default().depth, value_parser = number!(u32).range(1..=30))]
    depth: u32,
}

struct Generate(OpeningsPlan);

impl VisitTurnBased for Generate {
    type Out = Vec<String>;
    fn turn_based<V: Variant>(self) -> Vec<String> {
        generate::<V>(&self.0).iter().map(|pos| format!("{pos}\n")).collect()
    }
}
impl Visit for Generate {
    fn apocalypse(self) -> Vec<String> {
        generate_apocalypse(&self.0).iter().map(|pos| format!("{pos}\n")).collect()
    }
}

fn openings(arguments: &Arguments) -> Result<String, String> {
    let Arguments { ref game, number, seed, shortest, longest, margin, depth } = *arguments;
    if shortest > longest {
        return Err(format!("--shortest {shortest} is more than --longest {longest}"));
    }
    let openings =
        with(game, Generate(OpeningsPlan { number, seed, shortest, longest, margin, depth })).unwrap_or_default();
    match openings.len() {
        enough if enough == number => Ok(openings.concat()),
        few => Err(format!("only {few} of {number} keep within the margin")),
    }
}

/// Its command line, for manual pages and completions.
pub fn command() -> clap::Command {
    Arguments::command()
}

/// The whole tool: reads the command line, does the work, and says how it went.
pub fn main() -> ExitCode {
    run("openings", openings)
}
