//! `endgames`.

use std::fmt::Display;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use crate::about;
use crate::endings::{Census, Plan, Tally, play};
use crate::sources::games_in;
use ::endgames::syzygy::Syzygy;
use ::endgames::{
    Class, EXTENSION, MAX_PIECES, Summary, Table, Tables, generate, inherited, read_folder, summary, verify, write,
};
use arena::arguments::processors;
use arena::stop::set_by_signals;
use arena::tools::files::{Lock, replace};
use clap::Args;
use clap::value_parser as number;
use movegen::san::san;
use movegen::variants::{TURN_BASED, VisitTurnBased};
use movegen::{Position, Variant};

/// Computes endgame tables of a turn-based game by retrograde analysis and writes one file per class into a folder. Existing tables
/// are read, so an interrupted computation is resumed after its last class. The option EndgameTables loads the folder.
#[derive(Args)]
pub(super) struct Arguments {
    /// The game.
    #[arg(value_parser = TURN_BASED)]
    pub(super) game: String,
    /// The folder; created if missing.
    folder: PathBuf,
    /// Classes such as KBNvK, or KRvK-Rk with governments; those that promotions lead to are computed too.
    classes: Vec<String>,
    /// Computes first all classes of at most this many pieces.
    #[arg(long, default_value_t = 3, value_parser = number!(u8).range(2..=MAX_PIECES as i64))]
    pieces: u8,
    /// Computes also the classes of four pieces that have 90 % of the positions of four pieces in these games, at least 30 classes; the
    /// files are those of `selfplay`. Also counts games in which a win of the tables was missed.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    games: Vec<PathBuf>,
    /// Only counts these games.
    #[arg(long, requires = "games")]
    count_only: bool,
    /// Threads; default: all processors.
    #[arg(long, value_parser = number!(u16).range(1..=512))]
    threads: Option<u16>,
    /// Compares every value with those of the position's successors.
    #[arg(long)]
    verify: bool,
    /// Compares every value of chess with the Syzygy tables in these folders.
    #[arg(long, value_name = "FOLDERS")]
    syzygy: Option<String>,
    /// Plays this many games from random won positions of each class, engine against engine.
    #[arg(long, value_name = "GAMES")]
    play: Option<u64>,
    /// Nodes per move of these games.
    #[arg(long, default_value_t = 1_000, value_parser = number!(u64).range(1..))]
    nodes: u64,
    /// The engine plays these games without tables.
    #[arg(long)]
    without_tables: bool,
    /// Prints counts of results, the longest win with its moves and a mutual zugzwang of each class.
    #[arg(long)]
    summary: bool,
    /// Writes all tables of at most `--pieces` pieces into this file too, except those that the game inherits from its base.
    #[arg(long)]
    pack: Option<PathBuf>,
    /// Leaves the distances to the next capture or move of a pawn out of that file.
    #[arg(long, requires = "pack")]
    without_dtz: bool,
}

impl VisitTurnBased for &Arguments {
    type Out = Result<String, String>;

    fn turn_based<V: Variant>(self, _: V) -> Result<String, String> {
        let folder = &self.folder;
        fs::create_dir_all(folder).map_err(about(folder))?;
        let stop = set_by_signals().map_err(|error| error.to_string())?;
        let mut tables = Tables::<V>::default();
        read_folder(folder).map_err(|error| error.to_string())?.into_iter().for_each(|table| tables.add(table));
        let mut report = String::new();
        let classes = self.classes(&tables, &mut report)?;
        let progress = Progress { count: classes.len(), stop: &stop };
        self.compute(&classes, &mut tables, &progress)?;
        self.check(&classes, &tables, &progress, &mut report)?;
        self.write_pack(&mut tables)?;
        Ok(report)
    }
}

impl Arguments {
    fn threads(&self) -> usize {
        self.threads.map_or_else(processors, usize::from)
    }

    fn small_classes<V: Variant>(&self) -> Vec<Class<V>> {
        (2..=usize::from(self.pieces)).flat_map(Class::all).collect()
    }

