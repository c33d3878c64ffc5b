//! The shared state of a match, and the work of its threads.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use indicatif::ProgressBar;
use movegen::{Color, Turn};

use super::runner::Match;
use super::standing::{Output, Standing};
use super::suite::Suite;
use crate::config::{Config, EngineConfig, FileOut, Protocol};
use crate::games::referee;
use crate::players::builtin;
use crate::players::fault::Fault;
use crate::players::log::Log;
use crate::players::process::Process;
use crate::players::uci::Uci;
use crate::players::xboard::Xboard;
use crate::players::{Identity, Player};
use crate::schedule::{Pairing, Schedule};
use crate::tally::Tally;
use crate::{progress, report};
use games::PlayedGame;

/// The end of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// All games are finished, or the sequential test is decided.
    Complete,
    /// It was interrupted and can be resumed.
    Interrupted,
}

/// The shared state of a match.
pub(super) struct Contest<'a, G: PlayedGame> {
    pub(super) config: &'a Config,
    start: G,
    pub(super) schedule: Schedule,
    pub(super) suite: Suite<G>,
    pub(super) log: Arc<Log>,
    pub(super) stop: &'a Arc<AtomicBool>,
    /// Set when no new game starts: the match is interrupted, decided, or failed.
    pub(super) over: AtomicBool,
    pub(super) bar: ProgressBar,
    pub(super) standing: Mutex<Standing>,
}

