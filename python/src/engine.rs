//! The class `Engine`, which searches turn-based games.

use std::sync::{Mutex, MutexGuard, TryLockError};
use std::time::Duration;

use ::engine::DEFAULT_HASH;
use ::engine::skill::Skill;
use games::{Answer, AnyEngine, AnySession, Control, Progress, Report, Request, Resources, Settings};
use movegen::fen::printable;
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;

use crate::analysis::{Analysis, Line};
use crate::errors::{Whole, value_error};
use crate::interrupt;
use crate::limits::{Keywords, Seconds};
use crate::moves::MoveText;
use crate::position::Game;
use crate::session::{self, TurnBased};

/// The settings that the keywords of an engine mean.
pub(crate) fn settings(hash: Whole, threads: Whole, level: Whole, seed: Whole) -> PyResult<Settings> {
    Ok(Settings {
        hash: Some(hash.within_option("hash", "Hash")? as usize),
        threads: threads.within_option("threads", "Threads")? as usize,
        skill: Skill::of_option(level.within_option("level", "Skill Level")? as u32),
        seed: seed.within("seed", 0, u64::MAX)?,
        ..Settings::default()
    })
}

/// An engine of any game behind a lock that only one search can hold: a second one would wait with the interpreter held.
pub(crate) struct Searcher {
    engine: Mutex<Box<dyn AnyEngine>>,
    control: Control,
}

impl Searcher {
    /// Creates the engine of a session's game.
    pub(crate) fn new(session: &dyn AnySession, settings: Settings, resources: &Resources) -> PyResult<Self> {
        let engine = session.new_engine(settings, resources).map_err(value_error)?;
        Ok(Self { engine: Mutex::new(engine), control: Control::default() })
    }

    /// Locks the engine.
    pub(crate) fn hold(&self) -> PyResult<MutexGuard<'_, Box<dyn AnyEngine>>> {
        match self.engine.try_lock() {
            Ok(engine) => Ok(engine),
            Err(TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => Err(PyRuntimeError::new_err("this engine is searching already")),
        }
    }

    /// Searches with these settings, with the interpreter released.
    pub(crate) fn search(
        &self,
        py: Python<'_>,
        session: &dyn AnySession,
        request: &Request<String>,
        settings: Settings,
        report: &mut (dyn FnMut(Report<String>) + Send),
    ) -> PyResult<Answer<String>> {
        let mut engine = self.hold()?;
        engine.set(settings);
        self.control.arm(false);
        let (engine, control) = (&mut *engine, &self.control);
        interrupt::run(py, control, || engine.search(session, request, control, report))?.map_err(value_error)
    }

    /// Stops a search that runs in another thread.
    pub(crate) fn stop(&self) {
        self.control.stop();
    }
}

/// Searches one game. The hash table is kept between searches.
///
/// >>> from upheaval import Board, Engine
/// >>> engine = Engine("chess", hash=1)
/// >>> found = engine.analyse(Board("chess", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"), depth=3)
/// >>> found.best, found.score
/// ('a1a8', Score(cp=None, mate=1))
///
/// `hash` is the size of its table in MiB, `level` its strength, from 0 to 20, full strength. The `seed` determines the mistakes
/// of weaker levels; 0 is a new seed each time. With one thread, full strength and a limit of depth or nodes, the same
/// searches after `new_game` find the same on every machine.
#[pyclass(frozen, module = "upheaval")]
pub(crate) struct Engine {
    searcher: Searcher,
    settings: Settings,
    variant: &'static str,
}

impl Engine {
    /// Copies the game to search, so that the board can be changed meanwhile.
    fn session(&self, board: &Bound<'_, PyAny>) -> PyResult<Box<dyn TurnBased>> {
        let Ok(board) = board.cast::<Game>() else {
            let given = board.get_type().name()?.to_string();
            return Err(PyTypeError::new_err(format!("a Board or a Position is needed, not '{}'", printable(&given))));
        };
        let session = board.try_borrow()?.session.copied();
        let found = session.name();
        if found != self.variant {
            return Err(value_error(format!("this engine plays {}, the position is one of {found}", self.variant)));
        }
        Ok(session)
    }