    /// Returns all classes in the order in which they are solved.
    fn classes<V: Variant>(&self, tables: &Tables<V>, report: &mut String) -> Result<Vec<Class<V>>, String> {
        let mut wanted = self.small_classes();
        for name in &self.classes {
            wanted.extend(Class::parse(name)?.closure());
        }
        if !self.games.is_empty() {
            let mut census = Census::default();
            for path in &self.games {
                for game in games_in(V::default(), path)? {
                    census.add(&game?, CENSUS_PIECES, tables);
                }
            }
            *report += &census_lines(&census);
            for (name, _) in census.frequent().into_iter().filter(|_| !self.count_only) {
                wanted.extend(Class::parse(name)?.closure());
            }
        }
        let mut classes = Vec::new();
        for class in wanted {
            if !classes.contains(&class) {
                classes.push(class);
            }
        }
        Ok(classes)
    }

    /// Computes and writes the tables that are missing.
    fn compute<V: Variant>(
        &self,
        classes: &[Class<V>],
        tables: &mut Tables<V>,
        progress: &Progress<'_>,
    ) -> Result<(), String> {
        for (class, done) in classes.iter().zip(1..) {
            if tables.get(class).is_some() {
                continue;
            }
            let path = self.folder.join(format!("{}-{class}.{EXTENSION}", V::NAME));
            let _lock = Lock::of(&path)?;
            let begin = Instant::now();
            let table = generate(class, tables, self.threads())?;
            replace(&path, |out| write(&[&table], out)).map_err(about(&path))?;
            tables.add(table);
            let bytes = fs::metadata(&path).map_err(about(&path))?.len();
            progress.print(class, done, begin, &format!("{bytes} bytes"))?;
        }
        Ok(())
    }

    /// Verifies, counts and plays the classes.
    fn check<V: Variant>(
        &self,
        classes: &[Class<V>],
        tables: &Tables<V>,
        progress: &Progress<'_>,
        report: &mut String,
    ) -> Result<(), String> {
        let syzygy = self.syzygy.as_deref().filter(|_| V::SYZYGY).map(Syzygy::open).transpose();
        let syzygy = syzygy.map_err(|error| error.to_string())?;
        if self.play.is_some() && !self.without_tables {
            ::endgames::load::<V>(&self.folder).map_err(|error| error.to_string())?;
        }
        let mut all = Summary::default();
        for (class, done) in classes.iter().zip(1..) {
            let begin = Instant::now();
            if self.verify || self.summary {
                let count = if self.verify { verify } else { summary };
                let counts = count(class, tables, self.threads());
                *report += &line(class, tables, &counts);
                if counts.errors > 0 {
                    return Err(format!("{report}{class}: {} values are wrong", counts.errors));
                }
                all.add(&counts);
            }
            if let Some(syzygy) = &syzygy {
                *report += &compare(class, tables, syzygy)?;
            }
            if let Some(games) = self.play {
                let plan = Plan { games, nodes: self.nodes, seed: 1, with_tables: !self.without_tables };
                *report += &games_line(class, &play(class, tables, plan));
            }
            if self.verify || self.summary || self.play.is_some() {
                progress.print(class, done, begin, "checked")?;
            }
        }
        if self.verify || self.summary {
            *report += &line(&format!("all {} classes", classes.len()), tables, &all);
        }
        Ok(())
    }

    fn write_pack<V: Variant>(&self, tables: &mut Tables<V>) -> Result<(), String> {
        let Some(path) = &self.pack else { return Ok(()) };
        if self.without_dtz {
            tables.leave_out_zeroing();
        }
        let inherited = inherited::<V>();
        let is_own = |table: &&Table<V>| inherited.get(table.class()) != Some(table);
        let small = self.small_classes();
        let packed: Vec<_> = small.iter().filter_map(|class| tables.get(class)).filter(is_own).collect();
        replace(path, |out| write(&packed, out)).map_err(about(path))
    }
}

/// Prints the progress, and ends the command after a signal.
struct Progress<'a> {
    /// The number of classes.
    count: usize,
    stop: &'a AtomicBool,
}

