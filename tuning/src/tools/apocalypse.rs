//! Trains and measures the engine of Apocalypse.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use apocalypse::tables::{Class, Library, Tables};
use clap::builder::RangedU64ValueParser as Range;
use clap::{Args, Subcommand, ValueEnum};
use engine::Limits;
use engine::bench::Random;
use rayon::prelude::*;

use crate::apocalypse::duel::{self, Score};
use crate::apocalypse::evaluator::Evaluator;
use crate::apocalypse::learn::learn;
use crate::apocalypse::measure;
use crate::apocalypse::players::{Aimless, Maximin, MixedPlayer, Responder, Thinker, Vchess};
use crate::apocalypse::samples::{self, SamplingPlan};
use crate::training::TrainingPlan;

/// Trains and measures the engine for Apocalypse.
#[derive(Args)]
pub(super) struct Arguments {
    /// The evaluator: `best` (the built-in network), `material`, or the file of a network.
    #[arg(long, global = true, default_value = "best")]
    from: PathBuf,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Trains a network on self-play and on endings with known values, and prints it.
    Learn(Learn),
    /// Prints the depths that the search reaches in the opening, the middle game and the endgame.
    Depths {
        /// Seconds of one processor for each position.
        #[arg(long, default_value_t = 10.0)]
        seconds: f64,
        /// The depth that a solved position counts as.
        #[arg(long, default_value_t = 12)]
        decided: u32,
    },
    /// Compares the search with backward induction on the positions of all phases.
    Verify {
        /// Turns.
        #[arg(long, default_value_t = 4)]
        depth: u32,
    },
    /// Prints the exploitability of the search in endings, by exact tables that the search does not use.
    Regret {
        /// The endings.
        #[arg(long, default_value = "1p1nv1p1n")]
        class: Class,
        /// Milliseconds on the processor for each position.
        #[arg(long, default_value_t = 2.5)]
        milliseconds: f64,
        /// Search depth in turns, instead of a time.
        #[arg(long)]
        depth: Option<u32>,
        /// Positions.
        #[arg(long, default_value_t = 400)]
        positions: usize,
        /// Seed of random numbers.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Prints this many of the worst positions.
        #[arg(long, default_value_t = 0)]
        worst: usize,
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
    /// The best pure strategy against an opponent that sees it, by alpha-beta with the same time.
    Maximin,
    /// The best reply, two turns deep, to the known strategy of the engine.
    Responder,
}

#[derive(Args)]
struct Duel {
    /// The opponent.
    #[arg(value_enum)]
    opponent: Opponent,
    /// Number of games, two from each opening.
    #[arg(long, default_value_t = 400)]
    games: u64,
    /// Milliseconds for each turn.
    #[arg(long, default_value_t = 20.0)]
    milliseconds: f64,
    /// Most random turns before a game.
    #[arg(long, default_value_t = 0)]
    opening: usize,
    /// Positions to search in each turn, instead of a time.
    #[arg(long)]
    nodes: Option<u64>,
    /// The opponent evaluates by material alone (maximin, responder).
    #[arg(long)]
    material: bool,
    /// The engine uses its small endgame tables.
    #[arg(long)]
    endings: bool,
    /// The engine uses the endgame tables of this folder.
    #[arg(long)]
    tables: Option<PathBuf>,
    /// Seed of random numbers.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[derive(Args)]
struct Learn {
    #[command(flatten)]
    sampling: SamplingPlan,
    /// A folder of tables in addition to the small ones.
    #[arg(long)]
    tables: Option<PathBuf>,
    /// Random positions of each class of endings with a table.
    #[arg(long, default_value_t = 100_000)]
    known: usize,
    /// Passes over all positions.
    #[arg(long, default_value_t = 12, value_parser = Range::<usize>::new().range(1..=65_535))]
    epochs: usize,
    /// Positions per step.
    #[arg(long, default_value_t = 2_048, value_parser = Range::<usize>::new().range(1..))]
    batch: usize,
    /// Initial step size.
    #[arg(long, default_value_t = 0.01)]
    rate: f32,
}

fn milliseconds(number: f64) -> Result<Duration, String> {
    Duration::try_from_secs_f64(number / 1000.0)
        .map_err(|_| format!("'{number}' is not a valid number of milliseconds"))
}

/// Returns the endgame tables of a folder, and the small ones if wanted.
fn tables(folder: Option<&Path>, has_small: bool) -> Result<Arc<Tables>, String> {
    let library = Library::default();
    if let Some(folder) = folder {
        library.load(folder).map_err(|error| error.to_string())?;
    }
    if has_small {
        library.compute_small();
    }
    Ok(library.newest())
}

fn train(arguments: &Learn, evaluator: &Evaluator) -> Result<String, String> {
    let Learn { sampling: plan, known, epochs, batch, rate, .. } = arguments;
    let tables = tables(arguments.tables.as_deref(), true)?;
    let play = |game| samples::play(plan, evaluator, &tables, game);
    let mut samples: Vec<_> = (0..plan.games).into_par_iter().flat_map_iter(play).collect();
    let of_games = samples.len();
    for (class, seed) in tables.classes().zip(plan.seed..) {
        samples.extend(samples::known(class, &tables, *known, &mut Random(seed)));
    }
    let of_endings = samples.len() - of_games;
    eprintln!("{of_games} positions of games, {of_endings} of endings");
    let training = TrainingPlan { epochs: *epochs, batch: *batch, rate: *rate, decay: 0.0 };
    let mut errors = String::new();
    let numbers = learn(&samples, &training, plan.seed, |set, positions, progress| {
        let (set, epoch) = (set + 1, progress.epoch);
        let [training, validation] = [progress.training, progress.validation].map(f64::sqrt);
        eprintln!("set {set}, epoch {epoch}: training error {training:.4}, validation error {validation:.4}");
        if epoch == *epochs {
            errors += &format!(
                "# Set {set}: {positions} positions, training error {training:.4}, validation error {validation:.4}.\n"
            );
        }
    });
    let SamplingPlan { games, depth, discount, trust, near, seed } = plan;
    Ok(format!(
        "# {of_games} positions of {games} games, depth {depth}, discount {discount}, trust {trust}, near {near}, seed {seed}, \
         {of_endings} of {known} endings of each class; {epochs} epochs, batch {batch}, rate {rate}.\n{errors}{}",
        numbers.write()
    ))
}

fn played(arguments: &Duel, evaluator: &Evaluator) -> Result<String, String> {
    let time = milliseconds(arguments.milliseconds)?;
    let limits = match arguments.nodes {
        Some(nodes) => Limits { nodes: Some(nodes), ..Limits::default() },
        None => Limits { move_time: Some(time), ..Limits::default() },
    };
    let endings = tables(arguments.tables.as_deref(), arguments.endings)?;
    let opposing = if arguments.material { &Evaluator::Material } else { evaluator };
    let pairs = 0..arguments.games.div_ceil(2);
    let score = pairs.into_par_iter().map(|number| {
        let seed = arguments.seed.wrapping_mul(1_000_003).wrapping_add(number);
        let mut engine = Thinker::new(limits.clone(), evaluator.clone(), Arc::clone(&endings));
        let mut opponent: Box<dyn MixedPlayer> = match arguments.opponent {
            Opponent::Aimless => Box::new(Aimless),
            Opponent::Vchess => Box::new(Vchess),
            Opponent::Maximin => Box::new(Maximin::new(time, opposing.clone())),
            Opponent::Responder => Box::new(Responder::new(seed, opposing.clone())),
        };
        duel::pair(&mut engine, opponent.as_mut(), arguments.opening.min(20), seed)
    });
    Ok(format!("{}\n", score.reduce(Score::default, Score::plus)))
}

impl Arguments {
    pub(super) fn run(&self) -> Result<String, String> {
        let evaluator = Evaluator::of(&self.from)?;
        match &self.command {
            Command::Learn(arguments) => train(arguments, &evaluator),
            Command::Depths { seconds, decided } => {
                Ok(measure::depths(milliseconds(seconds * 1000.0)?, &evaluator, *decided))
            }
            Command::Verify { depth } => measure::verify((*depth).clamp(1, 6), &evaluator),
            Command::Regret { class, milliseconds: time, depth, positions, seed, worst } => {
                let effort = match depth {
                    Some(depth) => measure::Effort::Depth(*depth),
                    None => measure::Effort::Time(milliseconds(*time)?),
                };
                measure::regret(*class, *positions, effort, &evaluator, *seed, *worst)
            }
            Command::Duel(arguments) => played(arguments, &evaluator),
        }
    }
}