    fn search(
        &self,
        py: Python<'_>,
        board: &Bound<'_, PyAny>,
        keywords: Keywords,
        lines: u64,
        among: &[MoveText],
    ) -> PyResult<Analysis> {
        let limits = keywords.limits()?;
        let session = self.session(board)?;
        let among = among.iter().map(|m| m.to_string()).collect();
        let request = Request { side: session.side_to_choose(), among, limits };
        let settings = Settings { lines: lines as usize, ..self.settings };
        let (mut found, mut last) =
            (Vec::<Line>::new(), Progress { nodes: 0, time: Duration::ZERO, hash_full: 0, table_hits: 0 });
        let answer = self.searcher.search(py, &*session, &request, settings, &mut |report| {
            if let Report::Line(line, progress) = report {
                last = progress;
                let (at, line) = (line.rank - 1, Line::from(line));
                match found.get_mut(at) {
                    Some(known) => *known = line,
                    None => found.push(line),
                }
            }
        })?;
        Ok(Analysis::of(answer, found, last))
    }
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(
        signature = (
            variant="chess", *, hash=Whole::of(16), threads=Whole::of(1), level=Whole::of(20), seed=Whole::of(0)
        ),
        text_signature = "(variant='chess', *, hash=16, threads=1, level=20, seed=0)"
    )]
    fn make(variant: &str, hash: Whole, threads: Whole, level: Whole, seed: Whole) -> PyResult<Self> {
        let settings = settings(hash, threads, level, seed)?;
        let session = session::open(variant, None, &[])?;
        let searcher = Searcher::new(&*session, settings, &Resources::default())?;
        Ok(Self { searcher, settings, variant: session.name() })
    }

    /// The name of the game.
    #[getter]
    fn variant(&self) -> &'static str {
        self.variant
    }

    /// Searches the current position of a board, or a position, and returns the result. The first limit that is reached
    /// ends the search: `depth` in plies, `nodes`, `movetime` in milliseconds or `time` in seconds, `mate` a win in so many moves. Ctrl-C ends it with
    /// `KeyboardInterrupt`; other threads of Python run meanwhile.
    ///
    /// `multipv` is the number of lines, `searchmoves` the only root moves to search.
    #[pyo3(
        signature = (
            board, *, depth=None, nodes=None, movetime=None, mate=None, multipv=Whole::of(1), searchmoves=None, time=None
        ),
        text_signature = "($self, board, *, depth=None, nodes=None, movetime=None, mate=None, multipv=1, searchmoves=None, time=None)"
    )]
    #[allow(clippy::too_many_arguments, reason = "the keywords of Python's function")]
    fn analyse(
        &self,
        py: Python<'_>,
        board: &Bound<'_, PyAny>,
        depth: Option<Whole>,
        nodes: Option<Whole>,
        movetime: Option<Whole>,
        mate: Option<Whole>,
        multipv: Whole,
        searchmoves: Option<Vec<MoveText>>,
        time: Option<Seconds>,
    ) -> PyResult<Analysis> {
        let lines = multipv.within_option("multipv", "MultiPV")?;
        let keywords = Keywords { depth, nodes, movetime, mate, time };
        self.search(py, board, keywords, lines, &searchmoves.unwrap_or_default())
    }

    /// The move to play, `None` when the game is over. The limits are those of `analyse`.
    #[pyo3(signature = (board, *, depth=None, nodes=None, movetime=None, mate=None, time=None))]
    #[allow(clippy::too_many_arguments, reason = "the keywords of Python's function")]
    fn play(
        &self,
        py: Python<'_>,
        board: &Bound<'_, PyAny>,
        depth: Option<Whole>,
        nodes: Option<Whole>,
        movetime: Option<Whole>,
        mate: Option<Whole>,
        time: Option<Seconds>,
    ) -> PyResult<Option<String>> {
        Ok(self.search(py, board, Keywords { depth, nodes, movetime, mate, time }, 1, &[])?.best)
    }

    /// The static evaluation of a position in centipawns for the side to move, without a search.
    #[pyo3(signature = (board, /))]
    fn evaluate(&self, board: &Bound<'_, PyAny>) -> PyResult<i32> {
        let session = self.session(board)?;
        let side = session.side_to_choose();
        let evaluation = self.searcher.hold()?.evaluate(&*session, side).map_err(value_error)?;
        Ok(evaluation.value.centipawns().unwrap_or_default())
    }

    /// Stops a search that runs in another thread; it returns its result so far.
    fn stop(&self) {
        self.searcher.stop();
    }

    /// Clears the hash table and the histories.
    fn new_game(&self) -> PyResult<()> {
        self.searcher.hold()?.new_game();
        Ok(())
    }

    fn __repr__(&self) -> String {
        let Settings { hash, threads, .. } = self.settings;
        let hash = hash.unwrap_or(DEFAULT_HASH);
        format!("<Engine for {}, {hash} MiB, {threads} threads>", self.variant)
    }
}