impl Progress<'_> {
    fn print(&self, class: &impl Display, done: usize, begin: Instant, what: &str) -> Result<(), String> {
        eprintln!("{class}: {done} of {}, {:.1} s, {what}", self.count, begin.elapsed().as_secs_f64());
        if self.stop.load(Ordering::Relaxed) {
            return Err(format!("stopped after {done} of {} classes", self.count));
        }
        Ok(())
    }
}

/// The number of pieces of the classes that are chosen by their frequency.
const CENSUS_PIECES: usize = 4;

/// Lines about the classes that games reach, and about their missed wins.
fn census_lines(census: &Census) -> String {
    let Census { games, won, missed, spoiled, ref first_missed, .. } = *census;
    let frequent = census.frequent();
    let (all, sum) = (census.all(), frequent.iter().map(|&(_, n)| n).sum::<u64>());
    let names: Vec<String> = frequent.iter().map(|(name, n)| format!("{name} {n}")).collect();
    let first = first_missed.as_ref().map_or(String::new(), |fen| format!(", first: {fen}"));
    format!(
        "{games} games, {all} positions of {CENSUS_PIECES} pieces, of which {} classes have {sum}: {}\n\
         {won} games were won by the tables, {missed} of these were not won{first}; {spoiled} drawn by the 50-move rule\n",
        frequent.len(),
        names.join(", ")
    )
}

/// Compares the results of all positions of a class with Syzygy tables, and the distances to the next capture or move of a pawn, which
/// Syzygy may round up by a ply.
fn compare<V: Variant>(class: &Class<V>, tables: &Tables<V>, syzygy: &Syzygy) -> Result<String, String> {
    let mut count = 0;
    for pos in (0..class.size()).filter_map(|number| class.position(number)) {
        let (Some(own), Some(wdl), Some(dtz)) = (tables.wdl(&pos), syzygy.wdl(&pos), syzygy.dtz(&pos)) else {
            continue;
        };
        let plies = tables.zeroing(&pos).map_or(0, i32::from);
        if own != wdl || own.sign() != dtz.signum() || !(0..=1).contains(&(dtz.abs() - plies)) {
            return Err(format!("{pos}: {own:?}, DTZ {plies}, but Syzygy has {wdl:?}, DTZ {dtz}"));
        }
        count += 1;
    }
    Ok(format!("{class}: {count} positions agree with Syzygy\n"))
}

/// A line with the results of games; none if the class has no wins.
fn games_line<V: Variant>(class: &Class<V>, tally: &Tally) -> String {
    let Tally { games, won, fast, expired, ref failures } = *tally;
    if games == 0 {
        return String::new();
    }
    let failures = if failures.is_empty() { String::new() } else { format!(", not won: {}", failures.join(", ")) };
    format!(
        "{class}: won {won} of {games} games, {fast} within 1.3 times the distance; {expired} ended by the 50-move rule{failures}\n"
    )
}

/// A line with the counts of wins, draws and losses for each side to move, the longest win with its moves, and the numbers of wins that the
/// 50-move rule makes draws and of zugzwangs.
fn line<V: Variant>(what: &impl Display, tables: &Tables<V>, summary: &Summary<V>) -> String {
    let [white, black] = summary.counts.map(|[wins, draws, losses]| format!("+{wins} ={draws} -{losses}"));
    let longest = summary.longest.as_ref().map_or(String::new(), |(plies, pos)| {
        let mut now = *pos;
        let moves = tables.line(pos).into_iter().map(|m| {
            let text = san(&now, m);
            now = now.after(m);
            text
        });
        format!(", longest win {plies} plies: {pos}: {}", moves.collect::<Vec<_>>().join(" "))
    });
    let first = |what, pos: &Option<Position<V>>| pos.as_ref().map_or(String::new(), |pos| format!("{what}: {pos}"));
    let Summary { late, zugzwangs, .. } = summary;
    format!(
        "{what}: White to move {white}, Black to move {black}{longest}, won too late {late}, mutual zugzwangs {zugzwangs}{}{}\n",
        first(", first", &summary.first_zugzwang),
        first(", first error", &summary.first_error),
    )
}
