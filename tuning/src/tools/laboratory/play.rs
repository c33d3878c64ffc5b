//! `laboratory play`.

use std::ops::Range;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use arena::arguments::Failure;
use arena::progress;
use arena::stop::set_by_signals;
use clap::value_parser as number;
use games::registry::{NAMES, known};
use games::{GameName, definition_checksum};
use movegen::variants::{APOCALYPSE, Visit, VisitTurnBased};
use movegen::{Game, Position, Variant};

use crate::about;
use crate::laboratory::archive::Archive;
use laboratory::experiment::Experiment;

use crate::laboratory::play::play_on;
use crate::selfplay::pool_of;
use laboratory::players::Playable;
use laboratory::starts::{Odds, Starts, odds};

/// Plays games until the archive has the wanted number. After any interruption, the same command resumes.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The game.
    #[arg(value_parser = GameName::ANY)]
    game: String,
    /// Stalemate draws in Empire instead of losing.
    #[arg(long)]
    stalemate_draws: bool,
    /// Repetition draws in Empire instead of losing.
    #[arg(long)]
    repetition_draws: bool,
    /// The first position; default: that of the game.
    #[arg(long)]
    start: Option<String>,
    /// Every opening begins without random pieces of about equal value on both sides: measures piece values.
    #[arg(long, conflicts_with_all = ["start", "at_odds"])]
    unbalanced: bool,
    /// Plies at the beginning that are sampled by their values; not in Apocalypse.
    #[arg(long, default_value_t = 8, value_parser = number!(u8).range(0..=100))]
    sampled: u8,
    /// Every search finishes its last iteration.
    #[arg(long)]
    soft: bool,
    /// Temperature of the sampling: a move whose expected score (0 to 1) is lower by this is 2.7 times less likely.
    #[arg(long, default_value_t = 0.02)]
    temperature: f64,
    /// Seed of all random choices.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Plies after which a game is adjudicated as a draw.
    #[arg(long, default_value_t = 600, value_parser = number!(u16).range(1..))]
    longest: u16,
    /// Nodes per move.
    #[arg(long, value_parser = number!(u64).range(1..))]
    nodes: u64,
    /// Nodes per move of the second player; every opening is then played with both colours.
    #[arg(long, value_parser = number!(u64).range(1..))]
    nodes2: Option<u64>,
    /// Number of games in the archive.
    #[arg(long, value_parser = number!(u64).range(1..=10_000_000))]
    games: u64,
    /// Plays only the part I of N of the games, into an archive of its own; `laboratory merge` joins the parts.
    #[arg(long, value_name = "I/N", value_parser = shard)]
    shard: Option<[u64; 2]>,
    /// The folder of the archives; created if missing.
    #[arg(long)]
    data: PathBuf,
    /// Nodes of the search that values all moves for the sampling; default: four times `--nodes`.
    #[arg(long, value_parser = number!(u64).range(1..), conflicts_with = "random")]
    sampling_nodes: Option<u64>,
    /// Plays between LEAST and MOST random plies at the beginning instead of sampled ones, for training data.
    #[arg(long, num_args = 2, value_names = ["LEAST", "MOST"], value_parser = number!(u8).range(0..=100), conflicts_with = "sampled")]
    random: Option<Vec<u8>>,
    /// Plays the games from each first position without one piece, each into its own archive.
    #[arg(long = "odds", conflicts_with_all = ["start", "name", "nodes2"])]
    at_odds: bool,
    /// The name of the archive; default: game and nodes.
    #[arg(long)]
    name: Option<String>,
    /// Keeps the games before a damaged block of an existing archive, and plays the others again.
    #[arg(long)]
    repair: bool,
    /// Parallel games; default: all processors.
    #[arg(long, value_parser = number!(u16).range(1..=1024))]
    concurrency: Option<u16>,
}

/// Parses a part `I/N` of a whole, counted from 1.
fn shard(text: &str) -> Result<[u64; 2], String> {
    let numbers = text.split_once('/').and_then(|(part, parts)| Some([part.parse().ok()?, parts.parse().ok()?]));
    let possible = numbers.filter(|&[part, parts]| (1..=parts).contains(&part) && parts <= 1_000_000);
    possible.ok_or_else(|| "a part is I/N with I from 1 to N".to_owned())
}

