//! The games of a tuning run: pairs between two processes of one engine with different parameters.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use games::registry::{Visitor, visit};
use movegen::fen::printable;

use super::{Sides, SpsaPlan, State, Tuned};
use crate::config::{Config, Protocol};
use crate::games::finished::Finished;
use crate::games::referee;
use crate::matches::End;
use crate::matches::runner::in_threads;
use crate::matches::suite::Suite;
use crate::players::Player;
use crate::players::log::Log;
use crate::players::process::Process;
use crate::players::uci::Uci;
use crate::schedule::Schedule;
use games::PlayedGame;

/// Saves a state, and receives the faults of the iteration before it.
pub type Save<'a> = dyn FnMut(&State, &[String]) -> Result<(), String> + 'a;

/// Games won, drawn and lost by the first side, and faults.
type Score = ([u64; 3], Vec<String>);

/// A tuning run.
pub struct Run<'a> {
    /// A match between two processes of the engine, with the rounds of all iterations.
    pub config: &'a Config,
    /// The parameters.
    pub tuned: &'a [Tuned],
    /// The gain sequences.
    pub plan: SpsaPlan,
    /// Pairs of games for each iteration.
    pub pairs: usize,
    /// Set to stop; the current iteration is lost.
    pub stop: &'a Arc<AtomicBool>,
}

impl Run<'_> {
    /// Continues from a state, which is passed to `save` after each iteration with its faults.
    pub fn play(&self, state: &mut State, save: &mut Save<'_>) -> Result<End, String> {
        let work = Work { run: self, state, save };
        visit(&self.config.variant, work).unwrap_or_else(|| Err("there is no such game".to_owned()))
    }
}

struct Work<'a, 'r> {
    run: &'a Run<'r>,
    state: &'a mut State,
    save: &'a mut Save<'a>,
}

impl Visitor for Work<'_, '_> {
    type Out = Result<End, String>;

    fn visit<G: PlayedGame>(self) -> Self::Out {
        let Self { run, state, save } = self;
        let pool = Pool::<G>::open(run)?;
        while state.iteration < run.plan.iterations {
            let trial = state.trial(run.tuned, &run.plan);
            let Some((games, faults)) = pool.iteration(state.iteration, &trial.sides)? else {
                return Ok(End::Interrupted);
            };
            state.update(run.tuned, &trial, games);
            save(state, &faults)?;
        }
        Ok(End::Complete)
    }
}

/// Two processes, and the iteration whose parameters they have.
#[derive(Default)]
struct EnginePair {
    engines: [Option<Uci>; 2],
    iteration: Option<usize>,
}

/// The engines of all games played in parallel.
struct Pool<'a, G: PlayedGame> {
    run: &'a Run<'a>,
    schedule: Schedule,
    suite: Suite<G>,
    log: Arc<Log>,
    pairs: Vec<Mutex<EnginePair>>,
}

/// The results of an iteration.
#[derive(Default)]
struct Outcome {
    games: [u64; 3],
    faults: Vec<(usize, String)>,
    failure: Option<String>,
    is_stopped: bool,
}

impl<'a, G: PlayedGame> Pool<'a, G> {
    fn open(run: &'a Run<'a>) -> Result<Self, String> {
        let config = run.config;
        let log = Log::open(config.log.as_ref(), false)?;
        let pairs = (0..config.concurrency.clamp(1, 2 * run.pairs)).map(|_| Mutex::default()).collect();
        Ok(Self { run, schedule: Schedule::new(config), suite: Suite::new(config)?, log: Arc::new(log), pairs })
    }

    /// Plays the pairs of an iteration. Returns `None` if it was interrupted.
    fn iteration(&self, iteration: usize, sides: &Sides) -> Result<Option<Score>, String> {
        let (first, number) = (2 * iteration * self.run.pairs + 1, 2 * self.run.pairs);
        let next = AtomicUsize::new(0);
        let all = Mutex::new(Outcome::default());
        let outcome = || all.lock().unwrap_or_else(PoisonError::into_inner);
        let work = |thread: usize| {
            let mut pair = self.pairs[thread].lock().unwrap_or_else(PoisonError::into_inner);
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
        in_threads(self.pairs.len(), work, |why| outcome().failure = Some(why));
        let mut outcome = all.into_inner().unwrap_or_else(PoisonError::into_inner);
        outcome.faults.sort();
        match outcome.failure {
            Some(why) => Err(why),
            None if outcome.is_stopped => Ok(None),
            None => Ok(Some((outcome.games, outcome.faults.into_iter().map(|(_, text)| text).collect()))),
        }
    }

    /// Plays one game; returns `None` if it was interrupted.
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
        for blame in game.blames.iter().filter(|blame| blame.kind.needs_restart()) {
            pair.engines[blame.engine] = None;
        }
        Ok(Some(game))
    }

    /// Starts a process.
    fn start_engine(&self, i: usize) -> Result<Uci, String> {
        let Config { engines, variant, timeouts, .. } = self.run.config;
        let config = &engines[i];
        if config.protocol != Protocol::Uci {
            return Err("only engines that speak UCI can be tuned".to_owned());
        }
        Uci::start(Process::start_engine(config, &self.log)?, config, variant, timeouts)
            .map_err(|fault| format!("'{}' does not begin: {fault}", printable(&config.program.command)))
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
