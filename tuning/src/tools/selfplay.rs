//! `selfplay`.

use std::fmt::Display;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::entry::Entry;
use crate::summary::Event;
use crate::{Match, SelfPlayer, Summary, selfplay};
use arena::arguments::{processors, quoted};
use arena::games::pgn;
use arena::openings::positions::{distinct, read, shuffle};
use arena::openings::{OpeningsPlan, generate};
use arena::players::builtin::evaluator_for;
use arena::{Played, progress};
use clap::Args;
use clap::value_parser as number;
use engine::Settings;
use engine::skill::{FULL_OPTION, Skill};
use movegen::variants::{TURN_BASED, VisitTurnBased, with_turn_based};
use movegen::{Position, Variant};

/// Plays games between two engines in pairs with colours reversed, writes them to files and prints a summary. Equal players play
/// one game per opening, because the second would be identical.
#[derive(Args)]
pub(super) struct Arguments {
    /// The game. Apocalypse has its own subcommand, `apocalypse`.
    #[arg(value_parser = TURN_BASED)]
    game: String,
    /// Number of games.
    #[arg(long, value_parser = number!(u32).range(1..=1_000_000))]
    games: u32,
    /// Nodes per move.
    #[arg(long, value_parser = number!(u64).range(1..))]
    nodes: u64,
    /// Nodes per move of the second player; default: those of the first.
    #[arg(long, value_parser = number!(u64).range(1..))]
    nodes2: Option<u64>,
    /// Skill from 0 to 20.
    #[arg(long, default_value_t = FULL_OPTION, value_parser = number!(u32).range(0..=i64::from(FULL_OPTION)))]
    skill: u32,
    /// Skill of the second player; default: that of the first.
    #[arg(long, value_parser = number!(u32).range(0..=i64::from(FULL_OPTION)))]
    skill2: Option<u32>,
    /// The evaluator: `best` (the engine's default), `hand` (hand-made), or the file of a network or of weights.
    #[arg(long, default_value = "best")]
    eval: PathBuf,
    /// Evaluator of the second player; default: that of the first.
    #[arg(long)]
    eval2: Option<PathBuf>,
    /// Hash table of each engine in MiB.
    #[arg(long, default_value_t = 1, value_parser = number!(u16).range(1..=1024))]
    hash: u16,
    /// Seed of the openings and their order.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A file of FEN or EPD lines, or `random`.
    #[arg(long, default_value = "random")]
    openings: PathBuf,
    /// Plies of random openings.
    #[arg(long, default_value_t = 8, value_parser = number!(u16).range(0..=200))]
    plies: u16,
    /// Largest difference of the value of a random opening to that of the start, in centipawns.
    #[arg(long, default_value_t = OpeningsPlan::default().margin, value_parser = number!(i32).range(0..))]
    margin: i32,
    /// Resigns after three moves of each side that consider the game lost by this many centipawns.
    #[arg(long, value_parser = number!(i32).range(1..))]
    resign: Option<i32>,
    /// Plies after which a game is adjudicated as a draw.
    #[arg(long, default_value_t = 600, value_parser = number!(u16).range(1..))]
    longest: u16,
    /// Parallel games; default: all processors.
    #[arg(long, value_parser = number!(u16).range(1..=1024))]
    concurrency: Option<u16>,
    /// A new file for the games, one JSON object per line.
    #[arg(long)]
    jsonl: Option<PathBuf>,
    /// A new file for the games in PGN.
    #[arg(long)]
    pgn: Option<PathBuf>,
}

impl Arguments {
    fn players<V: Variant>(&self) -> Result<[SelfPlayer; 2], String> {
        let player = |nodes, skill, eval| {
            let (of_nodes, judge) = (SelfPlayer::of_nodes(nodes), evaluator_for::<V>(eval)?);
            let settings = Settings {
                skill: Skill::of_option(skill),
                seed: self.seed.max(1),
                hash: usize::from(self.hash),
                ..of_nodes.settings
            };
            Ok::<_, String>(SelfPlayer { settings, judge, ..of_nodes })
        };
        let Self { nodes, nodes2, skill, skill2, eval, eval2, .. } = self;
        Ok([
            player(*nodes, *skill, eval)?,
            player(nodes2.unwrap_or(*nodes), skill2.unwrap_or(*skill), eval2.as_ref().unwrap_or(eval))?,
        ])
    }

    /// Describes the players for the report and the PGN.
    fn names(&self) -> [String; 2] {
        let name = |nodes, skill, eval: &Path| {
            let skill = if skill == FULL_OPTION { String::new() } else { format!(" skill {skill}") };
            let eval = if eval.as_os_str() == "best" { String::new() } else { format!(" eval {}", quoted(eval)) };
            format!("{nodes} nodes{skill}{eval}")
        };
        let Self { nodes, nodes2, skill, skill2, eval, eval2, .. } = self;
        [
            name(*nodes, *skill, eval),
            name(nodes2.unwrap_or(*nodes), skill2.unwrap_or(*skill), eval2.as_ref().unwrap_or(eval)),
        ]
    }

    fn are_openings_random(&self) -> bool {
        self.openings.as_os_str() == "random"
    }

