//! `selfplay`.

use std::fmt::Display;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::json_lines;
use crate::entry::Entry;
use crate::selfplay::pool_of;
use crate::summary::Event;
use crate::{Match, SelfPlayer, Summary};
use arena::arguments::quoted;
use arena::games::pgn;
use arena::openings::positions::{distinct, read, shuffle};
use arena::openings::{OpeningsPlan, generate};
use arena::players::builtin::evaluator_for;
use arena::{Played, progress};
use clap::Args;
use clap::value_parser as number;
use engine::Settings;
use engine::skill::{FULL_OPTION, Skill};
use games::GameName;
use movegen::variants::VisitTurnBased;
use movegen::{Position, Variant};

/// Plays games between two engines in pairs with colours reversed, writes them to files and prints a summary. Equal players play
/// one game per opening, because the second would be identical.
#[derive(Args)]
pub(super) struct Arguments {
    /// The game. Apocalypse has its own subcommand, `apocalypse`.
    #[arg(value_parser = GameName::TURN_BASED)]
    pub(super) game: String,
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
    /// A folder of endgame tables that both players use.
    #[arg(long, value_name = "FOLDER")]
    endgames: Option<PathBuf>,
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
    /// Returns the nodes, skill and evaluator of each player.
    fn sides(&self) -> [(u64, u32, &Path); 2] {
        let Self { nodes, nodes2, skill, skill2, eval, eval2, .. } = self;
        let second = (nodes2.unwrap_or(*nodes), skill2.unwrap_or(*skill), eval2.as_ref().unwrap_or(eval).as_path());
        [(*nodes, *skill, eval), second]
    }

    fn player<V: Variant>(&self, game: V, (nodes, skill, eval): (u64, u32, &Path)) -> Result<SelfPlayer, String> {
        let of_nodes = SelfPlayer::of_nodes(nodes);
        let skill = Skill::of_option(skill);
        let settings =
            Settings { skill, seed: self.seed.max(1), hash: Some(usize::from(self.hash)), ..of_nodes.settings };
        Ok(SelfPlayer { settings, judge: evaluator_for(game, eval)?, ..of_nodes })
    }

    /// Describes the players for the report and the PGN.
    fn names(&self) -> [String; 2] {
        self.sides().map(|(nodes, skill, eval)| {
            let skill = if skill == FULL_OPTION { String::new() } else { format!(" skill {skill}") };
            let eval = if eval.as_os_str() == "best" { String::new() } else { format!(" eval {}", quoted(eval)) };
            format!("{nodes} nodes{skill}{eval}")
        })
    }

    fn are_openings_random(&self) -> bool {
        self.openings.as_os_str() == "random"
    }

    fn openings<V: Variant>(&self, game: V, number: usize) -> Result<Vec<Position<V>>, String> {
        if self.are_openings_random() {
            let plies = usize::from(self.plies);
            let plies = OpeningsPlan { shortest: plies, longest: plies, ..Default::default() };
            let wanted = OpeningsPlan { number, seed: self.seed, margin: self.margin, ..plies };
            let found = generate(&Position::start_of(game), &wanted);
            let few = found.len();
            let missing = || format!("only {few} of {number} random openings are within the margin");
            return (few == number).then_some(found).ok_or_else(missing);
        }
        let about = |error: &dyn Display| format!("openings {}: {error}", quoted(&self.openings));
        let text = std::fs::read_to_string(&self.openings).map_err(|error| about(&error))?;
        let mut all: Vec<Position<V>> =
            distinct(read(&Position::start_of(game), &text).map_err(|error| about(&error))?);
        if all.len() < number {
            let few = all.len();
            return Err(about(&format!("only {few} positions for {number} openings, and none is played twice")));
        }
        shuffle(&mut all, self.seed);
        all.truncate(number);
        Ok(all)
    }
}

/// The output files; games are written in the order of the openings. An existing file is never overwritten.
struct Files<'a> {
    jsonl: Option<(&'a Path, File)>,
    pgn: Option<(&'a Path, File)>,
    names: [String; 2],
    round: usize,
}

impl<'a> Files<'a> {
    fn create(arguments: &'a Arguments) -> Result<Self, String> {
        let create = |path: &'a Option<PathBuf>| {
            let cannot = |path, error| format!("cannot create {}: {error}", quoted(path));
            let path = path.as_deref();
            path.map(|path| Ok((path, File::create_new(path).map_err(|error| cannot(path, error))?))).transpose()
        };
        let [first, second] = arguments.names();
        let names = [format!("first, {first}"), format!("second, {second}")];
        let jsonl = create(&arguments.jsonl)?;
        let pgn = create(&arguments.pgn).inspect_err(|_: &String| {
            // An empty file would block the next run.
            if let Some((path, _)) = &jsonl {
                let _ = std::fs::remove_file(path);
            }
        })?;
        Ok(Self { jsonl, pgn, names, round: 0 })
    }

    fn take<V: Variant>(&mut self, game: &Played<V>) -> Result<(), String> {
        let write = |(path, file): &mut (&Path, File), text: &str| {
            file.write_all(text.as_bytes()).map_err(|error| format!("cannot write {}: {error}", quoted(path)))
        };
        self.round += 1;
        if let Some(out) = &mut self.jsonl {
            write(out, &json_lines(&[Entry::new(self.round, game)])?)?;
        }
        if let Some(out) = &mut self.pgn {
            write(out, &pgn::of_self_play(game, self.round, self.names.each_ref().map(String::as_str)))?;
        }
        Ok(())
    }
}

impl VisitTurnBased for &Arguments {
    type Out = Result<String, String>;

    fn turn_based<V: Variant>(self, game: V) -> Self::Out {
        let [first, second] = self.sides();
        let players = [self.player(game, first)?, self.player(game, second)?];
        let contest = Match { players, resign: self.resign, longest: self.longest.into() };
        let (games, each) = (self.games as usize, contest.games_each());
        if games % each != 0 {
            return Err(format!("--games {games} is odd, but different players play pairs of games"));
        }
        if let Some(folder) = &self.endgames {
            ::endgames::load::<V>(folder).map_err(|error| error.to_string())?;
        }
        let pool = pool_of(self.concurrency)?;
        let openings = pool.install(|| self.openings(game, games / each))?;
        let mut files = Files::create(self)?;
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
        played.map(|()| format!("{}{summary}", heading(self, &contest)))
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
