//! A match from its first game to its report: several games side by side, every finished one kept at once.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use movegen::fen::printable;
use movegen::variants::{Visit, VisitTurnBased, with_rules};
use movegen::{Color, Position, Variant};

use super::config::{Body, Config, EngineConfig};
use super::fault::Fault;
use super::finished::Finished;
use super::journal::{self, Journal, State};
use super::log::Log;
use super::player::{Identity, Player};
use super::process::{Process, Program};
use super::rules::Refereed;
use super::schedule::{Pairing, Schedule};
use super::suite::Suite;
use super::tally::Tally;
use super::uci::Uci;
use super::xboard::Xboard;
use super::{referee, report, written};

/// Bytes of stack for a thread that plays: an engine in this process searches on it.
const STACK: usize = 16 << 20;

/// How a match has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// All games are played, or the test is decided.
    Complete,
    /// It was interrupted and can be resumed.
    Interrupted,
}

/// Plays a match. `arguments` are those of the command line, for the state file.
///
/// # Errors
/// What makes the match impossible, in one line.
pub fn run(config: &Config, arguments: Vec<String>, stop: &Arc<AtomicBool>) -> Result<End, String> {
    let journal = Journal::create(&state_path(config), arguments, config.seed)?;
    play(config, journal, Vec::new(), None, stop)
}

/// Goes on with a match. The folder of the match must be the present one.
///
/// # Errors
/// What makes it impossible, in one line.
pub fn resume(config: &Config, path: &Path, state: State, stop: &Arc<AtomicBool>) -> Result<End, String> {
    let schedule = Schedule::new(config);
    let mut seen = BTreeSet::new();
    for game in &state.games {
        let planned = schedule.game(game.id).filter(|pairing| {
            pairing.by_color() == game.engines
                && pairing.encounter == game.encounter
                && pairing.first_is_white == game.first_is_white
                && game.blames.iter().all(|blame| blame.engine < config.engines.len())
        });
        if planned.is_none() || !seen.insert(game.id) {
            return Err(format!("game {} of the state is not one of this match", game.id));
        }
    }
    let journal = Journal::reopen(path, &state)?;
    play(config, journal, state.games, state.lengths, stop)
}

/// Where the state is kept: a name that no other match has.
fn state_path(config: &Config) -> PathBuf {
    config.state.clone().unwrap_or_else(|| {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        let (date, time) = written::utc(now.as_secs());
        format!("arena-{date}-{}-{}.state", time.replace(':', ""), std::process::id()).into()
    })
}

struct Play<'a> {
    config: &'a Config,
    journal: Journal,
    games: Vec<Finished>,
    lengths: Option<[u64; 2]>,
    stop: &'a Arc<AtomicBool>,
}

impl VisitTurnBased for Play<'_> {
    type Out = Result<End, String>;

    fn turn_based<V: Variant>(self) -> Self::Out {
        play_game::<Position<V>>(self)
    }
}
impl Visit for Play<'_> {
    fn apocalypse(self) -> Self::Out {
        play_game::<apocalypse::Position>(self)
    }
}

fn play(
    config: &Config,
    journal: Journal,
    games: Vec<Finished>,
    lengths: Option<[u64; 2]>,
    stop: &Arc<AtomicBool>,
) -> Result<End, String> {
    let work = Play { config, journal, games, lengths, stop };
    with_rules(&config.variant, &config.rules, work).unwrap_or_else(|| Err("there is no such game".to_owned()))
}

fn play_game<G: Refereed>(work: Play<'_>) -> Result<End, String> {
    let config = work.config;
    let path = work.journal.path().to_owned();
    let is_fresh = work.games.is_empty();
    // A match that never began leaves no state behind.
    let desk = Desk::<G>::open(work).inspect_err(|_| {
        if is_fresh {
            let _ = std::fs::remove_file(&path);
        }
    })?;
    desk.announce(&path);
    let begin = Instant::now();
    std::thread::scope(|scope| {
        for number in 0..config.concurrency.min(desk.schedule.total()) {
            let builder = std::thread::Builder::new().name(format!("game {number}")).stack_size(STACK);
            let desk = &desk;
            if let Err(error) = builder.spawn_scoped(scope, move || desk.work(number)) {
                desk.fail(format!("no more threads: {error}"));
            }
        }
    });
    desk.close(&path, begin)
}

