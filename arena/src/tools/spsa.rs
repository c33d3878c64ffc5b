//! `arena spsa`: tunes parameters of the search by games of the engine against itself.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::files::{Lock, write};
use crate::arguments::{Failure, quoted};
use crate::command::{self, Command};
use crate::config::Config;
use crate::matches::End;
use crate::progress;
use crate::spsa::games::Run;
use crate::spsa::{SpsaPlan, State, Tuned, read_parameters};
use crate::stop::set_by_signals;
use clap::Args;
use clap::value_parser as number;
use engine::params::Family;
use games::GameName;
use movegen::Variant;
use movegen::variants::{VisitTurnBased, with_turn_based};
use serde::{Deserialize, Serialize};

/// Options of `arena spsa`.
///
/// The engine, built with `--features tune`, plays pairs of games against itself with perturbed parameters. An interrupted run
/// is resumed from its state.
#[derive(Args, Debug)]
pub struct Arguments {
    /// Game
    #[arg(value_parser = GameName::ANY)]
    game: String,
    /// File of games in the format of Fairy-Stockfish's variants.ini, for the engine too
    #[arg(long, value_name = "FILE")]
    variants: Option<PathBuf>,
    /// UCI engine, built with --features tune
    #[arg(long)]
    engine: String,
    /// State of the run
    #[arg(long)]
    state: PathBuf,
    /// List of parameters, one a line: name and optionally value, min, max, c_end, r_end; if missing, all are tuned
    #[arg(long)]
    parameters: Option<PathBuf>,
    /// Iterations
    #[arg(long, default_value_t = SpsaPlan::default().iterations as u32, value_parser = number!(u32).range(1..=10_000_000))]
    iterations: u32,
    /// Pairs of games per iteration
    #[arg(long, default_value_t = 4, value_parser = number!(u32).range(1..=10_000))]
    pairs: u32,
    /// Nodes per move; none with a clock (-- -each tc=5+0.05)
    #[arg(long, value_parser = number!(u64).range(1..))]
    nodes: Option<u64>,
    /// Hash table of each engine in MiB
    #[arg(long, default_value_t = 4, value_parser = number!(u32).range(1..=131_072))]
    hash: u32,
    /// Games played in parallel
    #[arg(long, default_value_t = 1, value_parser = number!(u16).range(1..=1024))]
    concurrency: u16,
    /// Step per point at the last iteration, as a fraction of the perturbation
    #[arg(long, default_value_t = 0.002)]
    r_end: f64,
    /// Fraction of the iterations that damps the first steps (A)
    #[arg(long, default_value_t = SpsaPlan::default().delay)]
    delay: f64,
    /// Decay of the steps
    #[arg(long, default_value_t = SpsaPlan::default().alpha)]
    alpha: f64,
    /// Decay of the perturbations
    #[arg(long, default_value_t = SpsaPlan::default().gamma)]
    gamma: f64,
    /// Seed of perturbations and openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Options of the match: -each tc=5+0.05 -openings file=list.epd -maxmoves 150
    #[arg(last = true)]
    arena: Vec<String>,
}

/// Finds the games that share the parameters of a game.
struct FamilyOf;

impl VisitTurnBased for FamilyOf {
    type Out = Family;
    fn turn_based<V: Variant>(self, _: V) -> Family {
        Family::of::<V>()
    }
}

/// A run in a file.
#[derive(Serialize, Deserialize)]
struct Saved {
    of: String,
    state: State,
}

impl Arguments {
    fn plan(&self) -> Result<SpsaPlan, String> {
        let Self { delay, alpha, gamma, r_end, .. } = *self;
        for (name, x) in [("delay", delay), ("alpha", alpha), ("gamma", gamma), ("r-end", r_end)] {
            if !(0.0..=10.0).contains(&x) {
                return Err(format!("--{name} {x}: expected a number from 0 to 10"));
            }
        }
        Ok(SpsaPlan { iterations: self.iterations as usize, delay, alpha, gamma, seed: self.seed })
    }

    fn tuned(&self) -> Result<Vec<Tuned>, String> {
        let family = with_turn_based(&self.game, FamilyOf).unwrap_or(Family::Chess);
        let Some(path) = &self.parameters else { return read_parameters("", family, self.r_end) };
        let text = fs::read_to_string(path).map_err(|error| format!("cannot read {}: {error}", quoted(path)))?;
        read_parameters(&text, family, self.r_end).map_err(|why| format!("{}, {why}", quoted(path)))
    }