impl Arguments {
    /// The numbers of the games that belong into the archive.
    fn numbers(&self) -> Range<u64> {
        let [part, parts] = self.shard.unwrap_or([1, 1]);
        self.games * (part - 1) / parts..self.games * part / parts
    }

    fn experiment(&self) -> Result<Experiment, Failure> {
        let game = known(&self.game, &NAMES).map_err(Failure::Usage)?;
        if !(1e-6..=1.0).contains(&self.temperature) {
            return Err("--temperature must be from 0.000001 to 1".to_owned().into());
        }
        let is_apocalypse = game == APOCALYPSE;
        let random = match self.random.as_deref() {
            None => None,
            Some(_) if is_apocalypse => return Err(format!("--random: {APOCALYPSE} has no random openings").into()),
            Some(&[least, most]) if least <= most && most > 0 => Some([least, most]),
            Some(_) => {
                return Err("--random: LEAST must not exceed MOST, and MOST must be at least 1".to_owned().into());
            }
        };
        Ok(Experiment {
            game: game.to_owned(),
            definition: definition_checksum(game),
            stalemate_draws: self.stalemate_draws,
            repetition_draws: self.repetition_draws,
            start: self.start.clone(),
            odds: None,
            unbalanced: self.unbalanced,
            nodes: [self.nodes, self.nodes2.unwrap_or(self.nodes)],
            // Where both sides choose at once strategies are mixed anyway.
            sampled: if is_apocalypse || random.is_some() { 0 } else { self.sampled },
            random,
            soft: self.soft,
            temperature: self.temperature,
            sampling_nodes: self.sampling_nodes.unwrap_or(self.nodes.saturating_mul(4)),
            seed: self.seed,
            longest: self.longest,
            first: self.numbers().start,
        })
    }
}

struct Play<'a>(&'a Arguments, Experiment);

impl Play<'_> {
    fn play<G: Playable>(self, first: &G) -> Result<String, String> {
        let Self(arguments, experiment) = self;
        if !arguments.at_odds {
            return play_experiment(arguments, &experiment, first);
        }
        let mut report = String::new();
        for Odds { lacks, fen } in odds(first) {
            let experiment = Experiment { start: Some(fen), odds: Some(lacks), ..experiment.clone() };
            report += &play_experiment(arguments, &experiment, first)?;
        }
        Ok(report)
    }
}

fn play_experiment<G: Playable>(arguments: &Arguments, experiment: &Experiment, first: &G) -> Result<String, String> {
    let starts = Starts::of(experiment, first).map_err(|error| match &experiment.start {
        Some(_) => format!("--start: {error}"),
        None => format!("--unbalanced: {error}"),
    })?;
    let mut name = arguments.name.clone().unwrap_or_else(|| experiment.name());
    if let Some([part, parts]) = arguments.shard {
        name += &format!("-part-{part}-of-{parts}");
    }
    let folder = &arguments.data;
    std::fs::create_dir_all(folder).map_err(about(folder))?;
    let mut archive = Archive::open(&folder.join(format!("{name}.games")), experiment, arguments.repair)?;
    let stop = set_by_signals().map_err(|error| error.to_string())?;
    let pool = pool_of(arguments.concurrency)?;
    let before = archive.games();
    let Range { start, end } = arguments.numbers();
    let wanted = end - start;
    let bar = progress::bar(wanted, "games").with_position(before);
    bar.reset_eta();
    pool.install(|| {
        let is_stopped = || stop.load(Ordering::Relaxed);
        play_on(experiment, &starts, start + before..end, &is_stopped, |bytes| {
            bar.inc(1);
            archive.add(&bytes)
        })
    })?;
    archive.write()?;
    bar.finish_and_clear();
    match archive.games() {
        fewer if fewer < wanted => Err(format!("{name}: stopped after {fewer} games")),
        games => Ok(format!("{name}: {games} games, {} of them new\n", games - before)),
    }
}

impl VisitTurnBased for Play<'_> {
    type Out = Result<String, String>;

    fn turn_based<V: Variant>(self, game: V) -> Self::Out {
        self.play(&Position::start_of(game))
    }
}

impl Visit for Play<'_> {
    fn apocalypse(self) -> Self::Out {
        self.play(&apocalypse::Position::start())
    }
}

pub(super) fn play(arguments: &Arguments) -> Result<String, Failure> {
    let experiment = arguments.experiment()?;
    Ok(experiment.clone().visit(Play(arguments, experiment))??)
}
