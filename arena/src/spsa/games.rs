//! The games of a run: pairs between two processes of one engine with different numbers, refereed as in the arena.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use movegen::fen::printable;
use movegen::variants::{Visit, VisitTurnBased, with};
use movegen::{Position, Variant};

use super::{Sides, SpsaPlan, State, Tuned};
use crate::config::{Body, Config};
use crate::games::finished::Finished;
use crate::games::referee;
use crate::matches::suite::Suite;
use crate::players::Player;
use crate::players::log::Log;
use crate::players::process::Process;
use crate::players::uci::Uci;
use crate::rules::Refereed;
use crate::schedule::Schedule;

/// Bytes of stack for a thread that referees.
const STACK: usize = 4 << 20;

/// How a run has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// All iterations are done.
    Complete,
    /// It was interrupted and can go on.
    Interrupted,
}

/// Keeps a state, and takes what engines did wrong on the way to it.
pub type Keep<'a> = dyn FnMut(&State, &[String]) -> Result<(), String> + 'a;

/// Games won, drawn and lost by the first side, and what engines did wrong.
type Score = ([u64; 3], Vec<String>);

/// What is played, and who is told.
pub struct Run<'a> {
    /// A match between two UCI engines, the one whose numbers are tuned twice, of as many rounds as all iterations need.
    pub config: &'a Config,
    /// The parameters.
    pub tuned: &'a [Tuned],
    /// The gains.
    pub plan: SpsaPlan,
    /// Pairs of games for each iteration.
    pub pairs: usize,
    /// Set to stop; the iteration under way is lost.
    pub stop: &'a Arc<AtomicBool>,
}

impl Run<'_> {
    /// Plays on from a state, which is handed to `keep` after each iteration, with what engines did wrong in it.
    ///
    /// # Errors
    /// What makes the run impossible, in one line.
    pub fn play(&self, state: &mut State, keep: &mut Keep<'_>) -> Result<End, String> {
        let work = Work { run: self, state, keep };
        with(&self.config.variant, work).unwrap_or_else(|| Err("there is no such game".to_owned()))
    }
}

struct Work<'a, 'r> {
    run: &'a Run<'r>,
    state: &'a mut State,
    keep: &'a mut Keep<'a>,
}

impl VisitTurnBased for Work<'_, '_> {
    type Out = Result<End, String>;

    fn turn_based<V: Variant>(self) -> Self::Out {
        self.play::<Position<V>>()
    }
}
impl Visit for Work<'_, '_> {
    fn apocalypse(self) -> Self::Out {
        self.play::<apocalypse::Position>()
    }
}

impl Work<'_, '_> {
    fn play<G: Refereed>(self) -> Result<End, String> {
        let Self { run, state, keep } = self;
        let pool = Pool::<G>::open(run)?;
        while state.iteration < run.plan.iterations {
            let trial = state.trial(run.tuned, &run.plan);
            let Some((games, faults)) = pool.iteration(state.iteration, &trial.sides)? else {
                return Ok(End::Interrupted);
            };
            state.learn(run.tuned, &trial, games);
            keep(state, &faults)?;
        }
        Ok(End::Complete)
    }
}

/// Two processes, and the iteration whose numbers they have.
#[derive(Default)]
struct EnginePair {
    engines: [Option<Uci>; 2],
    iteration: Option<usize>,
}

/// Engines for all games that are played side by side.
struct Pool<'a, G: Refereed> {
    run: &'a Run<'a>,
    schedule: Schedule,
    suite: Suite<G>,
    log: Arc<Log>,
    pairs: Vec<Mutex<EnginePair>>,
}

/// What the threads of an iteration have come to.
#[derive(Default)]
struct Outcome {
    games: [u64; 3],
    faults: Vec<(usize, String)>,
    failure: Option<String>,
    is_stopped: bool,
}

impl<'a, G: Refereed> Pool<'a, G> {
    fn open(run: &'a Run<'a>) -> Result<Self, String> {
        let config = run.config;
        let log = match &config.log {
            Some(out) => Log::to(&out.path, out.append, out.traffic)
                .map_err(|error| format!("log '{}': {error}", printable(&out.path.to_string_lossy())))?,
            None => Log::none(),
        };
        let pairs = (0..config.concurrency.clamp(1, 2 * run.pairs)).map(|_| Mutex::default()).collect();
        Ok(Self { run, schedule: Schedule::new(config), suite: Suite::new(config)?, log: Arc::new(log), pairs })
    }

