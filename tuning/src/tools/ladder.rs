//! `ladder`.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use arena::arguments::{Failure, processors, quoted};
use arena::command::{self, Command};
use arena::matches::{End, journal, runner};
use arena::schedule::Schedule;
use arena::stop::set_by_signals;
use arena::tally::Tally;
use arena::tools::files::write;
use clap::value_parser as number;
use clap::{Args, Subcommand};
use games::GameName;
use games::registry::{NAMES, known};
use movegen::fen::printable;

use super::{json_lines, read_json_lines};
use crate::about;
use crate::laboratory::report::charts;
use crate::ladder::{Ladder, Rung, level};
use laboratory::interval::Interval;

#[derive(Subcommand)]
pub(super) enum Task {
    Climb(Climb),
    Draw(Draw),
}

impl Task {
    /// `variants`: the file of games.
    pub(super) fn run(&self, variants: Option<&Path>) -> Result<String, Failure> {
        Ok(match self {
            Self::Climb(arguments) => {
                known(&arguments.game, &NAMES).map_err(Failure::Usage)?;
                climb(arguments, variants)?
            }
            Self::Draw(arguments) => draw(arguments)?,
        })
    }
}

/// Plays a match for each ratio and adds the level to a list. An interrupted run resumes with the same command.
#[derive(Args)]
pub(super) struct Climb {
    /// The game.
    #[arg(value_parser = GameName::ANY)]
    game: String,
    /// The player in the syntax of the arena: `cmd=target/release/upheaval name=v0.2.0`. The name is that of the version.
    #[arg(long)]
    player: String,
    /// The opponent in the same syntax.
    #[arg(long)]
    opponent: String,
    /// The player's nodes per move.
    #[arg(long, value_parser = number!(u64).range(1..))]
    nodes: u64,
    /// Ratios of the opponent's nodes to the player's, one match each.
    #[arg(long, num_args = 1.., required = true)]
    ratios: Vec<f64>,
    /// Pairs of games in each match.
    #[arg(long, default_value_t = 100, value_parser = number!(u32).range(1..=1_000_000))]
    pairs: u32,
    /// Seed of the openings.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Parallel games; default: all processors.
    #[arg(long, value_parser = number!(u16).range(1..=1024))]
    concurrency: Option<u16>,
    /// The folder for the states of the matches; created if missing.
    #[arg(long)]
    data: PathBuf,
    /// The list, one JSON object per line.
    #[arg(long)]
    out: PathBuf,
    /// Further arguments for the arena: `-openings file=list.epd -each option.Hash=16`.
    #[arg(last = true)]
    arena: Vec<String>,
}

/// Draws a list: a row per version and opponent, with the interval of the ratio in doublings.
#[derive(Args)]
pub(super) struct Draw {
    /// The list.
    list: PathBuf,
    /// The picture, as SVG.
    #[arg(long)]
    out: PathBuf,
}

impl Climb {
    /// Returns the arguments of the arena for the match at one ratio.
    fn words(&self, variants: Option<&Path>, ratio: f64, state: &Path) -> Result<Vec<String>, String> {
        let mut words: Vec<String> = Vec::new();
        words.extend(
            variants.into_iter().flat_map(|file| ["-variants".to_owned(), file.to_string_lossy().into_owned()]),
        );
        for (engine, nodes) in [(&self.player, self.nodes), (&self.opponent, self.opponents_nodes(ratio))] {
            words.push("-engine".to_owned());
            words.extend(shlex::split(engine).ok_or_else(|| format!("'{}' has an open quote", printable(engine)))?);
            words.push(format!("nodes={nodes}"));
        }
        let Self { game, pairs, seed, .. } = self;
        let concurrency = self.concurrency.map_or_else(processors, usize::from);
        let numbers = format!("-variant {game} -rounds {pairs} -srand {seed} -concurrency {concurrency} -state");
        words.extend(numbers.split(' ').map(str::to_owned));
        words.push(state.to_string_lossy().into_owned());
        words.extend(self.arena.iter().cloned());
        Ok(words)
    }

    fn opponents_nodes(&self, ratio: f64) -> u64 {
        ((self.nodes as f64 * ratio).round() as u64).max(1)
    }