    fn openings<V: Variant>(&self, number: usize) -> Result<Vec<Position<V>>, String> {
        if self.are_openings_random() {
            let (shortest, longest) = (usize::from(self.plies), usize::from(self.plies));
            let wanted =
                OpeningsPlan { number, seed: self.seed, shortest, longest, margin: self.margin, ..Default::default() };
            let found = generate::<Position<V>>(&wanted);
            return match found.len() {
                enough if enough == number => Ok(found),
                few => Err(format!("only {few} of {number} random openings are within the margin")),
            };
        }
        let about = |error: &dyn Display| format!("openings {}: {error}", quoted(&self.openings));
        let text = std::fs::read_to_string(&self.openings).map_err(|error| about(&error))?;
        let mut all: Vec<Position<V>> = distinct(read(&text).map_err(|error| about(&error))?);
        match all.len() {
            few if few < number => {
                Err(about(&format!("only {few} positions for {number} openings, and none is played twice")))
            }
            _ => {
                shuffle(&mut all, self.seed);
                all.truncate(number);
                Ok(all)
            }
        }
    }
}

/// The output files; games are written in the order of the openings.
struct Files {
    jsonl: Option<Output>,
    pgn: Option<Output>,
    names: [String; 2],
    round: usize,
}

impl Files {
    fn create(arguments: &Arguments) -> Result<Self, String> {
        let create = |path: &Option<PathBuf>| path.as_deref().map(Output::create).transpose();
        let [first, second] = arguments.names();
        let names = [format!("first, {first}"), format!("second, {second}")];
        let jsonl = create(&arguments.jsonl)?;
        let pgn = create(&arguments.pgn).inspect_err(|_| {
            // An empty file would block the next run.
            if let Some(Output { path, .. }) = &jsonl {
                let _ = std::fs::remove_file(path);
            }
        })?;
        Ok(Self { jsonl, pgn, names, round: 0 })
    }

    fn take<V: Variant>(&mut self, game: &Played<V>) -> Result<(), String> {
        self.round += 1;
        if let Some(out) = &mut self.jsonl {
            let line = serde_json::to_string(&Entry::new(self.round, game)).map_err(|error| error.to_string())?;
            out.write(&format!("{line}\n"))?;
        }
        if let Some(out) = &mut self.pgn {
            let names = self.names.each_ref().map(String::as_str);
            out.write(&pgn::of_self_play(game, self.round, names))?;
        }
        Ok(())
    }
}

/// A new file: an existing one is never overwritten.
struct Output {
    path: PathBuf,
    file: BufWriter<File>,
}

impl Output {
    fn create(path: &Path) -> Result<Self, String> {
        let file = File::create_new(path).map_err(|error| format!("cannot create {}: {error}", quoted(path)))?;
        Ok(Self { path: path.to_owned(), file: BufWriter::new(file) })
    }

    fn write(&mut self, text: &str) -> Result<(), String> {
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.file.flush());
        written.map_err(|error| format!("cannot write {}: {error}", quoted(&self.path)))
    }
}

/// Plays the match and gives the report.
struct Play<'a>(&'a Arguments);

impl VisitTurnBased for Play<'_> {
    type Out = Result<String, String>;

    fn turn_based<V: Variant>(self) -> Self::Out {
        let arguments = self.0;
        let players = arguments.players::<V>()?;
        let contest = Match { players, resign: arguments.resign, longest: arguments.longest.into() };
        let (games, each) = (arguments.games as usize, contest.games_each());
        if games % each != 0 {
            return Err(format!("--games {games} is odd, but different players play pairs of games"));
        }
        let concurrency = arguments.concurrency.map_or_else(processors, usize::from);
        let pool = selfplay::pool(concurrency).map_err(|error| format!("--concurrency {concurrency}: {error}"))?;
        let openings = pool.install(|| arguments.openings::<V>(games / each))?;
        let mut files = Files::create(arguments)?;
        let mut summary = Summary::new(each, Event::<V>::usual());
        let bar = progress::bar(games as u64, "games");
        let played = pool.install(|| {
            contest.play(&openings, |game| {
                summary.add(&game);
                bar.inc(1);
                files.take(&game)
            })
        });
        bar.finish_and_clear();
        played.map(|()| format!("{}{summary}", heading(arguments, &contest)))
    }
}

/// Describes the match completely enough to repeat it.
fn heading(arguments: &Arguments, contest: &Match) -> String {
    let Arguments { game, games, seed, plies, hash, resign, longest, .. } = arguments;
    let openings = match arguments.are_openings_random() {
        true => format!("random openings of {plies} plies"),
        false => format!("openings of {}", quoted(&arguments.openings)),
    };
    let [first, second] = arguments.names();
    let players = match contest.is_between_equals() {
        true => format!("both players: {first}; equal players, one game from each opening"),
        false => format!("first player: {first}; second player: {second}"),
    };
    let resigning = resign.map_or_else(String::new, |margin| format!(", resigned at {margin} cp"));
    format!(
        "{game}: {games} games, {openings}, seed {seed}, hash {hash} MiB{resigning}, at most {longest} plies\n{players}\n"
    )
}

pub(super) fn run(arguments: &Arguments) -> Result<String, String> {
    with_turn_based(&arguments.game, Play(arguments)).unwrap_or_else(|| Err("there is no such game".to_owned()))
}
