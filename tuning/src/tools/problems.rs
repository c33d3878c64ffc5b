//! `problems`.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use arena::arguments::{Failure, processors};
use arena::stop::set_by_signals;
use clap::Args;
use clap::value_parser as number;
use games::GameName;
use games::epd::Epd;
use games::registry::known;
use movegen::variants::{NAMES, Visit, VisitTurnBased, with};
use movegen::{Color, Game as _, Position, Variant, san};

use super::read_json_lines;
use crate::problems::{Finder, Problem, Source};
use crate::{about, apocalypse};

/// Problems of a page.
const PAGE: usize = 20;
/// Moves of a main line on a page.
const LINE_WORDS: usize = 3;

/// Finds positions of self-play in which exactly one first move forces the shortest mate (in Apocalypse one choice of White the shortest
/// win, whatever Black chooses), and proves both. Writes into the folder
/// GAME.jsonl, from which the same command resumes, GAME.epd, and GAME.certificates, which upheaval-check checks.
#[derive(Args)]
pub(super) struct Arguments {
    /// The game.
    #[arg(value_parser = GameName::ANY)]
    pub(super) game: String,
    /// The folder; created if missing.
    #[arg(long)]
    data: PathBuf,
    /// Problems of less than 8 moves.
    #[arg(long, default_value_t = 800)]
    short: usize,
    /// Problems of 8 and more moves: at most 15 in 100 of them with the same pieces, and at most 20 in 100 with three.
    #[arg(long, default_value_t = 200)]
    long: usize,
    /// Folder of endgame tables, in addition to the built-in ones.
    #[arg(long, value_name = "FOLDER")]
    endgames: Option<PathBuf>,
    /// Another book (EPD): its problems are proved anew and taken over.
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Nodes of a proof.
    #[arg(long, default_value_t = 60_000, value_parser = number!(u64).range(1..))]
    nodes: u64,
    /// Seed of the games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Ends after so many seconds.
    #[arg(long)]
    seconds: Option<u64>,
    /// Threads; default: all processors.
    #[arg(long, value_parser = number!(u16).range(1..=512))]
    threads: Option<u16>,
    /// Also writes a page of the best twenty problems, and the list of its diagrams for `upheaval-board diagram --from
    /// LIST --columns 4`.
    #[arg(long, value_name = "FOLDER")]
    page: Option<PathBuf>,
}

/// Shares of the long problems with the same pieces and with three pieces, in percent.
const MAX_OF_CLASS: usize = 15;
const MAX_OF_THREE: usize = 20;

/// The problems found so far.
#[derive(Default)]
struct Book {
    problems: Vec<Problem>,
    positions: HashSet<u64>,
    /// Long problems by their pieces.
    classes: HashMap<(usize, [String; 2]), usize>,
    /// The positions of another book that are still to be proved, as FEN.
    given: Vec<String>,
}

impl Book {
    fn long(&self) -> usize {
        self.classes.values().sum()
    }

    fn of_three(&self) -> usize {
        self.classes.iter().filter(|((pieces, _), _)| *pieces <= 3).map(|(_, count)| count).sum()
    }

    /// Returns `true` if another problem of this length is wanted.
    fn wants(&self, is_long: bool, wanted: &Arguments) -> bool {
        if is_long { self.long() < wanted.long } else { self.problems.len() - self.long() < wanted.short }
    }

    /// Returns `true` if long problems with three pieces are wanted.
    fn wants_three(&self, wanted: &Arguments) -> bool {
        100 * self.of_three() < MAX_OF_THREE * wanted.long
    }

    /// Returns `true` if the problem is new and wanted, and counts it then.
    fn admits(&mut self, problem: &Problem, wanted: &Arguments) -> bool {
        if !self.wants(problem.is_long(), wanted) || self.positions.contains(&problem.position) {
            return false;
        }
        if problem.is_long() {
            let class = problem.class();
            if class.0 <= 3 && !self.wants_three(wanted) {
                return false;
            }
            let count = self.classes.entry(class).or_default();
            if 100 * *count >= MAX_OF_CLASS * wanted.long {
                return false;
            }
            *count += 1;
        }
        self.positions.insert(problem.position)
    }

    /// The source of the next problems, by the number of their game; `None` if no more are wanted.
    fn source(&mut self, number: u64, wanted: &Arguments) -> Option<Source> {
        if let Some(fen) = self.given.pop() {
            return Some(Source::Position(fen));
        }
        let wants_three = self.wants_three(wanted);
        match [false, true].map(|is_long| self.wants(is_long, wanted)) {
            [false, false] => None,
            // Short problems cost least.
            [true, is_long] if !(is_long && wants_three && number.is_multiple_of(4)) => Some(Source::Game),
            _ => Some(Source::Ending(if wants_three { 0 } else { 4 })),
        }
    }
}

