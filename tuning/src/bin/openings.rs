//! Writes random openings of a game, one FEN a line.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;
use movegen::Variant;
use movegen::variants::{NAMES, Visit, with};
use tuning::openings::{Plan, generate};

/// Random openings from which both sides can still win, one FEN a line.
#[derive(Parser)]
struct Arguments {
    /// The game.
    #[arg(value_parser = NAMES)]
    game: String,
    /// How many openings.
    #[arg(default_value_t = Plan::default().number)]
    number: usize,
    /// The same seed gives the same openings.
    #[arg(long, default_value_t = Plan::default().seed)]
    seed: u64,
    /// The fewest random plies.
    #[arg(long, default_value_t = Plan::default().shortest)]
    shortest: usize,
    /// The most random plies.
    #[arg(long, default_value_t = Plan::default().longest)]
    longest: usize,
    /// How many centipawns the value may be from that of the start.
    #[arg(long, default_value_t = Plan::default().margin)]
    margin: i32,
    /// Plies of the search that judges.
    #[arg(long, default_value_t = Plan::default().depth)]
    depth: u32,
}

struct Generate(Plan);

impl Visit for Generate {
    type Out = Vec<String>;
    fn turn_based<V: Variant>(self) -> Vec<String> {
        generate::<V>(&self.0).iter().map(ToString::to_string).collect()
    }
}

fn main() -> ExitCode {
    let Arguments { game, number, seed, shortest, longest, margin, depth } = Arguments::parse();
    let plan = Plan { number, seed, shortest, longest, margin, depth };
    let openings = with(&game, Generate(plan)).unwrap_or_default();
    let mut out = io::stdout().lock();
    for fen in &openings {
        // Whoever reads may have had enough.
        if writeln!(out, "{fen}").is_err() {
            return ExitCode::SUCCESS;
        }
    }
    if openings.len() < number {
        let _ = writeln!(io::stderr(), "openings: only {} of {number} keep within the margin", openings.len());
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}