impl<'a, G: PlayedGame> Contest<'a, G> {
    pub(super) fn open(work: Match<'a>, start: G) -> Result<Self, String> {
        let Match { config, journal, games, lengths, stop } = work;
        let schedule = Schedule::new(config);
        let suite = Suite::new(config, &start)?;
        let log = Log::open(config.log.as_ref(), !games.is_empty())?;
        let output = |out: Option<&FileOut>, i: usize| {
            out.map(|out| Output::open(out, lengths.map(|lengths| lengths[i]))).transpose()
        };
        let pgn = output(config.pgn.as_ref().map(|out| &out.file), 0)?;
        let epd = output(config.epd.as_ref(), 1)?;
        let mut standing = Standing {
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
                standing.count(&pairing, game);
            }
        }
        let bar = progress::bar(schedule.total() as u64, "games");
        bar.set_position(standing.done.len() as u64);
        let standing = Mutex::new(standing);
        Ok(Self {
            config,
            start,
            schedule,
            suite,
            log: Arc::new(log),
            stop,
            over: AtomicBool::new(false),
            bar,
            standing,
        })
    }

    pub(super) fn standing(&self) -> MutexGuard<'_, Standing> {
        self.standing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Prints lines. A reader that has closed the pipe does not end the match.
    pub(super) fn print(&self, text: &str) {
        if text.is_empty() {
            return;
        }
        self.bar.suspend(|| {
            let mut out = io::stdout().lock();
            let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
        });
    }

    pub(super) fn announce(&self, path: &Path) {
        let config = self.config;
        let done = self.standing().done.len();
        let mut text = String::new();
        if let Some(openings) = self.suite.count() {
            text.push_str(&format!("Indexing opening suite... {openings} openings\n"));
        }
        text.push_str(&format!("Info; {} by the rules of this project, seed {}\n", config.variant, config.seed));
        if done > 0 {
            text.push_str(&format!("Info; {done} of {} games are played\n", self.schedule.total()));
        }
        text.push_str(&format!("Info; to resume an interrupted match: arena -resume {}\n", path.display()));
        self.print(&text);
        self.log.note(text.trim_end());
    }

    /// Starts every engine once, so that one that cannot start fails the match before its first game.
    pub(super) fn try_engines(&self) -> Result<(), String> {
        if self.standing().done.len() < self.schedule.total() {
            for config in &self.config.engines {
                self.start_engine(config).map_err(|why| startup_failure(config, &why))?;
            }
        }
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed) || self.stop.load(Ordering::Relaxed)
    }

    /// Ends the match with an error.
    pub(super) fn fail(&self, why: String) {
        self.log.note(&why);
        self.standing().failure.get_or_insert(why);
        self.over.store(true, Ordering::Relaxed);
    }

    /// Returns the next game.
    fn next(&self) -> Option<Pairing> {
        let mut standing = self.standing();
        while standing.done.contains(&standing.next) {
            standing.next += 1;
        }
        let pairing = self.schedule.game(standing.next).filter(|_| !self.is_over())?;
        standing.next += 1;
        Some(pairing)
    }

    /// Runs one thread: plays games until none is left.
    pub(super) fn work(&self, number: usize) {
        if let Some(processors) = &self.config.affinity {
            pin(number, processors, &self.log);
        }
        let mut players: Vec<Option<Box<dyn Player<G>>>> = self.config.engines.iter().map(|_| None).collect();
        while let Some(pairing) = self.next() {
            let engines = pairing.by_color();
            players.iter_mut().enumerate().filter(|(i, _)| !engines.contains(i)).for_each(|(_, player)| *player = None);
            if self.one_game(&pairing, &mut players).is_none() {
                break;
            }
            std::thread::sleep(self.config.wait);
        }
    }

    /// Plays one game; returns `None` if the match ends before.
    fn one_game(&self, pairing: &Pairing, players: &mut [Option<Box<dyn Player<G>>>]) -> Option<()> {
        let Some(opening) = self.suite.get(pairing.opening) else {
            self.fail("no openings are left".to_owned());
            return None;
        };
        let engines = pairing.by_color();
        self.print(&report::started(self.config, pairing, self.schedule.total()));
        let mut forfeit = None;
        for side in Color::BOTH {
            let engine = engines[side];
            if players[engine].is_some() {
                continue;
            }
            match self.start_engine(&self.config.engines[engine]) {
                Ok(player) => {
                    self.standing().identities[engine].clone_from(player.identity());
                    players[engine] = Some(player);
                }
                Err(Start::Fault(fault)) => forfeit = forfeit.or(Some((side, fault))),
                Err(why) => {
                    self.fail(startup_failure(&self.config.engines[engine], &why));
                    return None;
                }
            }
        }
        let played = match forfeit {
            Some((side, fault)) => Some((referee::forfeit(self.config, pairing, &opening, side, fault), Vec::new())),
            None => {
                let mut white = players[engines[0]].take()?;
                let mut black = players[engines[1]].take()?;
                let both: [&mut dyn Player<G>; 2] = [white.as_mut(), black.as_mut()];
                let played = referee::play(self.config, pairing, &opening, both, self.stop);
                (players[engines[0]], players[engines[1]]) = (Some(white), Some(black));
                played
            }
        };
        let (game, warnings) = played?;
        self.take(pairing, &game, &warnings);
        for blame in &game.blames {
            if blame.kind.needs_restart() {
                players[blame.engine] = None;
                if self.config.no_recover {
                    self.fail(format!("{}: {}", self.config.engines[blame.engine].name, blame.detail));
                }
            }
        }
        for engine in engines {
            let needs_new_process = players[engine].as_ref().is_some_and(|player| player.needs_new_process());
            if needs_new_process || self.config.engines[engine].restart {
                players[engine] = None;
            }
        }
        Some(())
    }

    /// Starts an engine.
    fn start_engine(&self, config: &EngineConfig) -> Result<Box<dyn Player<G>>, Start> {
        let start = || Process::start_engine(config, &self.log).map_err(Start::Impossible);
        let (variant, timeouts) = (&self.config.variant, &self.config.timeouts);
        Ok(match config.protocol {
            Protocol::Builtin => builtin::start(config, &self.start).map_err(Start::Impossible)?,
            Protocol::Uci => Box::new(Uci::start(start()?, config, variant, timeouts).map_err(Start::Fault)?),
            Protocol::Xboard => {
                let xboard = Xboard::start(start()?, config, variant, timeouts).map_err(Start::Fault)?;
                if self.start.turn() == Turn::Both && !xboard.supports_simultaneous_turns() {
                    let why = "games with simultaneous turns need an XBoard engine with the feature coordinates";
                    return Err(Start::Impossible(why.to_owned()));
                }
                Box::new(xboard)
            }
        })
    }
}

/// Why an engine did not start.
#[derive(thiserror::Error, Debug)]
enum Start {
    /// It cannot be started at all, which ends the match.
    #[error("{0}")]
    Impossible(String),
    /// It was started and failed.
    #[error("{0}")]
    Fault(Fault),
}

fn startup_failure(config: &EngineConfig, why: &Start) -> String {
    format!("{} engine startup failure: \"{why}\"", config.name)
}

/// Binds this thread, and the engines that it starts, to one processor.
fn pin(number: usize, processors: &[usize], log: &Log) {
    #[cfg(target_os = "linux")]
    {
        let first_free = || number % crate::arguments::processors();
        let processor = processors.get(number % processors.len().max(1)).copied().unwrap_or_else(first_free);
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