impl Arguments {
    pub(super) fn run(&self) -> Result<String, Failure> {
        let game = known(&self.game, &NAMES).map_err(Failure::Usage)?;
        Ok(with(game, self).unwrap_or_else(|| Err("no such game".to_owned()))?)
    }

    fn path(&self, extension: &str) -> PathBuf {
        self.data.join(format!("{}.{extension}", self.game))
    }

    /// Reads the problems of the folder, adds those that each thread finds, and writes all files.
    fn find<G>(
        &self,
        finder: impl Fn() -> G + Sync,
        problems: impl Fn(&mut G, u64, &Source) -> Vec<Problem> + Sync,
    ) -> Result<(Vec<Problem>, u64), String> {
        fs::create_dir_all(&self.data).map_err(about(&self.data))?;
        let path = self.path("jsonl");
        let mut book = Book::default();
        for problem in read_json_lines::<Problem>(&path)? {
            if book.admits(&problem, self) {
                book.problems.push(problem);
            }
        }
        if let Some(from) = &self.from {
            let text = fs::read_to_string(from).map_err(about(from))?;
            book.given = text.lines().map(|line| Epd::parse(line).fen).collect();
            let known: HashSet<&String> = book.problems.iter().map(|problem| &problem.certificate.fen).collect();
            book.given.retain(|fen| !known.contains(fen));
        }
        let file = OpenOptions::new().create(true).append(true).open(&path).map_err(about(&path))?;
        let next = AtomicU64::new(book.problems.iter().map(|problem| problem.number + 1).max().unwrap_or(0));
        let shared = Mutex::new((book, file));
        let lock = || shared.lock().unwrap_or_else(PoisonError::into_inner);
        let stop = set_by_signals().map_err(|error| error.to_string())?;
        let deadline = self.seconds.map(|seconds| Instant::now() + Duration::from_secs(seconds));
        let work = || -> Result<(), String> {
            let mut finder = finder();
            while !stop.load(Ordering::Relaxed) && deadline.is_none_or(|end| Instant::now() < end) {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some(source) = lock().0.source(number, self) else { break };
                let found = problems(&mut finder, number, &source);
                let (book, file) = &mut *lock();
                for problem in found {
                    if book.admits(&problem, self) {
                        let line = serde_json::to_string(&problem).map_err(|error| error.to_string())?;
                        writeln!(file, "{line}").map_err(about(&path))?;
                        book.problems.push(problem);
                    }
                }
            }
            Ok(())
        };
        thread::scope(|scope| {
            let threads = self.threads.map_or_else(processors, usize::from);
            let running: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            running.into_iter().try_for_each(|thread| thread.join().map_err(|_| "a thread ended early".to_owned())?)
        })?;
        let mut problems = shared.into_inner().unwrap_or_else(PoisonError::into_inner).0.problems;
        problems.sort_by_cached_key(|problem| (problem.certificate.mate, problem.themes.clone(), problem.position));
        Ok((problems, next.into_inner()))
    }
}

impl VisitTurnBased for &Arguments {
    type Out = Result<String, String>;

    fn turn_based<V: Variant>(self, game: V) -> Self::Out {
        if let Some(folder) = &self.endgames {
            ::endgames::load::<V>(folder).map_err(|error| error.to_string())?;
        }
        let (problems, games) = self.find(
            || Finder::new(game, self.nodes),
            |finder, number, source| finder.problems(self.seed, number, source),
        )?;
        let first = Position::start_of(game);
        self.write_files(&problems, &|problem| {
            let fen = &problem.certificate.fen;
            let mut pos = first.read_fen(fen).map_err(|error| format!("'{fen}': {error}"))?;
            let side = pos.turn();
            let mut line = Vec::new();
            for text in &problem.line {
                let m = pos.parse_move(text).map_err(|error| error.to_string())?;
                line.push(san::san(&pos, m));
                pos.play(m, &mut ());
            }
            Ok((side, line.join(" ")))
        })?;
        Ok(report(game.name(), &problems, games))
    }
}