    /// Plays the pairs of an iteration: games won, drawn and lost by the first side, and the faults of engines. `None`
    /// if it was stopped.
    fn iteration(&self, iteration: usize, sides: &Sides) -> Result<Option<Score>, String> {
        let (first, number) = (2 * iteration * self.run.pairs + 1, 2 * self.run.pairs);
        let next = AtomicUsize::new(0);
        let all = Mutex::new(Outcome::default());
        let outcome = || all.lock().unwrap_or_else(PoisonError::into_inner);
        let work = |pair: &Mutex<EnginePair>| {
            let mut pair = pair.lock().unwrap_or_else(PoisonError::into_inner);
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                if at >= number || outcome().failure.is_some() || outcome().is_stopped {
                    return;
                }
                match self.game(&mut pair, iteration, sides, first + at) {
                    Ok(Some(game)) => outcome().count(&game),
                    Ok(None) => outcome().is_stopped = true,
                    Err(why) => outcome().failure = Some(why),
                }
            }
        };
        std::thread::scope(|scope| {
            for (i, pair) in self.pairs.iter().enumerate() {
                let work = &work;
                let builder = std::thread::Builder::new().name(format!("game {i}")).stack_size(STACK);
                if let Err(error) = builder.spawn_scoped(scope, move || work(pair)) {
                    outcome().failure = Some(format!("no more threads: {error}"));
                }
            }
        });
        let mut outcome = all.into_inner().unwrap_or_else(PoisonError::into_inner);
        outcome.faults.sort();
        match outcome.failure {
            Some(why) => Err(why),
            None if outcome.is_stopped => Ok(None),
            None => Ok(Some((outcome.games, outcome.faults.into_iter().map(|(_, text)| text).collect()))),
        }
    }

    /// Plays one game; `None` if it was stopped.
    fn game(
        &self,
        pair: &mut EnginePair,
        iteration: usize,
        sides: &Sides,
        id: usize,
    ) -> Result<Option<Finished>, String> {
        let config = self.run.config;
        let pairing = self.schedule.game(id).ok_or("the match has too few rounds")?;
        let opening = self.suite.get(pairing.opening).ok_or("there are no openings left")?;
        for (i, values) in sides.iter().enumerate() {
            let is_new = pair.engines[i].is_none();
            if is_new {
                pair.engines[i] = Some(self.start_engine(i)?);
            }
            if let Some(engine) = &mut pair.engines[i]
                && (is_new || pair.iteration != Some(iteration))
            {
                self.set(engine, values)?;
            }
        }
        pair.iteration = Some(iteration);
        let [Some(one), Some(two)] = &mut pair.engines else {
            return Err("an engine is missing".to_owned());
        };
        let players: [&mut dyn Player<G>; 2] = if pairing.first_is_white { [one, two] } else { [two, one] };
        let played = referee::play(config, &pairing, &opening, players, self.run.stop);
        let Some((game, _)) = played else { return Ok(None) };
        for blame in game.blames.iter().filter(|blame| blame.sort.needs_restart()) {
            pair.engines[blame.engine] = None;
        }
        Ok(Some(game))
    }

    /// Starts a process.
    fn start_engine(&self, i: usize) -> Result<Uci, String> {
        let config = &self.run.config.engines[i];
        let Body::Uci(program) = &config.body else {
            return Err("only engines that speak UCI can be tuned".to_owned());
        };
        let process = Process::start(program, &config.name, &self.log)
            .map_err(|error| format!("cannot start '{}': {error}", printable(&program.command)))?;
        Uci::start(process, config, &self.run.config.variant, &self.run.config.patience)
            .map_err(|fault| format!("'{}' does not begin: {fault}", printable(&program.command)))
    }

    fn set(&self, engine: &mut Uci, values: &[i32]) -> Result<(), String> {
        for (p, value) in self.run.tuned.iter().zip(values) {
            if !engine.set(p.name, &value.to_string()) {
                return Err(format!(
                    "the engine has no option {} that takes {value}: it has to be built with '--features tune'",
                    p.name
                ));
            }
        }
        Ok(())
    }
}

impl Outcome {
    fn count(&mut self, game: &Finished) {
        if let Some(half_points) = game.half_points() {
            self.games[2 - half_points] += 1;
        }
        for blame in &game.blames {
            self.faults.push((game.id, format!("game {}: {} ({})", game.id, printable(&blame.detail), blame.side)));
        }
    }
}