/// What the threads of a match have in common.
struct Desk<'a, G: Refereed> {
    config: &'a Config,
    schedule: Schedule,
    suite: Suite<G>,
    log: Arc<Log>,
    stop: &'a Arc<AtomicBool>,
    /// Set when no new game is to be begun: stopped, decided, or impossible.
    over: AtomicBool,
    bar: ProgressBar,
    books: Mutex<Books>,
}

/// What changes with every game.
struct Books {
    next: usize,
    done: BTreeSet<usize>,
    tally: Tally,
    journal: Journal,
    pgn: Option<Output>,
    epd: Option<Output>,
    identities: Vec<Identity>,
    failure: Option<String>,
    decided: bool,
    spent: (Duration, Duration),
}

impl<'a, G: Refereed> Desk<'a, G> {
    fn open(work: Play<'a>) -> Result<Self, String> {
        let Play { config, journal, games, lengths, stop } = work;
        let schedule = Schedule::new(config);
        let suite = Suite::new(config)?;
        let log = match &config.log {
            Some(out) => Log::to(&out.path, out.append || !games.is_empty(), out.traffic)
                .map_err(|error| format!("log '{}': {error}", out.path.display()))?,
            None => Log::none(),
        };
        let output = |path: Option<(&Path, bool)>, i: usize| {
            path.map(|(path, append)| Output::open(path, append, lengths.map(|lengths| lengths[i]))).transpose()
        };
        let pgn = output(config.pgn.as_ref().map(|out| (out.path.as_path(), out.append)), 0)?;
        let epd = output(config.epd.as_ref().map(|(path, append)| (path.as_path(), *append)), 1)?;
        let mut books = Books {
            next: 1,
            done: BTreeSet::new(),
            tally: Tally::new(&schedule, config.engines.len(), config.counts_pairs),
            journal,
            pgn,
            epd,
            identities: vec![Identity::default(); config.engines.len()],
            failure: None,
            decided: false,
            spent: (Duration::ZERO, Duration::ZERO),
        };
        for game in &games {
            if let Some(pairing) = schedule.game(game.id) {
                books.count(&pairing, game);
            }
        }
        let bar = progress(schedule.total());
        bar.set_position(books.done.len() as u64);
        let books = Mutex::new(books);
        Ok(Self { config, schedule, suite, log: Arc::new(log), stop, over: AtomicBool::new(false), bar, books })
    }

    fn books(&self) -> MutexGuard<'_, Books> {
        self.books.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Prints lines. Whoever reads may have had enough: the match is kept in its files all the same.
    fn print(&self, text: &str) {
        if text.is_empty() {
            return;
        }
        self.bar.suspend(|| {
            let mut out = io::stdout().lock();
            let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
        });
    }

    fn announce(&self, path: &Path) {
        let config = self.config;
        let done = self.books().done.len();
        let mut text = String::new();
        if let Some(openings) = self.suite.count() {
            text.push_str(&format!("Indexing opening suite... {openings} openings\n"));
        }
        text.push_str(&format!("Info; {} by the rules of this project, seed {}\n", config.variant, config.seed));
        if done > 0 {
            text.push_str(&format!("Info; {done} of {} games are played\n", self.schedule.total()));
        }
        text.push_str(&format!("Info; to go on if the match is stopped: arena -resume {}\n", path.display()));
        self.print(&text);
        self.log.note(text.trim_end());
    }

    fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed) || self.stop.load(Ordering::Relaxed)
    }

    /// Ends the match: it cannot be played.
    fn fail(&self, why: String) {
        self.log.note(&why);
        self.books().failure.get_or_insert(why);
        self.over.store(true, Ordering::Relaxed);
    }

    /// The next game to be played.
    fn next(&self) -> Option<Pairing> {
        let mut books = self.books();
        while books.done.contains(&books.next) {
            books.next += 1;
        }
        let pairing = self.schedule.game(books.next).filter(|_| !self.is_over())?;
        books.next += 1;
        Some(pairing)
    }

    /// One thread: plays games until there are no more.
    fn work(&self, number: usize) {
        if let Some(processors) = &self.config.affinity {
            pin(number, processors, &self.log);
        }
        let mut seats: Vec<Option<Box<dyn Player<G>>>> = self.config.engines.iter().map(|_| None).collect();
        while let Some(pairing) = self.next() {
            let engines = pairing.by_color();
            seats.iter_mut().enumerate().filter(|(i, _)| !engines.contains(i)).for_each(|(_, seat)| *seat = None);
            if self.one_game(&pairing, &mut seats).is_none() {
                break;
            }
            std::thread::sleep(self.config.wait);
        }
    }

    /// Plays one game; `None` if the match is over before the game is.
    fn one_game(&self, pairing: &Pairing, seats: &mut [Option<Box<dyn Player<G>>>]) -> Option<()> {
        let Some(opening) = self.suite.get(pairing.opening) else {
            self.fail("there are no openings left".to_owned());
            return None;
        };
        let engines = pairing.by_color();
        self.print(&report::started(self.config, pairing, self.schedule.total()));
        let mut forfeit = None;
        for side in Color::BOTH {
            let engine = engines[side];
            if seats[engine].is_some() {
                continue;
            }
            match self.seat(&self.config.engines[engine]) {
                Ok(player) => {
                    self.books().identities[engine].clone_from(player.identity());
                    seats[engine] = Some(player);
                }
                Err(Start::Impossible(why)) => {
                    let name = &self.config.engines[engine].name;
                    self.fail(format!("{name} engine startup failure: \"{why}\""));
                    return None;
                }
                Err(Start::Fault(fault)) => forfeit = forfeit.or(Some((side, fault))),
            }
        }
        let played = match forfeit {
            Some((side, fault)) => Some((referee::forfeit(self.config, pairing, &opening, side, fault), Vec::new())),
            None => {
                let mut white = seats[engines[0]].take()?;
                let mut black = seats[engines[1]].take()?;
                let both: [&mut dyn Player<G>; 2] = [white.as_mut(), black.as_mut()];
                let played = referee::play(self.config, pairing, &opening, both, self.stop);
                (seats[engines[0]], seats[engines[1]]) = (Some(white), Some(black));
                played
            }
        };
        let (game, warnings) = played?;
        self.take(pairing, &game, &warnings);
        for blame in &game.blames {
            if blame.sort.needs_restart() {
                seats[blame.engine] = None;
            }
        }
        for engine in engines {
            let is_spent = seats[engine].as_ref().is_some_and(|player| player.is_spent());
            if is_spent || self.config.engines[engine].restart {
                seats[engine] = None;
            }
        }
        Some(())
    }

    /// Makes an engine ready.
    fn seat(&self, config: &EngineConfig) -> Result<Box<dyn Player<G>>, Start> {
        let start = |program: &Program| {
            Process::start(program, &config.name, &self.log)
                .map_err(|error| Start::Impossible(format!("cannot start '{}': {error}", printable(&program.command))))
        };
        let (variant, patience) = (&self.config.variant, &self.config.patience);
        Ok(match &config.body {
            Body::Builtin => G::builtin(config).map_err(Start::Impossible)?,
            Body::Uci(program) => {
                Box::new(Uci::start(start(program)?, config, variant, patience).map_err(Start::Fault)?)
            }
            Body::Xboard(_) if G::start().turn() == movegen::Turn::Both => {
                let why = "the XBoard protocol cannot carry a game in which both sides choose at once";
                return Err(Start::Impossible(why.to_owned()));
            }
            Body::Xboard(program) => {
                Box::new(Xboard::start(start(program)?, config, variant, patience).map_err(Start::Fault)?)
            }
        })
    }

    /// Takes a finished game: keeps it, counts it, tells of it.
    fn take(&self, pairing: &Pairing, game: &Finished, warnings: &[String]) {
        let mut guard = self.books();
        let books = &mut *guard;
        let kept = books.keep(self.config, game);
        if let Err(why) = kept {
            books.failure.get_or_insert(why);
            self.over.store(true, Ordering::Relaxed);
            return;
        }
        self.note(pairing, game, warnings);
        let has_completed = books.count(pairing, game);
        let mut text = warnings.iter().map(|line| format!("{line}\n")).collect::<String>();
        text.push_str(&report::finished(self.config, pairing, &game.result, &game.reason));
        text.push_str(&self.interim(books, pairing, has_completed));
        self.bar.set_position(books.done.len() as u64);
        self.print(&text);
    }

    /// What is printed behind a game: scores, reports, and the end of the match by a test.
    fn interim(&self, books: &mut Books, pairing: &Pairing, has_completed: bool) -> String {
        let config = self.config;
        let engines = pairing.engines;
        let is_all = books.done.len() == self.schedule.total();
        let counts = books.tally.between(engines[0], engines[1]);
        let identities = engines.map(|engine| books.identities[engine].clone());
        let interval = || report::interval(config, &books.tally, engines, &identities);
        let mut text = String::new();
        let every = |number: usize, interval: usize| interval > 0 && number.is_multiple_of(interval);
        if is_all || every(books.done.len(), config.score_interval) {
            text.push_str(&report::score(config, engines, &counts));
        }
        let number = if config.counts_pairs { pairing.encounter + 1 } else { books.done.len() };
        if is_all || has_completed && every(number, config.rating_interval) {
            text.push_str(&interval());
        }
        let verdict = config.sprt.as_ref().and_then(|sprt| sprt.test.verdict(&counts.results(config.counts_pairs)));
        if let Some(verdict) = verdict.filter(|_| !books.decided) {
            text.push_str(&report::score(config, engines, &counts));
            text.push_str(&interval());
            text.push_str(&report::decided(config, verdict));
            books.decided = true;
            self.over.store(true, Ordering::Relaxed);
        }
        text
    }

    /// Writes into the log what no other file tells: faults and disputes with the whole game.
    fn note(&self, pairing: &Pairing, game: &Finished, warnings: &[String]) {
        warnings.iter().for_each(|line| self.log.note(line));
        let [white, black] = pairing.by_color().map(|engine| &self.config.engines[engine].name);
        self.log.note(&format!("game {} ({white} vs {black}): {} {{{}}}", game.id, game.result, game.reason));
        let position = || format!("position fen {} moves {}", game.fen, game.texts());
        for blame in &game.blames {
            let name = &self.config.engines[blame.engine].name;
            self.log.note(&format!(
                "fault in game {}: {} ({name}): {}; last position {}; {}",
                game.id,
                blame.side,
                blame.detail,
                game.last_fen,
                position()
            ));
        }
        if let Some(text) = &game.disputed {
            let at = &game.last_fen;
            self.log.note(&format!("disputed move {text} in game {}: last position {at}; {}", game.id, position()));
        }
        if self.config.shows_latency {
            for step in game.steps.iter().filter(|step| !step.is_book) {
                let latency = step.millis as i64 - step.thought.time as i64;
                self.log.note(&format!("latency of {} in game {}: {latency}ms", step.text, game.id));
            }
        }
    }

    /// The report at the end, and what becomes of the state.
    fn close(self, path: &Path, begin: Instant) -> Result<End, String> {
        self.bar.finish_and_clear();
        let (config, total) = (self.config, self.schedule.total());
        let seconds = begin.elapsed().as_secs();
        let is_stopped = self.stop.load(Ordering::Relaxed);
        let books = self.books.into_inner().unwrap_or_else(PoisonError::into_inner);
        let spent = [begin.elapsed(), books.spent.0, books.spent.1].map(|time| time.as_secs_f64());
        let summary = report::summary(config, &books.tally, total, spent);
        if let Some(path) = &config.json {
            let text = serde_json::to_string_pretty(&summary).map_err(|error| error.to_string())?;
            std::fs::write(path, format!("{text}\n"))
                .map_err(|error| format!("summary '{}': {error}", path.display()))?;
        }
        let mut out = io::stdout().lock();
        let mut print = |text: &str| {
            let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
        };
        print(&report::closing(config, &books.tally));
        if let Some(why) = books.failure {
            return Err(why);
        }
        let is_complete = books.decided || books.done.len() == total;
        if !is_complete && is_stopped {
            let arena = std::env::args().next().unwrap_or_else(|| "arena".to_owned());
            let path = path.display();
            print(&format!("Tournament was interrupted. To resume the tournament, run: {arena} -resume {path}\n"));
            return Ok(End::Interrupted);
        }
        print("Finished match\n");
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
        print(&format!("Total Time: {hours:02}:{minutes:02}:{:02} (hours:minutes:seconds)\n", seconds % 60));
        if config.state.is_none() {
            let _ = std::fs::remove_file(path);
        }
        Ok(End::Complete)
    }
}

