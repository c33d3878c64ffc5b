//! Fits a game's hand-made evaluation to files of self-play games.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::files::Games;
use crate::fitting::{Fit, FitPlan, Progress, Sharing, State, Traces, Variables, best_scale};
use crate::sources;
use crate::training::quiet::Filter;
use arena::arguments::{quoted, run};
use arena::tools::files::{with_ending, write};
use arena::{Played, progress};
use clap::value_parser as number;
use clap::{CommandFactory, Parser};
use eval::Weights;
use eval::weights::BLOCKS;
use movegen::Variant;
use movegen::variants::VisitTurnBased;
use serde::{Deserialize, Serialize};

/// Fits the weights of the hand-made evaluation to games. A fit that was stopped goes on from the file beside that of the weights.
#[derive(Parser)]
struct Arguments {
    #[command(flatten)]
    games: Games,
    /// The file for the weights, written after each epoch.
    #[arg(long)]
    out: PathBuf,
    /// The weights to begin with, if not the game's own.
    #[arg(long)]
    start: Option<PathBuf>,
    /// How often every position is learnt from.
    #[arg(long, default_value_t = FitPlan::default().epochs as u32, value_parser = number!(u32).range(1..=100_000))]
    epochs: u32,
    /// Positions for one step.
    #[arg(long, default_value_t = FitPlan::default().batch as u32, value_parser = number!(u32).range(1..))]
    batch: u32,
    /// The size of the first steps in centipawns.
    #[arg(long, default_value_t = FitPlan::default().rate, value_parser = positive)]
    rate: f64,
    /// The part of the target that is the game's result, 0 to 1; the rest is the search's value.
    #[arg(long, default_value_t = FitPlan::default().result, value_parser = share)]
    result: f64,
    /// Centipawns for an expected score of 73 %; if not given, what suits the weights to begin with.
    #[arg(long, value_parser = positive)]
    scale: Option<f64>,
    /// How strongly weights are held where they began; 0 leaves them free.
    #[arg(long, default_value_t = FitPlan::default().pull, value_parser = not_negative)]
    pull: f64,
    /// How strongly weights of squares and counts beside each other are held together; 0 leaves them free.
    #[arg(long, default_value_t = FitPlan::default().smooth, value_parser = not_negative)]
    smooth: f64,
    /// Each side gets weights of its own.
    #[arg(long)]
    split: bool,
    /// Squares that mirror each other from left to right are worth the same.
    #[arg(long)]
    mirror: bool,
    /// A block of weights with two halves that stays as it is, by its name in the file; may be given several times.
    #[arg(long, value_parser = block)]
    hold: Vec<String>,
    /// Plies at the beginning of each game that are left out.
    #[arg(long, default_value_t = 0)]
    skip: usize,
    /// Centipawns beyond which a position teaches nothing.
    #[arg(long, default_value_t = 1_500, value_parser = number!(i32).range(1..))]
    largest: i32,
    /// One game in so many is kept aside.
    #[arg(long, default_value_t = FitPlan::default().aside as u32, value_parser = number!(u32).range(2..))]
    aside: u32,
    /// The same seed and the same files give the same weights.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

fn real(text: &str, is_good: impl Fn(f64) -> bool, wanted: &str) -> Result<f64, String> {
    text.parse().ok().filter(|&x: &f64| x.is_finite() && is_good(x)).ok_or_else(|| format!("{wanted} is wanted"))
}

fn positive(text: &str) -> Result<f64, String> {
    real(text, |x| x > 0.0, "a number above 0")
}

fn not_negative(text: &str) -> Result<f64, String> {
    real(text, |x| x >= 0.0, "a number not below 0")
}

fn share(text: &str) -> Result<f64, String> {
    real(text, |x| (0.0..=1.0).contains(&x), "a number from 0 to 1")
}

fn block(text: &str) -> Result<String, String> {
    match BLOCKS.iter().find(|block| block.name == text) {
        Some(block) if block.tapered => Ok(text.to_owned()),
        Some(_) => Err("only weights with two halves can be held".to_owned()),
        None => Err("no weights have this name".to_owned()),
    }
}

/// Games read at once.
const GAMES: usize = 512;

/// Fewer positions than this teach nothing.
const FEWEST: usize = 100;

/// A fit in a file: what it is a fit of, and where it is.
#[derive(Serialize, Deserialize)]
struct Saved {
    of: String,
    state: State,
}

struct Work<'a>(&'a Arguments);