    /// Returns the match between the two sides.
    fn config(&self) -> Result<Config, String> {
        let mut words: Vec<String> = Vec::new();
        for name in ["first", "second"] {
            words.extend(["-engine".to_owned(), format!("cmd={}", self.engine), format!("name={name}")]);
        }
        words.extend(["-each".to_owned(), format!("option.Hash={}", self.hash)]);
        words.extend(self.nodes.map(|nodes| format!("nodes={nodes}")));
        let rounds = u64::from(self.iterations) * u64::from(self.pairs);
        let rest: [(&str, &dyn std::fmt::Display); 4] =
            [("variant", &self.game), ("rounds", &rounds), ("srand", &self.seed), ("concurrency", &self.concurrency)];
        words.extend(rest.iter().flat_map(|(name, value)| [format!("-{name}"), value.to_string()]));
        if let Some(file) = &self.variants {
            words.extend(["-variants".to_owned(), file.to_string_lossy().into_owned()]);
        }
        words.extend(self.arena.iter().cloned());
        match command::parse(&words)? {
            Command::Match(config, _)
                if config.engines.len() == 2 && config.games == 2 && config.rounds as u64 == rounds =>
            {
                Ok(*config)
            }
            _ => Err("engines, -rounds, -games and -resume cannot be set after '--'".to_owned()),
        }
    }
}

/// Runs or resumes a tuning; returns the values so far.
pub fn run(arguments: &Arguments) -> Result<String, Failure> {
    let (plan, config) = (arguments.plan().map_err(Failure::Usage)?, arguments.config().map_err(Failure::Usage)?);
    let tuned = arguments.tuned()?;
    let Arguments { engine, pairs, arena, hash, nodes, .. } = arguments;
    let name = format!("{} {engine} {plan:?} {pairs} {nodes:?} {hash} {arena:?} {tuned:?}", arguments.game);
    let _locked = Lock::of(&arguments.state)?;
    let mut state = resume(&arguments.state, &name, &tuned)?.unwrap_or_else(|| State::new(&tuned));
    let stop = set_by_signals().map_err(|error| error.to_string())?;
    let bar = progress::bar(plan.iterations as u64, "iterations");
    bar.set_position(state.iteration as u64);
    let mut keep = |state: &State, faults: &[String]| {
        faults.iter().for_each(|fault| bar.suspend(|| eprintln!("Warning; {fault}")));
        bar.set_position(state.iteration as u64);
        let saved = Saved { of: name.clone(), state: state.clone() };
        write(&arguments.state, &serde_json::to_string(&saved).map_err(|error| error.to_string())?)
    };
    let run = Run { config: &config, tuned: &tuned, plan, pairs: *pairs as usize, stop: &stop };
    let end = run.play(&mut state, &mut keep)?;
    bar.finish_and_clear();
    Ok(report(&tuned, &state, end, plan.iterations))
}

/// Formats the current values as a list of parameters.
fn report(tuned: &[Tuned], state: &State, end: End, iterations: usize) -> String {
    let [won, drawn, lost] = state.games;
    let mut text = format!("# {} of {iterations} iterations, games +{won} ={drawn} -{lost}\n", state.iteration);
    if end == End::Interrupted {
        text.push_str("# interrupted; the same command resumes the run\n");
    }
    for (p, value) in tuned.iter().zip(state.values()) {
        let Tuned { name, start, min, max, c_end, r_end } = p;
        text.push_str(&format!(
            "{name} {:.0} {min} {max} {c_end} {r_end} # was {start}, now {value:.2}\n",
            value.round()
        ));
    }
    text
}

/// Reads the state of an interrupted run, if there is one.
fn resume(path: &Path, name: &str, tuned: &[Tuned]) -> Result<Option<State>, String> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(format!("cannot read {}: {error}", quoted(path))),
    };
    let saved: Saved =
        serde_json::from_str(&text).map_err(|error| format!("{} is not the state of a run: {error}", quoted(path)))?;
    match saved.of == name && saved.state.fits(tuned) {
        true => Ok(Some(saved.state)),
        false => Err(format!("{} is the state of another run: name another file, or repeat its options", quoted(path))),
    }
}
