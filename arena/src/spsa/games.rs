//! The games of a tuning run: pairs between two processes of one engine with different parameters.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use games::PlayedGame;
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

/// Saves a state, and receives the faults of the iteration before it.
pub type Save<'a> = dyn FnMut(&State, &[String]) -> Result<(), String> + 'a;

/// Games won, drawn and lost by the first side, and faults with the number of their game. The error is `None` if the iteration was
/// interrupted.
type Score = Result<([u64; 3], Vec<(usize, String)>), Option<String>>;

/// Two processes with different parameters.
type EnginePair = [Option<Uci>; 2];

/// A tuning run.
#[derive(Clone, Copy)]
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

impl<'a> Run<'a> {
    /// Continues from a state, which is passed to `save` after each iteration with its faults.
    pub fn play(self, state: &'a mut State, save: &'a mut Save<'a>) -> Result<End, String> {
        let work = Work { run: self, state, save };
        visit(&self.config.variant, work).unwrap_or_else(|| Err("there is no such game".to_owned()))
    }
}

struct Work<'a> {
    run: Run<'a>,
    state: &'a mut State,
    save: &'a mut Save<'a>,
}

impl Visitor for Work<'_> {
    type Out = Result<End, String>;

    fn visit<G: PlayedGame>(self, start: G) -> Self::Out {
        let Self { run, state, save } = self;
        let config = run.config;
        let log = Arc::new(Log::open(config.log.as_ref(), false)?);
        let pairs = (0..config.concurrency.clamp(1, 2 * run.pairs)).map(|_| Mutex::default()).collect();
        let pool = Pool::<G> { run, schedule: Schedule::new(config), suite: Suite::new(config, &start)?, log, pairs };
        while state.iteration < run.plan.iterations {
            let trial = state.trial(run.tuned, &run.plan);
            let (games, mut faults) = match pool.iteration(state.iteration, &trial.sides) {
                Ok(score) => score,
                Err(None) => return Ok(End::Interrupted),
                Err(Some(why)) => return Err(why),
            };
            faults.sort();
            let faults: Vec<String> = faults.into_iter().map(|(_, text)| text).collect();
            state.update(run.tuned, &trial, games);
            save(state, &faults)?;
        }
        Ok(End::Complete)
    }
}

/// The engines of all games played in parallel.
struct Pool<'a, G: PlayedGame> {
    run: Run<'a>,
    schedule: Schedule,
    suite: Suite<G>,
    log: Arc<Log>,
    pairs: Vec<Mutex<EnginePair>>,
}

impl<G: PlayedGame> Pool<'_, G> {
    /// Plays the pairs of an iteration.
    fn iteration(&self, iteration: usize, sides: &Sides) -> Score {
        let (first, number) = (2 * iteration * self.run.pairs + 1, 2 * self.run.pairs);
        let next = AtomicUsize::new(0);
        let all: Mutex<Score> = Mutex::new(Ok(Default::default()));
        let score = || all.lock().unwrap_or_else(PoisonError::into_inner);
        let work = |thread: usize| -> Result<(), Option<String>> {
            let mut pair = self.pairs[thread].lock().unwrap_or_else(PoisonError::into_inner);
            for (engine, values) in pair.iter_mut().zip(sides) {
                engine.as_mut().map_or(Ok(()), |engine| self.set(engine, values))?;
            }
            while score().is_ok() {
                let at = next.fetch_add(1, Ordering::Relaxed);
                if at >= number {
                    break;
                }
                let game = self.game(&mut pair, sides, first + at)?;
                if let Ok((games, faults)) = &mut *score() {
                    game.half_points().into_iter().for_each(|half_points| games[2 - half_points] += 1);
                    let fault = |detail, side| format!("game {}: {} ({side})", game.id, printable(detail));
                    faults.extend(game.blames.iter().map(|blame| (game.id, fault(&blame.detail, &blame.side))));
                }
            }
            Ok(())
        };
        let fail = |why| *score() = Err(why);
        in_threads(self.pairs.len(), |thread| work(thread).unwrap_or_else(fail), |why| fail(Some(why)));
        all.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Plays one game.
    fn game(&self, pair: &mut EnginePair, sides: &Sides, id: usize) -> Result<Finished, Option<String>> {
        let pairing = self.schedule.game(id).ok_or_else(|| "the match has too few rounds".to_owned())?;
        let opening = self.suite.get(pairing.opening).ok_or_else(|| "there are no openings left".to_owned())?;
        for (i, engine) in pair.iter_mut().enumerate().filter(|(_, engine)| engine.is_none()) {
            let mut started = self.start_engine(i)?;
            self.set(&mut started, &sides[i])?;
            *engine = Some(started);
        }
        let [Some(one), Some(two)] = pair else { return Err(Some("an engine is missing".to_owned())) };
        let players: [&mut dyn Player<G>; 2] = if pairing.first_is_white { [one, two] } else { [two, one] };
        let (game, _) = referee::play(self.run.config, &pairing, &opening, players, self.run.stop).ok_or(None)?;
        for blame in game.blames.iter().filter(|blame| blame.kind.needs_restart()) {
            pair[blame.engine] = None;
        }
        Ok(game)
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
        let mut settings = self.run.tuned.iter().zip(values);
        match settings.find(|(p, value)| !engine.set(p.name, &value.to_string())) {
            Some((p, value)) => Err(format!(
                "the engine has no option {} that takes {value}: it has to be built with '--features tune'",
                p.name
            )),
            None => Ok(()),
        }
    }
}
