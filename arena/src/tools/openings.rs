//! `arena openings`: random openings of a game.

use std::path::PathBuf;

use crate::arguments::{Failure, offer};
use crate::openings::{OpeningsPlan, generate};
use clap::Args;
use clap::builder::RangedU64ValueParser as Range;
use clap::value_parser as number;
use games::registry::{NAMES, Visitor, known, visit};
use games::{GameName, PlayedGame};

/// Options of `arena openings`.
#[derive(Args, Debug)]
pub struct Arguments {
    /// Game
    #[arg(value_parser = GameName::ANY)]
    game: String,
    /// File of games in the format of Fairy-Stockfish's variants.ini
    #[arg(long, value_name = "FILE")]
    variants: Option<PathBuf>,
    /// Number of openings
    #[arg(default_value_t = OpeningsPlan::default().number, value_parser = Range::<usize>::new().range(1..=1_000_000))]
    number: usize,
    /// Seed of the random moves
    #[arg(long, default_value_t = OpeningsPlan::default().seed)]
    seed: u64,
    /// Fewest random plies; a turn in which both sides move at once has two
    #[arg(long, default_value_t = OpeningsPlan::default().shortest, value_parser = Range::<usize>::new().range(0..=200))]
    shortest: usize,
    /// Most random plies
    #[arg(long, default_value_t = OpeningsPlan::default().longest, value_parser = Range::<usize>::new().range(0..=200))]
    longest: usize,
    /// Largest difference of the value from that of the start position, in centipawns
    #[arg(long, default_value_t = OpeningsPlan::default().margin, value_parser = number!(i32).range(0..))]
    margin: i32,
    /// Plies of the search that computes the value
    #[arg(long, default_value_t = OpeningsPlan::default().depth, value_parser = number!(u32).range(1..=30))]
    depth: u32,
}

struct Generate(OpeningsPlan);

impl Visitor for Generate {
    type Out = Vec<String>;

    fn visit<G: PlayedGame>(self, start: G) -> Vec<String> {
        generate(&start, &self.0).iter().map(|pos| format!("{pos}\n")).collect()
    }
}

/// Returns random openings, one FEN a line.
///
/// # Errors
/// The options contradict each other, or too few openings keep within the margin.
pub fn run(arguments: &Arguments) -> Result<String, Failure> {
    let Arguments { ref game, ref variants, number, seed, shortest, longest, margin, depth } = *arguments;
    if shortest > longest {
        return Err(Failure::Usage(format!("--shortest {shortest} is more than --longest {longest}")));
    }
    variants.as_deref().map_or(Ok(()), offer)?;
    let game = known(game, &NAMES).map_err(Failure::Usage)?;
    let openings =
        visit(game, Generate(OpeningsPlan { number, seed, shortest, longest, margin, depth })).unwrap_or_default();
    match openings.len() {
        enough if enough == number => Ok(openings.concat()),
        few => Err(format!("only {few} of {number} openings are within the margin").into()),
    }
}
