//! Trains a network for a game from files of self-play games.

use std::path::PathBuf;
use std::process::ExitCode;

use super::files::Games;
use crate::sources;
use crate::training::data::Recipe;
use crate::training::{Model, Near, Progress, Samples, TrainingPlan, positions, train};
use arena::Judge;
use arena::arguments::{quoted, run};
use clap::value_parser as number;
use clap::{CommandFactory, Parser};
use eval::Network;
use eval::network::{NARROW, SCALE, Shape, WIDTHS};
use movegen::Variant;
use movegen::variants::VisitTurnBased;

/// Trains a network from games, and writes it after each epoch.
#[derive(Parser)]
struct Arguments {
    #[command(flatten)]
    games: Games,
    /// The file for the network.
    #[arg(long)]
    out: PathBuf,
    /// First learns the judge's values of so many positions near each of the games' positions.
    #[arg(long, default_value_t = 0)]
    near: usize,
    /// How often each of those is learnt.
    #[arg(long, default_value_t = 2)]
    near_epochs: usize,
    /// So many of those positions for each of the games' go on being learnt beside the games'.
    #[arg(long, default_value_t = 0)]
    beside: usize,
    /// Whose values the positions near have: `hand`, the hand-made evaluation, `best`, what the engine uses, else the file of a
    /// network or of weights.
    #[arg(long, default_value = "hand")]
    near_judge: PathBuf,
    /// How often every position is learnt from.
    #[arg(long, default_value_t = TrainingPlan::default().epochs)]
    epochs: usize,
    /// Positions for one step.
    #[arg(long, default_value_t = TrainingPlan::default().batch as u32, value_parser = number!(u32).range(1..))]
    batch: u32,
    /// The size of the first steps.
    #[arg(long, default_value_t = TrainingPlan::default().rate)]
    rate: f32,
    /// The part of a weight that each step takes off, in sizes of that step; more against learning few positions by heart.
    #[arg(long, default_value_t = TrainingPlan::default().decay)]
    decay: f32,
    /// The part of the target that is the game's result, 0 to 1; the rest is the search's value.
    #[arg(long, default_value_t = Recipe::default().result)]
    result: f32,
    /// Centipawns for an expected score of 73 % in the loss: the fewer, the less it counts how much is won where a side wins anyway.
    #[arg(long, default_value_t = SCALE, value_parser = number!(i32).range(50..=2_000))]
    scale: i32,
    /// A network to go on with, whose shape is kept unless `--zones` or `--neurons` is given.
    #[arg(long)]
    start: Option<PathBuf>,
    /// Gives the network that is gone on with the input weights by zones or governments of its game, if it has none yet.
    #[arg(long, requires = "start")]
    zones: bool,
    /// Neurons of a perspective; a network that is gone on with keeps its own, and gets others beside them if it has fewer.
    #[arg(long, default_value_t = NARROW, value_parser = width)]
    neurons: usize,
    /// The same input weights wherever a king stands and whoever is royal.
    #[arg(long, conflicts_with = "start")]
    plain: bool,
    /// The same seed and the same files give the same network.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// A number of neurons that networks may have.
fn width(text: &str) -> Result<usize, String> {
    let found = WIDTHS.into_iter().find(|width| width.to_string() == text);
    found.ok_or_else(|| format!("networks have {} neurons", WIDTHS.map(|width| width.to_string()).join(" or ")))
}

impl Arguments {
    /// What the training begins with.
    fn first_model<V: Variant>(&self) -> Result<Model, String> {
        let shape = if self.plain { Shape::plain::<V>() } else { Shape::of::<V>() }.with_neurons(self.neurons);
        let Some(path) = &self.start else { return Ok(Model::random(shape, self.seed)) };
        let bytes = std::fs::read(path).map_err(|error| format!("cannot read {}: {error}", quoted(path)))?;
        let network = Network::read::<V>(&bytes).map_err(|error| format!("{}: {error}", quoted(path)))?;
        let model = Model::of(&network);
        let model = if self.zones { model.with_zones(shape.zones) } else { model };
        Ok(model.with_neurons(self.neurons, self.seed))
    }
}

struct Train<'a>(&'a Arguments);

impl VisitTurnBased for Train<'_> {
    type Out = Result<String, String>;

    fn turn_based<V: Variant>(self) -> Self::Out {
        let Arguments {
            games: Games { files, .. },
            out,
            near,
            near_epochs,
            beside,
            near_judge,
            epochs,
            batch,
            rate,
            decay,
            result,
            scale,
            seed,
            ..
        } = self.0;
        let mut lists = Vec::new();
        let mut games = Vec::new();
        for path in files {
            if positions::is_list(path)? { &mut lists } else { &mut games }.push(path);
        }
        let mut written = Ok(());
        let mut report = |progress: &Progress, model: &Model| {
            eprintln!("epoch {}: error {:.6}, aside {:.6}", progress.epoch, progress.learnt, progress.aside);
            written = std::fs::write(out, model.rounded().write::<V>());
        };
        let mut model = self.0.first_model::<V>()?;
        let plan = TrainingPlan {
            epochs: *epochs,
            batch: *batch as usize,
            rate: *rate,
            decay: *decay,
            seed: *seed,
            ..TrainingPlan::default()
        };
        let judge = Judge::of::<V>(near_judge)?;
        let near_games = |samples: &mut Samples, each: usize, seed: u64| {
            let mut numbered = games.iter().zip(seed..);
            numbered.try_for_each(|(path, seed)| {
                Near { each, nodes: None, skip: 0, seed }.read::<V>(samples, &judge, sources::games_in(path)?)
            })
        };
        if *near > 0 {
            let mut samples = Samples::on_scale(*scale);
            near_games(&mut samples, *near, *seed)?;
            eprintln!("{} positions near", samples.len());
            model = train(&samples, model, &TrainingPlan { epochs: *near_epochs, rate: 0.002, ..plan }, &mut report);
        }
        let recipe = Recipe { result: *result, ..Recipe::default() };
        let mut samples = Samples::on_scale(*scale);
        for path in &games {
            samples.read::<V>(sources::games_in(path)?, &recipe)?;
        }
        let of_games = samples.len();
        for path in &lists {
            positions::read::<V>(path, &mut samples)?;
        }
        let quiet = samples.len();
        if quiet < 100 {
            return Err(format!("{quiet} quiet positions are too few to learn from"));
        }
        eprintln!("{of_games} positions of games, {} with values", quiet - of_games);
        if *beside > 0 {
            near_games(&mut samples, *beside, seed.wrapping_add(1 << 32))?;
            eprintln!("{} positions near them", samples.len() - quiet);
        }
        train(&samples, model, &plan, &mut report);
        written.map_err(|error| format!("cannot write {}: {error}", quoted(out)))?;
        Ok(format!("{} learnt from {quiet} positions\n", quoted(out)))
    }
}

/// Its command line, for manual pages and completions.
pub fn command() -> clap::Command {
    Arguments::command()
}

/// The whole tool: reads the command line, does the work, and says how it went.
pub fn main() -> ExitCode {
    run("train", |arguments: &Arguments| arguments.games.with(Train(arguments)))
}