    /// Plays a match or resumes it; returns the names of both engines, and the rung if the match is finished.
    fn rung(
        &self,
        variants: Option<&Path>,
        ratio: f64,
        stop: &Arc<AtomicBool>,
    ) -> Result<([String; 2], Option<Rung>), String> {
        let nodes = self.opponents_nodes(ratio);
        let state = |names: &[String; 2]| {
            let name = format!("{}-{}-{}-{}-{nodes}.state", self.game, names[0], names[1], self.nodes);
            let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-.".contains(letter);
            self.data.join(name.replace(|letter| !is_plain(letter), "_"))
        };
        let Command::Match(mut config, _) = command::parse(&self.words(variants, ratio, Path::new("x"))?)? else {
            return Err("arguments after '--' may only limit searches and games".to_owned());
        };
        if config.engines.len() != 2
            || config.games != 2
            || config.rounds != self.pairs as usize
            || !config.counts_pairs
        {
            return Err("arguments after '--' must not change the engines or the number of games".to_owned());
        }
        let names = [0, 1].map(|engine| config.engines[engine].name.clone());
        let path = state(&names);
        let words = self.words(variants, ratio, &path)?;
        config.state = Some(path.clone());
        let end = if path.exists() {
            if journal::read(&path)?.head.arguments != words {
                return Err(format!("{} is the state of another match", quoted(&path)));
            }
            runner::resume(&path, stop)?
        } else {
            runner::run(&config, words, stop)?
        };
        if end == End::Interrupted {
            return Ok((names, None));
        }
        let schedule = Schedule::new(&config);
        let mut tally = Tally::new(&schedule, config.engines.len(), true);
        for game in journal::read(&path)?.games {
            schedule.game(game.id).into_iter().for_each(|pairing| _ = tally.add(pairing.engines, &game));
        }
        let ratio = nodes as f64 / self.nodes as f64;
        Ok((names, Some(Rung { ratio, pairs: tally.between(0, 1).five() })))
    }
}

fn climb(arguments: &Climb, variants: Option<&Path>) -> Result<String, String> {
    if arguments.ratios.iter().any(|ratio| !(1e-6..=1e6).contains(ratio)) {
        return Err("--ratios must be from 0.000001 to 1000000".to_owned());
    }
    // Errors in the list and in the folders must be found before the matches, which may take hours.
    let mut list = read_json_lines::<Ladder>(&arguments.out)?;
    let out = std::path::absolute(&arguments.out).map_err(|error| error.to_string())?;
    let data = std::path::absolute(&arguments.data).map_err(|error| error.to_string())?;
    fs::create_dir_all(&data).map_err(about(&data))?;
    let stop = set_by_signals().map_err(|error| error.to_string())?;
    let (mut names, mut rungs) = ([String::new(), String::new()], Vec::new());
    for &ratio in &arguments.ratios {
        let (found, rung) = arguments.rung(variants, ratio, &stop)?;
        names = found;
        rungs.push(rung.ok_or("interrupted; run the same command to resume")?);
    }
    let [player, opponent] = names;
    let ladder =
        Ladder { game: arguments.game.clone(), player, opponent, nodes: arguments.nodes, level: level(&rungs), rungs };
    let key = |ladder: &Ladder| (ladder.game.clone(), ladder.player.clone(), ladder.opponent.clone(), ladder.nodes);
    match list.iter_mut().find(|other| key(other) == key(&ladder)) {
        Some(other) => *other = ladder.clone(),
        None => list.push(ladder.clone()),
    }
    write(&out, &json_lines(&list)?)?;
    Ok(report(&ladder))
}

fn report(ladder: &Ladder) -> String {
    let Ladder { game, player, opponent, nodes, level, .. } = ladder;
    match level {
        Some(Interval { value, low, high }) => format!(
            "{game}: {opponent} is level with {player} ({nodes} nodes) at {value:.2} times the nodes (95 %: {low:.2} to {high:.2})\n"
        ),
        None => format!("{game}: the scores determine no ratio at which {opponent} and {player} are level\n"),
    }
}

fn draw(arguments: &Draw) -> Result<String, String> {
    let list = read_json_lines::<Ladder>(&arguments.list)?;
    let mut rows: Vec<(String, Interval)> = Vec::new();
    let mut opponents: Vec<(&str, &str)> = list.iter().map(|ladder| (&*ladder.game, &*ladder.opponent)).collect();
    opponents.sort_unstable();
    opponents.dedup();
    for of in opponents {
        let versions = list.iter().filter(|ladder| (&*ladder.game, &*ladder.opponent) == of);
        let known = versions.filter_map(|ladder| Some((ladder, ladder.level?)));
        rows.extend(known.map(|(ladder, level)| {
            (format!("{}: {} v {}", ladder.game, ladder.player, ladder.opponent), level.map(f64::log2))
        }));
    }
    if rows.is_empty() {
        return Err(format!("{} has no level", quoted(&arguments.list)));
    }
    let picture = charts::estimates("doublings of the opponent's nodes at which it is level", 0.0, &rows)?;
    write(&arguments.out, &picture)?;
    Ok(format!("{}\n", arguments.out.display()))
}