/// Why an engine is not ready.
enum Start {
    /// It cannot be started at all: no match without it.
    Impossible(String),
    /// It was started and did something wrong.
    Fault(Fault),
}

impl Books {
    /// Takes a game into account; says whether that completes an encounter.
    fn count(&mut self, pairing: &Pairing, game: &Finished) -> bool {
        self.done.insert(game.id);
        self.spent = (self.spent.0 + game.spent.0, self.spent.1 + game.spent.1);
        self.tally.add(pairing.engines, game)
    }

    /// Writes a game into all files, the state last.
    fn keep(&mut self, config: &Config, game: &Finished) -> Result<(), String> {
        if let (Some(file), Some(out)) = (&mut self.pgn, &config.pgn) {
            file.write(&written::pgn(config, out, game))?;
        }
        if let Some(file) = &mut self.epd {
            file.write(&written::epd(game))?;
        }
        let length = |file: &Option<Output>| file.as_ref().map_or(0, |file| file.length);
        self.journal.keep(game, [length(&self.pgn), length(&self.epd)])
    }
}

/// A file that grows, and how long it is.
struct Output {
    file: File,
    path: PathBuf,
    length: u64,
}

impl Output {
    /// Opens a file. `length` is what it had when the match was stopped: whatever stands behind belongs to a game that
    /// will be played again.
    fn open(path: &Path, append: bool, length: Option<u64>) -> Result<Self, String> {
        let wrong = |why: &dyn std::fmt::Display| format!("'{}': {why}", printable(&path.to_string_lossy()));
        let is_new = length.is_none() && !append;
        let file = File::options().create(true).read(true).append(true).open(path).map_err(|error| wrong(&error))?;
        let present = file.metadata().map_err(|error| wrong(&error))?.len();
        let length = match length {
            Some(length) if length > present => {
                return Err(wrong(&"the file has lost games that the state of the match says are in it"));
            }
            Some(length) => length,
            None if is_new => 0,
            None => present,
        };
        file.set_len(length).map_err(|error| wrong(&error))?;
        Ok(Self { file, path: path.to_owned(), length })
    }

