//! `train`.

use std::path::PathBuf;

use super::Games;
use crate::sources;
use crate::training::{Model, Near, Progress, Samples, TrainingPlan, positions, split, train};
use arena::arguments::quoted;
use arena::players::builtin::evaluator_for;
use clap::Args;
use clap::value_parser as number;
use eval::network::{NARROW, SCALE, Shape, WIDTHS};
use movegen::Variant;
use movegen::variants::VisitTurnBased;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

/// The validation set has one position of this many.
const VALIDATION_SHARE: usize = 50;

/// Trains a network from games and lists of positions, and writes it after each epoch.
#[derive(Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    pub(super) games: Games,
    /// The output file.
    #[arg(long)]
    out: PathBuf,
    /// Trains first on this many positions near each position of the games, with the values of `--near-judge`.
    #[arg(long, default_value_t = 0)]
    near: usize,
    /// Epochs of that training.
    #[arg(long, default_value_t = 2)]
    near_epochs: usize,
    /// Number of such positions per position of the games in the main training.
    #[arg(long, default_value_t = 0)]
    beside: usize,
    /// The evaluator of positions near: `hand` (hand-made), `best` (the engine's default), or the file of a network or of
    /// weights.
    #[arg(long, default_value = "hand")]
    near_judge: PathBuf,
    #[command(flatten)]
    plan: TrainingPlan,
    /// Weight of the result in the target, 0 to 1; the rest is the search value.
    #[arg(long, default_value_t = 0.3)]
    result: f32,
    /// Centipawns for an expected score of 73 % in the loss; smaller values emphasize level positions.
    #[arg(long, default_value_t = SCALE, value_parser = number!(i32).range(50..=2_000))]
    scale: i32,
    /// A network to continue from, or `best` (the network that the engine uses; for a game from a file that resembles chess, that of
    /// chess). Its shape is kept unless `--zones` or `--neurons` is given.
    #[arg(long)]
    start: Option<PathBuf>,
    /// Adds input weights by king zones or governments to the network of `--start`.
    #[arg(long, requires = "start")]
    zones: bool,
    /// Neurons per perspective; a network of `--start` is widened.
    #[arg(long, default_value_t = NARROW, value_parser = width)]
    neurons: usize,
    /// One set of input weights, independent of kings and governments.
    #[arg(long, conflicts_with = "start")]
    plain: bool,
    /// Seed. The result does not depend on the number of processors.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Parses a supported number of neurons.
fn width(text: &str) -> Result<usize, String> {
    let found = WIDTHS.into_iter().find(|width| width.to_string() == text);
    found.ok_or_else(|| format!("networks have {} neurons", WIDTHS.map(|width| width.to_string()).join(" or ")))
}

impl Arguments {
    /// Returns the initial model.
    fn first_model<V: Variant>(&self, rules: V) -> Result<Model, String> {
        let shape = if self.plain { Shape::plain::<V>() } else { Shape::of_game(rules) }.with_neurons(self.neurons);
        let Some(path) = &self.start else { return Ok(Model::random(shape, self.seed)) };
        let evaluator = evaluator_for(rules, path)?.evaluator(rules).map_err(|error| error.to_string())?;
        let network = evaluator.network().ok_or_else(|| format!("there is no network in {}", quoted(path)))?;
        let model = Model::of(network);
        let model = if self.zones { model.with_zones(shape) } else { model };
        Ok(model.with_neurons(self.neurons, self.seed))
    }
}

impl VisitTurnBased for &Arguments {
    type Out = Result<String, String>;

    fn turn_based<V: Variant>(self, rules: V) -> Self::Out {
        let Arguments { games: Games { files, .. }, out, near, beside, plan, result, scale, seed, .. } = self;
        let mut lists = Vec::new();
        let mut games = Vec::new();
        for path in files {
            if positions::is_list(path)? { &mut lists } else { &mut games }.push(path);
        }
        let mut written = Ok(());
        let mut report = |progress: &Progress, model: &Model| {
            eprintln!(
                "epoch {}: training error {:.6}, validation error {:.6}",
                progress.epoch, progress.training, progress.validation
            );
            written = std::fs::write(out, model.rounded().write(rules));
        };
        let mut model = self.first_model(rules)?;
        let mut fit = |samples: &Samples, plan: &TrainingPlan| {
            let mut random = Xoshiro256PlusPlus::seed_from_u64(*seed);
            train(&mut model, samples, split(samples.len(), VALIDATION_SHARE), plan, &mut random, &mut report);
        };
        let judge = evaluator_for(rules, &self.near_judge)?;
        let near_games = |samples: &mut Samples, each: usize, seed: u64| {
            let mut numbered = games.iter().zip(seed..);
            numbered.try_for_each(|(path, seed)| {
                let near = Near { each, search: None, skip: 0, seed };
                near.search(rules, &judge, sources::games_in(rules, path)?, |found, _| {
                    found.iter().try_for_each(|valued| samples.push(valued))
                })
            })
        };
        if *near > 0 {
            let mut samples = Samples::on_scale(*scale);
            near_games(&mut samples, *near, *seed)?;
            eprintln!("{} positions near", samples.len());
            fit(&samples, &TrainingPlan { epochs: self.near_epochs, rate: 0.002, ..*plan });
        }
        let mut samples = Samples::on_scale(*scale);
        for path in &games {
            samples.read(sources::games_in(rules, path)?, *result)?;
        }
        let of_games = samples.len();
        for path in &lists {
            positions::read(rules, path, &mut samples)?;
        }
        let quiet = samples.len();
        if quiet < 100 {
            return Err(format!("{quiet} quiet positions are too few for training"));
        }
        eprintln!("{of_games} positions of games, {} with values", quiet - of_games);
        if *beside > 0 {
            near_games(&mut samples, *beside, seed.wrapping_add(1 << 32))?;
            eprintln!("{} positions near them", samples.len() - quiet);
        }
        fit(&samples, plan);
        written.map_err(|error| format!("cannot write {}: {error}", quoted(out)))?;
        Ok(format!("{}: trained on {quiet} positions\n", quoted(out)))
    }
}