impl Work<'_> {
    fn start<V: Variant>(&self) -> Result<Weights, String> {
        let Some(path) = &self.0.start else { return Ok(Weights::of_game(V::NAME, V::LETTERS)) };
        let text = fs::read_to_string(path).map_err(|error| format!("weights {}: {error}", quoted(path)))?;
        Weights::parse(&text, V::LETTERS).map_err(|error| format!("weights {}: {error}", quoted(path)))
    }

    /// The positions to learn from, and those kept aside: every so many-th game.
    fn traces<V: Variant>(&self, variables: &Variables) -> Result<[Traces; 2], String> {
        let filter = Filter { skipped: self.0.skip, largest: self.0.largest };
        let bar = progress::count("games read");
        let mut both = [Traces::default(), Traces::default()];
        let mut number = 0_usize;
        for path in &self.0.games.files {
            let mut games = sources::games_in::<V>(path)?.peekable();
            while games.peek().is_some() {
                let mut apart: [Vec<Played<V>>; 2] = [Vec::new(), Vec::new()];
                for game in games.by_ref().take(GAMES) {
                    number += 1;
                    apart[usize::from(number.is_multiple_of(self.0.aside as usize))].push(game?);
                }
                for (traces, games) in both.iter_mut().zip(apart) {
                    traces.add(&games, filter, variables)?;
                }
                bar.set_position(number as u64);
            }
        }
        bar.finish_and_clear();
        match both[0].len() {
            few if few < FEWEST => Err(format!("{few} quiet positions are too few to learn from")),
            _ => Ok(both),
        }
    }

    /// What makes this fit differ from others.
    fn describe(&self, plan: &FitPlan, traces: &[Traces; 2], variables: &Variables) -> String {
        let Arguments { games: Games { game, .. }, split, mirror, hold, skip, largest, .. } = self.0;
        let start = variables
            .start()
            .to_string()
            .bytes()
            .fold(0_u64, |h, byte| (h ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        format!(
            "{game} {plan:?} {split} {mirror} {hold:?} {skip} {largest} {} {} {start:x}",
            traces[0].len(),
            traces[1].len(),
        )
    }

    fn fit(&self, variables: &Variables, traces: &[Traces; 2]) -> Result<String, String> {
        let Arguments { out, epochs, batch, rate, result, scale, pull, smooth, aside, seed, .. } = self.0;
        let begin = variables.values();
        let scale = scale.unwrap_or_else(|| best_scale(&traces[0], &begin));
        let plan = FitPlan {
            epochs: *epochs as usize,
            batch: *batch as usize,
            rate: *rate,
            result: *result,
            scale,
            pull: *pull,
            smooth: *smooth,
            aside: *aside as usize,
            seed: *seed,
        };
        let name = self.describe(&plan, traces, variables);
        let beside = with_ending(out, ".state");
        let mut state = resume(&beside, &name, variables)?.unwrap_or_else(|| State::new(&begin));
        let fit = Fit::new(&traces[0], &traces[1], plan, variables);
        let before = fit.errors(&begin);
        let positions = traces.each_ref().map(Traces::len);
        eprintln!(
            "{} variables, {} games, {} positions, {} aside; scale {scale:.1}; error {:.6}, aside {:.6}",
            variables.len(),
            traces[0].games() + traces[1].games(),
            positions[0],
            positions[1],
            before[0],
            before[1]
        );
        let bar = progress::bar(plan.epochs as u64, "epochs");
        bar.set_position(state.epoch as u64);
        while state.epoch < plan.epochs {
            let Progress { epoch, learnt, aside } = fit.epoch(&mut state);
            bar.suspend(|| eprintln!("epoch {epoch}: error {learnt:.6}, aside {aside:.6}"));
            bar.set_position(epoch as u64);
            let saved = serde_json::to_string(&Saved { of: name.clone(), state: state.clone() });
            write(&beside, &saved.map_err(|error| error.to_string())?)?;
            write(out, &variables.weights(&state.values()).to_string())?;
        }
        bar.finish_and_clear();
        // The last word is that of the numbers in the file, which are whole.
        let weights = variables.weights(&state.values());
        write(out, &weights.to_string())?;
        let after = fit.errors(&state.values());
        // Nobody needs it any more; one that stays does no harm.
        let _ = fs::remove_file(&beside);
        Ok(format!(
            "{}: error {:.6} to {:.6}, aside {:.6} to {:.6}\n",
            quoted(out),
            before[0],
            after[0],
            before[1],
            after[1]
        ))
    }
}

impl VisitTurnBased for Work<'_> {
    type Out = Result<String, String>;

    fn turn_based<V: Variant>(self) -> Self::Out {
        // Found out now, not after the first epoch.
        let folder = self.0.out.parent().filter(|folder| !folder.as_os_str().is_empty());
        if let Some(Err(error)) = folder.map(fs::read_dir) {
            return Err(format!("cannot write {}: {error}", quoted(&self.0.out)));
        }
        let sharing = Sharing { split: self.0.split, mirror: self.0.mirror };
        let variables = Variables::holding(self.start::<V>()?, sharing, &self.0.hold);
        let traces = self.traces::<V>(&variables)?;
        self.fit(&variables, &traces)
    }
}

/// The state of a fit that was stopped, if there is one.
fn resume(path: &Path, name: &str, variables: &Variables) -> Result<Option<State>, String> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(format!("cannot read {}: {error}", quoted(path))),
    };
    let saved: Saved =
        serde_json::from_str(&text).map_err(|error| format!("{} is no state of a fit: {error}", quoted(path)))?;
    match saved.of == name && saved.state.fits(variables.len()) {
        true => Ok(Some(saved.state)),
        false => Err(format!("{} is the state of another fit: remove it, or repeat its options", quoted(path))),
    }
}

/// Its command line, for manual pages and completions.
pub fn command() -> clap::Command {
    Arguments::command()
}

/// The whole tool: reads the command line, does the work, and says how it went.
pub fn main() -> ExitCode {
    run("fit", |arguments: &Arguments| arguments.games.with(Work(arguments)))
}