impl Visit for &Arguments {
    fn apocalypse(self) -> Self::Out {
        let (problems, games) = self
            .find(|| (), |(), number, source| apocalypse::problems::problems(self.seed, number, source, self.nodes))?;
        self.write_files(&problems, &|problem| {
            let turns = problem.line.chunks(2).map(|turn| turn.join("/"));
            Ok((Color::White, turns.collect::<Vec<_>>().join(" ")))
        })?;
        Ok(report(&self.game, &problems, games))
    }
}

/// Describes a problem: the side that wins, and the main line in short notation.
type Describe<'a> = &'a dyn Fn(&Problem) -> Result<(Color, String), String>;

impl Arguments {
    fn write_files(&self, problems: &[Problem], describe: Describe<'_>) -> Result<(), String> {
        let write = |path: &Path, text: String| fs::write(path, text).map_err(about(path));
        write(&self.path("epd"), problems.iter().map(Problem::epd).collect())?;
        let certificates: Vec<_> = problems.iter().map(|problem| &problem.certificate).collect();
        write(&self.path("certificates"), super::json_lines(&certificates)?)?;
        if let Some(folder) = &self.page {
            fs::create_dir_all(folder).map_err(about(folder))?;
            let (page, diagrams) = page(&self.game, problems, describe)?;
            write(&folder.join(format!("{}.md", self.game)), page)?;
            write(&self.path("list"), diagrams)?;
        }
        Ok(())
    }
}

fn report(game: &str, problems: &[Problem], games: u64) -> String {
    let count = |is_counted: &dyn Fn(&Problem) -> bool| problems.iter().filter(|problem| is_counted(problem)).count();
    let long = count(&Problem::is_long);
    let mut text =
        format!("{game}: {} problems, {long} of them of 8 and more moves, from {games} games\n", problems.len());
    let mut lengths: Vec<u32> = problems.iter().map(|problem| problem.certificate.mate).collect();
    lengths.dedup();
    for moves in lengths {
        let _ = writeln!(text, "mate in {moves}: {}", count(&|problem| problem.certificate.mate == moves));
    }
    let mut themes: Vec<&String> = problems.iter().flat_map(|problem| &problem.themes).collect();
    themes.sort_unstable();
    themes.dedup();
    for theme in themes {
        let _ = writeln!(text, "{theme}: {}", count(&|problem| problem.themes.contains(theme)));
    }
    text
}

/// The page of the best problems and the list of its diagrams. A theme counts as much as two moves; a theme is less worth the more
/// problems of the page have it.
fn page(game: &str, problems: &[Problem], describe: Describe<'_>) -> Result<(String, String), String> {
    let mut chosen: Vec<&Problem> = Vec::new();
    let mut rest: Vec<&Problem> = problems.iter().collect();
    while chosen.len() < PAGE && !rest.is_empty() {
        let rarity = |theme: &String| 10 / (1 + chosen.iter().filter(|problem| problem.themes.contains(theme)).count());
        let length = |problem: &Problem| {
            let same = chosen.iter().filter(|other| other.certificate.mate == problem.certificate.mate).count();
            2 * problem.certificate.mate.min(10) as usize / (1 + same)
        };
        let worth = |problem: &Problem| length(problem) + problem.themes.iter().map(rarity).sum::<usize>();
        let best = (0..rest.len()).max_by_key(|&i| (worth(rest[i]), std::cmp::Reverse(i))).unwrap_or(0);
        chosen.push(rest.remove(best));
    }
    chosen.sort_by_key(|problem| problem.certificate.mate);
    let mut page = format!(
        "# Problems of {game}\n\n![The twenty positions]({game}.svg)\n\nThe best twenty of the {} in \
         `gamedata/games/{game}/puzzles.epd`. `#2` is a win in two moves. Generated by `upheaval-tuning problems --page`.\n\n",
        problems.len()
    );
    let mut list = String::new();
    for (number, problem) in (1..).zip(chosen) {
        let (fen, mate) = (&problem.certificate.fen, problem.certificate.mate);
        let (side, line) = describe(problem)?;
        let _ = writeln!(list, "{game} {game} '{fen}' --size 240 --caption '{number}. {} wins in {mate}'", side.name());
        let stipulation = [vec![format!("#{mate}")], problem.themes.clone()].concat();
        let words: Vec<&str> = line.split(' ').collect();
        let (line, rest) = match words.get(..LINE_WORDS) {
            Some(begin) if words.len() > LINE_WORDS => (begin.join(" "), " ..."),
            _ => (line, ""),
        };
        let _ = write!(page, "{number}. {}: `{fen}` {line}{rest}", stipulation.join(", "));
        page += "\n";
    }
    Ok((page, list))
}
