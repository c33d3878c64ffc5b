//! Trains and measures the engine for Apocalypse.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crate::apocalypse::duel::{self, Score};
use crate::apocalypse::evaluator::Evaluator;
use crate::apocalypse::learn::{LearningPlan, Progress, learn};
use crate::apocalypse::measure;
use crate::apocalypse::players::{Aimless, Maximin, MixedPlayer, Responder, Thinker, Vchess};
use crate::apocalypse::samples::{self, Sample, SamplingPlan};
use apocalypse::tables::{Class, Library, Tables};
use apocalypse::values::{Estimate, Material};
use clap::value_parser as number;
use clap::{Args, Subcommand, ValueEnum};
use engine::Limits;
use engine::bench::Random;
use rayon::prelude::*;

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

/// Self-play for training.
#[derive(Args)]
struct Sampling {
    /// Games to play.
    #[arg(long, default_value_t = 1000)]
    games: u64,
    /// Search depth in turns.
    #[arg(long, default_value_t = 3)]
    depth: u32,
    /// Discount of a value per turn.
    #[arg(long, default_value_t = 0.99)]
    discount: f64,
    /// Weight of the rest of the game in the value of a position.
    #[arg(long, default_value_t = 0.7)]
    trust: f64,
    /// Further positions per position of a game, after arbitrary choices of one turn, valued by searches.
    #[arg(long, default_value_t = 0)]
    near: u32,
    /// Seed of random numbers.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Sampling {
    fn samples<E: Estimate>(&self, evaluator: &E, endings: &Arc<Tables>) -> Vec<Sample> {
        let Self { games, depth, discount, trust, near, seed } = *self;
        let plan = SamplingPlan { games, depth: depth.clamp(1, 6), discount, trust, near, seed };
        (0..games).into_par_iter().flat_map_iter(|game| samples::play(&plan, evaluator, endings, game)).collect()
    }

    /// Describes the data in the comment of a file.
    fn described(&self) -> String {
        let Self { games, depth, discount, trust, near, seed } = self;
        format!("{games} games, depth {depth}, discount {discount}, trust {trust}, near {near}, seed {seed}")
    }
}

#[derive(Args)]
struct Learn {
    #[command(flatten)]
    sampling: Sampling,
    /// A folder of tables in addition to the small ones.
    #[arg(long)]
    tables: Option<PathBuf>,
    /// Random positions of each class of endings with a table.
    #[arg(long, default_value_t = 100_000)]
    known: usize,
    /// Passes over all positions.
    #[arg(long, default_value_t = 12, value_parser = number!(u16).range(1..))]
    epochs: u16,
    /// Positions per step.
    #[arg(long, default_value_t = 2_048, value_parser = number!(u32).range(1..))]
    batch: u32,
    /// Initial step size.
    #[arg(long, default_value_t = 0.01)]
    rate: f32,
}

fn milliseconds(number: f64) -> Result<Duration, String> {
    Duration::try_from_secs_f64(number / 1000.0)
        .map_err(|_| format!("'{number}' is not a valid number of milliseconds"))
}

fn train(arguments: &Learn, evaluator: &Evaluator) -> Result<String, String> {
    let Learn { sampling, tables, known, epochs, batch, rate } = arguments;
    let library = Library::default();
    if let Some(folder) = tables {
        library.load(folder).map_err(|error| error.to_string())?;
    }
    library.compute_small();
    let tables = library.newest();
    let mut samples = sampling.samples(evaluator, &tables);
    let of_games = samples.len();
    for (class, seed) in tables.classes().zip(sampling.seed..) {
        samples.extend(samples::known(class, &tables, *known, &mut Random(seed)));
    }
    eprintln!("{of_games} positions of games, {} of endings", samples.len() - of_games);
    let plan = LearningPlan { epochs: (*epochs).into(), batch: *batch as usize, rate: *rate, seed: sampling.seed };
    let mut errors = String::new();
    let numbers = learn(&samples, &plan, |Progress { set, epoch, positions, training, validation }| {
        eprintln!("set {}, epoch {epoch}: training error {training:.4}, validation error {validation:.4}", set + 1);
        if *epoch == plan.epochs {
            errors += &format!(
                "# Set {}: {positions} positions, training error {training:.4}, validation error {validation:.4}.\n",
                set + 1
            );
        }
    });
    Ok(format!(
        "# {of_games} positions of {}, {} of {known} endings of each class; {epochs} epochs, batch {batch}, rate {rate}.\n{errors}{}",
        sampling.described(),
        samples.len() - of_games,
        numbers.write()
    ))
}

fn played(arguments: &Duel, evaluator: &Evaluator) -> Result<String, String> {
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

pub(super) fn run(arguments: &Arguments) -> Result<String, String> {
    let evaluator = Evaluator::of(&arguments.from)?;
    match &arguments.command {
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
