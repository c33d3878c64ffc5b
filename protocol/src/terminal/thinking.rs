//! The search on a thread of its own, so that the thread that talks can show what it thinks and stop it: Ctrl-C makes the
//! engine move now.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use engine::skill::Skill;
use games::{Clock, Control, GameSession, Limits, Notation, Report, Request, Settings};
use movegen::Color;
use movegen::fen::printable;
use signal_hook::{consts::SIGINT, flag};

use super::playable::Playable;
use super::thought::Thought;
use crate::slot::EngineSlot;

/// The level that plays as well as it can.
pub(super) const FULL_LEVEL: u32 = engine::skill::FULL_OPTION;
/// The search's stack in bytes: it goes deep.
const STACK: usize = 64 << 20;
const POLL_INTERVAL: Duration = Duration::from_millis(20);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Pace {
    Each(Duration),
    Game(Duration, Duration),
    /// Nodes per move, without a clock.
    Nodes(u64),
}

impl Default for Pace {
    fn default() -> Self {
        Self::Each(Duration::from_secs(2))
    }
}

impl Pace {
    /// Reads `2.5`, seconds a move, or `5+3`, minutes for the engine's game and seconds for each of its moves.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        /// A day: no sum of such times overflows.
        const MAX_SECONDS: f64 = 86_400.0;
        let time = |text: &str, unit: f64| {
            let seconds = text.parse::<f64>().ok()? * unit;
            (0.0..=MAX_SECONDS).contains(&seconds).then(|| Duration::from_secs_f64(seconds))
        };
        let pace = match text.split_once('+') {
            None => time(text, 1.0).map(Self::Each),
            Some((game, each)) => time(game, 60.0).zip(time(each, 1.0)).map(|(game, each)| Self::Game(game, each)),
        };
        let wrong = || format!("'{}' is no time: '2.5' seconds a move, or '5+3' minutes and seconds", printable(text));
        pace.ok_or_else(wrong)
    }

    pub(super) fn nodes(text: &str) -> Result<Self, String> {
        let nodes = text.parse().ok().filter(|&nodes| nodes > 0);
        nodes.map(Self::Nodes).ok_or_else(|| format!("'{}' is no number of nodes", printable(text)))
    }

    pub(super) fn limits(self) -> Limits {
        let mut limits = Limits::default();
        match self {
            Self::Each(time) => limits.move_time = Some(time),
            Self::Game(left, increment) => limits.clock = Some(Clock { left, increment }),
            Self::Nodes(nodes) => limits.nodes = Some(nodes),
        }
        limits
    }

    /// Takes off the clock what a move has taken.
    pub(super) fn spend(&mut self, taken: Duration) {
        if let Self::Game(left, increment) = self {
            *left = left.saturating_sub(taken) + *increment;
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Opponent {
    pub(super) level: u32,
    pub(super) pace: Pace,
    /// The seed of the mistakes of a weaker player and of the choices in Apocalypse; 0 differs each time.
    pub(super) seed: u64,
}

impl Opponent {
    /// Returns the engine settings. A seed makes play reproducible, so it excludes endgame tables: they are loaded in the
    /// background.
    pub(super) fn settings(self) -> Settings {
        let skill = Skill::of_option(self.level);
        Settings { skill, seed: self.seed, endings: self.seed == 0, ..Settings::default() }
    }
}

/// Detects Ctrl-C while no line is being edited.
pub(super) struct Interrupts {
    seen: Arc<AtomicBool>,
    asks: Arc<AtomicBool>,
}

impl Interrupts {
    /// Starts to record Ctrl-C on an interactive terminal. Elsewhere it ends the process as usual.
    pub(super) fn watched(is_terminal: bool) -> Self {
        let interrupts = Self { seen: Arc::default(), asks: Arc::default() };
        let watch = || {
            let [seen, asks] = [&interrupts.seen, &interrupts.asks].map(Arc::clone);
            flag::register_conditional_shutdown(SIGINT, 0, asks)?;
            flag::register(SIGINT, seen)
        };
        if is_terminal && let Err(error) = watch() {
            log::warn!("Ctrl-C cannot be watched: {error}");
        }
        interrupts
    }

    /// Asks the user for something; meanwhile Ctrl-C ends the process if the terminal cannot report it otherwise.
    pub(super) fn while_asking<T>(&self, ask: impl FnOnce() -> T) -> T {
        self.asks.store(true, Ordering::Release);
        let answer = ask();
        self.asks.store(false, Ordering::Release);
        answer
    }

    /// Returns `true` if Ctrl-C was pressed since the last call.
    fn take(&self) -> bool {
        self.seen.swap(false, Ordering::AcqRel)
    }
}

pub(super) struct Found<M> {
    /// The move; `None` if the game is over.
    pub(super) best: Option<M>,
    pub(super) thought: Option<Thought>,
    pub(super) taken: Duration,
    pub(super) is_interrupted: bool,
}

/// Searches for a side until a limit is reached or the user interrupts; `show` receives its reports.
pub(super) fn think<G: Playable>(
    engine: &mut EngineSlot,
    game: &GameSession<G>,
    side: Color,
    limits: Limits,
    interrupts: &Interrupts,
    show: &dyn Fn(&str),
) -> Result<Found<G::Move>, String> {
    let control = Control::default();
    control.arm(false);
    interrupts.take();
    let begin = Instant::now();
    let request = Request { side, among: Vec::new(), limits };
    let (sender, thoughts) = mpsc::channel();
    let search = || {
        let mut report = |news: Report<String>| {
            // The receiver may be gone, which is no reason to stop.
            Thought::of(&news, game, side).into_iter().for_each(|thought| drop(sender.send(thought)));
        };
        let answer = engine.get(game).search(game, &request, &control, &mut report);
        // The listener ends when the sender is gone.
        drop(sender);
        let best = answer.map_err(|error| error.to_string())?.best;
        let read = |text: String| game.position().read(side, &text, Notation::Coordinates);
        best.map(read).transpose().map_err(|error| error.to_string())
    };
    let mut found = Found { best: None, thought: None, taken: Duration::ZERO, is_interrupted: false };
    thread::scope(|scope| {
        let builder = thread::Builder::new().name("search".to_owned()).stack_size(STACK);
        let searching =
            builder.spawn_scoped(scope, search).map_err(|error| format!("no thread to think on: {error}"))?;
        loop {
            match thoughts.recv_timeout(POLL_INTERVAL) {
                Ok(thought) => {
                    show(&thought.text());
                    found.thought = Some(thought);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if interrupts.take() {
                found.is_interrupted = true;
                control.stop();
            }
        }
        found.best = searching.join().map_err(|_| "the search has failed".to_owned())??;
        found.taken = begin.elapsed();
        Ok(found)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::{Chess, Position};

    #[test]
    fn pace_is_time_per_move_or_clock() {
        assert_eq!(Pace::read("0.5"), Ok(Pace::Each(Duration::from_millis(500))));
        assert_eq!(Pace::read("5+3"), Ok(Pace::Game(Duration::from_secs(300), Duration::from_secs(3))));
        for text in ["", "x", "-1", "1e99", "NaN", "5+", "+", "inf", "1+2+3"] {
            assert!(Pace::read(text).unwrap_err().contains(&format!("'{text}'")), "{text}");
        }
    }

    #[test]
    fn the_engines_clock_runs_while_it_thinks() {
        let mut opponent = Opponent { level: 20, pace: Pace::read("1+2").unwrap(), seed: 0 };
        opponent.pace.spend(Duration::from_secs(10));
        assert_eq!(opponent.pace, Pace::Game(Duration::from_secs(52), Duration::from_secs(2)));
        opponent.pace.spend(Duration::from_secs(100));
        assert_eq!(opponent.pace, Pace::Game(Duration::from_secs(2), Duration::from_secs(2)));
    }

    #[test]
    fn an_interrupted_search_moves_at_once() {
        let game = GameSession::<Position<Chess>>::default();
        let mut engine = EngineSlot::new(Settings { hash: Some(1), ..Settings::default() });
        let interrupts = Interrupts::watched(false);
        let limits = Limits { infinite: true, ..Limits::default() };
        // A search without end ends only because the first thought brings the interruption.
        let interrupt = |_: &str| interrupts.seen.store(true, Ordering::Release);
        let found = think(&mut engine, &game, Color::White, limits, &interrupts, &interrupt).unwrap();
        assert!(found.is_interrupted && found.best.is_some() && found.thought.is_some());
    }
}
