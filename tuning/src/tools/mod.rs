//! The subcommands of `upheaval-tuning`.

mod apocalypse;
mod endgames;
mod laboratory;
mod ladder;
mod matetrack;
mod near;
mod problems;
mod selfplay;
mod tables;
mod train;

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use arena::arguments::{Failure, finish, offer, quoted};
use clap::{Args, CommandFactory, Parser, Subcommand};
use games::GameName;
use games::registry::known;
use movegen::variants::{TURN_BASED, VisitTurnBased, with_turn_based};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::about;

/// Self-play, training and measurements for the chess variants of Upheaval.
#[derive(Parser)]
#[command(name = "upheaval-tuning", version)]
struct Arguments {
    /// File of games in the format of Fairy-Stockfish's variants.ini (docs/own-games.md).
    #[arg(long, value_name = "FILE", global = true)]
    variants: Option<PathBuf>,
    #[command(subcommand)]
    tool: Tool,
}

#[derive(Subcommand)]
enum Tool {
    Selfplay(selfplay::Arguments),
    Near(near::Arguments),
    Train(train::Arguments),
    /// Plays many games under equal conditions, computes figures with 95 % intervals, compares rules, writes reports and opening
    /// books. Every random choice comes from a seed, and interrupted work is resumed.
    #[command(subcommand)]
    Laboratory(laboratory::Work),
    /// Measures the ratio of nodes at which an opponent is level with a player: matches at several ratios, and a curve through
    /// their scores.
    #[command(subcommand)]
    Ladder(ladder::Task),
    Matetrack(matetrack::Arguments),
    Problems(problems::Arguments),
    Apocalypse(apocalypse::Arguments),
    Tables(tables::Arguments),
    Endgames(endgames::Arguments),
}

impl Tool {
    /// `variants`: the file of games.
    fn run(&self, variants: Option<&Path>) -> Result<String, Failure> {
        Ok(match self {
            Self::Selfplay(arguments) => with_game(&arguments.game, arguments)?,
            Self::Near(arguments) => with_game(&arguments.games.game, arguments)?,
            Self::Train(arguments) => with_game(&arguments.games.game, arguments)?,
            Self::Laboratory(work) => work.run()?,
            Self::Ladder(task) => task.run(variants)?,
            Self::Matetrack(arguments) => arguments.run()?,
            Self::Problems(arguments) => arguments.run()?,
            Self::Apocalypse(arguments) => arguments.run()?,
            Self::Tables(arguments) => arguments.run()?,
            Self::Endgames(arguments) => with_game(&arguments.game, arguments)?,
        })
    }
}

/// Games to read.
#[derive(Args)]
pub(crate) struct Games {
    /// The game. Apocalypse has its own subcommand, `apocalypse`.
    #[arg(value_parser = GameName::TURN_BASED)]
    game: String,
    /// Files of games: JSON lines of `selfplay`, PGN (both also compressed by bzip2), or archives of the laboratory.
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

/// Calls `work` with the rules of a turn-based game.
fn with_game<W: VisitTurnBased<Out = Result<String, String>>>(game: &str, work: W) -> Result<String, Failure> {
    let game = known(game, &TURN_BASED).map_err(Failure::Usage)?;
    Ok(with_turn_based(game, work).unwrap_or_else(|| Err("no such game".to_owned()))?)
}

/// Reads a file of one JSON object per line; empty if there is no such file.
fn read_json_lines<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>, String> {
    let text = match std::fs::read_to_string(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        text => text.map_err(about(path))?,
    };
    let parse = |(line, number): (&str, usize)| {
        serde_json::from_str(line).map_err(|error| format!("{}, line {number}: {error}", quoted(path)))
    };
    text.lines().zip(1..).map(parse).collect()
}

/// Writes objects as JSON, one per line.
fn json_lines(objects: &[impl Serialize]) -> Result<String, String> {
    let line = |object| serde_json::to_string(object).map(|line| line + "\n").map_err(|error| error.to_string());
    objects.iter().map(line).collect()
}

/// Returns the command line, for manual pages and completions.
pub fn command() -> clap::Command {
    Arguments::command()
}

/// Runs the subcommand that the command line names and prints its report. Exit codes: 0 success, 1 failure, 2 usage.
pub fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let variants = arguments.variants.as_deref();
    let offered = variants.map_or(Ok(()), offer);
    finish("upheaval-tuning", offered.map_err(Failure::Work).and_then(|()| arguments.tool.run(variants)))
}