    fn write(&mut self, text: &str) -> Result<(), String> {
        self.file.write_all(text.as_bytes()).map_err(|error| format!("'{}': {error}", self.path.display()))?;
        self.length += text.len() as u64;
        Ok(())
    }
}

/// Binds this thread, and the engines that it starts, to one processor.
fn pin(number: usize, processors: &[usize], log: &Log) {
    #[cfg(target_os = "linux")]
    {
        let all = std::thread::available_parallelism().map_or(1, usize::from);
        let processor = processors.get(number % processors.len().max(1)).copied().unwrap_or(number % all);
        let mut set = rustix::thread::CpuSet::new();
        set.set(processor);
        if let Err(error) = rustix::thread::sched_setaffinity(None, &set) {
            log.note(&format!("thread {number} cannot be bound to processor {processor}: {error}"));
        }
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _ = (number, processors);
        log.note("threads are bound to processors on Linux only");
    }
}

/// A bar for somebody who watches, nothing for a log file.
fn progress(games: usize) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:40} {pos} of {len} games, {eta} left");
    let bar = ProgressBar::new(games as u64).with_style(style.expect("the template is well formed"));
    bar.enable_steady_tick(Duration::from_secs(1));
    bar
}

/// The whole of going on with a match: reads the state, takes the match's folder and command line, plays.
///
/// # Errors
/// What makes it impossible, in one line.
pub fn resume_from(path: &Path, stop: &Arc<AtomicBool>) -> Result<End, String> {
    let state = journal::read(path)?;
    let path = std::path::absolute(path).map_err(|error| error.to_string())?;
    std::env::set_current_dir(&state.head.folder)
        .map_err(|error| format!("folder '{}': {error}", state.head.folder.display()))?;
    let super::command::Command::Match(mut config, _) = super::command::parse(&state.head.arguments)? else {
        return Err("the state is not that of a match".to_owned());
    };
    config.seed = state.head.seed;
    resume(&config, &path, state, stop)
}
