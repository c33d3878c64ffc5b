//! Fits and measures the engine for Apocalypse.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use crate::apocalypse::duel::{self, Score};
use crate::apocalypse::fit::{self, SamplingPlan};
use crate::apocalypse::measure;
use crate::apocalypse::players::{Aimless, Maximin, MixedPlayer, Responder, Thinker, Vchess};
use apocalypse::tables::Library;
use apocalypse::values::{HandMade, Material, Weights, weights};
use arena::arguments::run;
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use engine::Limits;
use rayon::prelude::*;

/// Fits and measures the engine for Apocalypse.
#[derive(Parser)]
struct Arguments {
    /// A file of weights instead of the game's own.
    #[arg(long, global = true)]
    from: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Plays games against itself, fits the evaluator to them, and prints a file of weights.
    Fit(Fit),
    /// Tells which depths the search reaches in the opening, the middle game and the ending.
    Depths {
        /// Seconds of one processor for each position.
        #[arg(long, default_value_t = 10.0)]
        seconds: f64,
        /// The depth that a position counts as whose end was found.
        #[arg(long, default_value_t = 12)]
        decided: u32,
        /// Values positions by material alone.
        #[arg(long)]
        material: bool,
    },
    /// Compares the search with backward induction on the positions of all phases.
    Verify {
        /// Turns.
        #[arg(long, default_value_t = 4)]
        depth: u32,
    },
    /// Tells what the search loses in endings of a pawn and a knight against the same, by exact tables.
    Regret {
        /// Milliseconds on the processor for each position.
        #[arg(long, default_value_t = 2.5)]
        milliseconds: f64,
        /// Turns to look ahead, instead of a time.
        #[arg(long)]
        depth: Option<u32>,
        /// Positions.
        #[arg(long, default_value_t = 400)]
        positions: usize,
        /// Where random numbers begin.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Plays the engine against an opponent.
    Duel(Duel),
}

#[derive(Clone, Copy, ValueEnum)]
enum Opponent {
    /// Any safe choice.
    Aimless,
    /// The player of the web site vchess.
    Vchess,
    /// The pure strategy that is best if the opponent sees it, by alpha-beta for the same time.
    Maximin,
    /// The best reply, two turns deep, to the strategy that the engine plays, which it is told.
    Responder,
}

#[derive(Args)]
struct Duel {
    /// The opponent.
    #[arg(value_enum)]
    opponent: Opponent,
    /// Games, two from each opening.
    #[arg(long, default_value_t = 400)]
    games: u64,
    /// Milliseconds for each turn.
    #[arg(long, default_value_t = 20.0)]
    milliseconds: f64,
    /// Turns played at random before a game, at most. Without them the games differ by what is drawn.
    #[arg(long, default_value_t = 0)]
    opening: usize,
    /// Positions to search in each turn, instead of a time.
    #[arg(long)]
    nodes: Option<u64>,
    /// Lets the opponent value positions by material alone (maximin, responder), not like the engine.
    #[arg(long)]
    material: bool,
    /// Lets the engine use the small tables of endings that it makes itself when it plays.
    #[arg(long)]
    endings: bool,
    /// Lets the engine use the tables of endings of this folder.
    #[arg(long)]
    tables: Option<PathBuf>,
    /// Where random numbers begin.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[derive(Args)]
struct Fit {
    /// Games to play.
    #[arg(long, default_value_t = 1000)]
    games: u64,
    /// Turns that each search looks ahead.
    #[arg(long, default_value_t = 3)]
    depth: u32,
    /// What a value keeps of itself in a turn.
    #[arg(long, default_value_t = 0.99)]
    discount: f64,
    /// The part that the further game has in a position's value.
    #[arg(long, default_value_t = 0.7)]
    trust: f64,
    /// Passes over the samples.
    #[arg(long, default_value_t = 60)]
    passes: u32,
    /// Where random numbers begin.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// The weights of a file, or the game's own.
fn read(from: Option<&PathBuf>) -> Result<Weights, String> {
    let text = match from {
        Some(path) => std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?,
        None => weights::OWN.to_owned(),
    };
    weights::parse(&text).map_err(|error| error.to_string())
}

fn milliseconds(number: f64) -> Result<Duration, String> {
    Duration::try_from_secs_f64(number / 1000.0).map_err(|_| format!("'{number}' is no time"))
}

fn fitted(arguments: &Fit, from: Option<&PathBuf>) -> Result<String, String> {
    let begin = read(from)?;
    let Fit { games, depth, discount, trust, seed, .. } = *arguments;
    let plan = SamplingPlan { games, depth: depth.clamp(1, 6), discount, trust, seed };
    let evaluator = HandMade::with_weights(begin);
    let samples: Vec<_> = (0..games).into_par_iter().flat_map_iter(|game| fit::play(&plan, &evaluator, game)).collect();
    if samples.is_empty() {
        return Err("there are no games to fit to".to_owned());
    }
    let found = fit::fit(&samples, &begin, arguments.passes.clamp(1, 10_000), seed);
    Ok(format!(
        "# {} positions of {games} games, depth {depth}, discount {discount}, trust {trust}, seed {seed}: error {:.4} before, {:.4} after.\n{}",
        samples.len(),
        found.error[0],
        found.error[1],
        weights::write(&found.weights)
    ))
}

fn played(arguments: &Duel, evaluator: &HandMade) -> Result<String, String> {
    let time = milliseconds(arguments.milliseconds)?;
    let limits = match arguments.nodes {
        Some(nodes) => Limits { nodes: Some(nodes), ..Limits::default() },
        None => Limits { move_time: Some(time), ..Limits::default() },
    };
    let library = Library::default();
    if let Some(folder) = &arguments.tables {
        library.load(folder).map_err(|error| error.to_string())?;
    }
    if arguments.endings {
        library.compute_small();
    }
    let endings = library.newest();
    let pairs = 0..arguments.games.div_ceil(2);
    let score = pairs.into_par_iter().map(|number| {
        let seed = arguments.seed.wrapping_mul(1_000_003).wrapping_add(number);
        let mut engine = Thinker::new(limits.clone(), evaluator.clone(), Arc::clone(&endings));
        let mut opponent: Box<dyn MixedPlayer> = match arguments.opponent {
            Opponent::Aimless => Box::new(Aimless),
            Opponent::Vchess => Box::new(Vchess),
            Opponent::Maximin if arguments.material => Box::new(Maximin::new(time, Material)),
            Opponent::Maximin => Box::new(Maximin::new(time, evaluator.clone())),
            Opponent::Responder if arguments.material => Box::new(Responder::new(seed, Material)),
            Opponent::Responder => Box::new(Responder::new(seed, evaluator.clone())),
        };
        duel::pair(&mut engine, opponent.as_mut(), arguments.opening.min(20), seed)
    });
    let add = |mut sum: Score, score| {
        sum += score;
        sum
    };
    Ok(format!("{}\n", score.reduce(Score::default, add)))
}

fn work(arguments: &Arguments) -> Result<String, String> {
    let from = arguments.from.as_ref();
    let evaluator = HandMade::with_weights(read(from)?);
    match &arguments.command {
        Command::Fit(arguments) => fitted(arguments, from),
        Command::Depths { seconds, decided, material } => {
            let limit = milliseconds(seconds * 1000.0)?;
            Ok(match material {
                true => measure::depths(limit, &Material, *decided),
                false => measure::depths(limit, &evaluator, *decided),
            })
        }
        Command::Verify { depth } => measure::verify((*depth).clamp(1, 6), &evaluator),
        Command::Regret { milliseconds: time, depth, positions, seed } => {
            let effort = match depth {
                Some(depth) => measure::Effort::Depth(*depth),
                None => measure::Effort::Time(milliseconds(*time)?),
            };
            measure::regret(*positions, effort, &evaluator, *seed)
        }
        Command::Duel(arguments) => played(arguments, &evaluator),
    }
}

/// Its command line, for manual pages and completions.
pub fn command() -> clap::Command {
    Arguments::command()
}

/// The whole tool: reads the command line, does the work, and says how it went.
pub fn main() -> ExitCode {
    run("apocalypse", work)
}
