//! The class `Engine`, which searches turn-based games.

use std::sync::{Mutex, MutexGuard, TryLockError};
use std::time::Duration;

use ::engine::skill::{FULL_OPTION, Skill};
use games::{AnyEngine, AnySession, Control, Progress, Report, Request, Resources, Settings};
use movegen::fen::printable;
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;

use crate::analysis::{Analysis, Line};
use crate::board::Board;
use crate::errors::{Whole, value_error};
use crate::interrupt;
use crate::limits::Keywords;
use crate::positions;

/// Largest number of principal variations.
const MAX_LINES: u64 = 256;
/// Largest hash table in MiB.
const MAX_HASH_MIB: u64 = 131_072;
/// Largest number of threads.
const MAX_THREADS: u64 = 512;

/// The settings that the keywords of an engine mean.
///
/// # Errors
/// A `ValueError`: a number is out of range.
pub(crate) fn settings(hash: Whole, threads: Whole, level: Whole, seed: Whole) -> PyResult<Settings> {
    Ok(Settings {
        hash: hash.within("hash", 1, MAX_HASH_MIB)? as usize,
        threads: threads.within("threads", 1, MAX_THREADS)? as usize,
        skill: Skill::of_option(level.small_within("level", 0, FULL_OPTION)?),
        seed: seed.within("seed", 0, u64::MAX)?,
        ..Settings::default()
    })
}

/// The engine behind a lock that only one search can hold: whoever comes second would wait with the interpreter held.
///
/// # Errors
/// A `RuntimeError`.
pub(crate) fn hold<T>(engine: &Mutex<T>) -> PyResult<MutexGuard<'_, T>> {
    match engine.try_lock() {
        Ok(engine) => Ok(engine),
        Err(TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
        Err(TryLockError::WouldBlock) => Err(PyRuntimeError::new_err("this engine is searching already")),
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
    engine: Mutex<Box<dyn AnyEngine>>,
    control: Control,
    settings: Settings,
    variant: &'static str,
}

/// Copies the game to search, so that the board can be changed meanwhile.
fn copied(board: &Bound<'_, PyAny>) -> PyResult<Box<dyn AnySession>> {
    if let Ok(board) = board.cast::<Board>() {
        return Ok(board.try_borrow()?.session());
    }
    if let Ok(position) = board.cast::<crate::position::Position>() {
        return Ok(position.get().inner().begin().session());
    }
    let given = board.get_type().name()?.to_string();
    Err(PyTypeError::new_err(format!("a Board or a Position is needed, not '{}'", printable(&given))))
}

impl Engine {
    /// Copies the game to search.
    ///
    /// # Errors
    /// A `TypeError` or, if it is not the engine's game, a `ValueError`.
    fn session(&self, board: &Bound<'_, PyAny>) -> PyResult<Box<dyn AnySession>> {
        let session = copied(board)?;
        if session.name() == self.variant {
            return Ok(session);
        }
        let found = session.name();
        Err(value_error(format!("this engine plays {}, the position is one of {found}", self.variant)))
    }

    fn search(
        &self,
        py: Python<'_>,
        board: &Bound<'_, PyAny>,
        keywords: Keywords,
        lines: u64,
        among: &[PyBackedStr],
    ) -> PyResult<Analysis> {
        let limits = keywords.limits()?;
        let session = self.session(board)?;
        let among = among.iter().map(ToString::to_string).collect();
        let request = Request { side: session.side_to_choose(), among, limits };
        let mut engine = hold(&self.engine)?;
        engine.set(Settings { lines: lines as usize, ..self.settings });
        self.control.arm(false);
        let (engine, control) = (&mut *engine, &self.control);
        let (mut found, mut last) = (Vec::<Line>::new(), Progress { nodes: 0, time: Duration::ZERO, hash_full: 0 });
        let answer = interrupt::run(py, control, || {
            engine.search(&*session, &request, control, &mut |report| {
                if let Report::Line(line, progress) = report {
                    last = progress;
                    let (at, line) = (line.rank - 1, Line::from(line));
                    match found.get_mut(at) {
                        Some(known) => *known = line,
                        None => found.push(line),
                    }
                }
            })
        })?;
        Ok(Analysis::of(answer.map_err(value_error)?, found, last))
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
        let session = positions::begin(variant, None)?.session();
        let engine = session.new_engine(settings, &Resources::default()).map_err(value_error)?;
        Ok(Self { engine: Mutex::new(engine), control: Control::default(), settings, variant: session.name() })
    }

    /// The name of the game.
    #[getter]
    fn variant(&self) -> &'static str {
        self.variant
    }

    /// Searches the current position of a board, or a position, and returns the result. The first limit that is reached
    /// ends the search: `depth` in plies, `nodes`, `movetime` in milliseconds, `mate` a win in so many moves. Ctrl-C ends it with
    /// `KeyboardInterrupt`; other threads of Python run meanwhile.
    ///
    /// `multipv` is the number of lines, `searchmoves` the only root moves to search.
    #[pyo3(
        signature = (
            board, *, depth=None, nodes=None, movetime=None, mate=None, multipv=Whole::of(1), searchmoves=None
        ),
        text_signature = "($self, board, *, depth=None, nodes=None, movetime=None, mate=None, multipv=1, searchmoves=None)"
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
        searchmoves: Option<Vec<PyBackedStr>>,
    ) -> PyResult<Analysis> {
        let lines = multipv.within("multipv", 1, MAX_LINES)?;
        let keywords = Keywords { depth, nodes, movetime, mate };
        self.search(py, board, keywords, lines, &searchmoves.unwrap_or_default())
    }

    /// The move to play, `None` when the game is over. The limits are those of `analyse`.
    #[pyo3(signature = (board, *, depth=None, nodes=None, movetime=None, mate=None))]
    #[allow(clippy::too_many_arguments, reason = "the keywords of Python's function")]
    fn play(
        &self,
        py: Python<'_>,
        board: &Bound<'_, PyAny>,
        depth: Option<Whole>,
        nodes: Option<Whole>,
        movetime: Option<Whole>,
        mate: Option<Whole>,
    ) -> PyResult<Option<String>> {
        self.search(py, board, Keywords { depth, nodes, movetime, mate }, 1, &[]).map(Analysis::into_best)
    }

    /// The static evaluation of a position in centipawns for the side to move, without a search.
    #[pyo3(signature = (board, /))]
    fn evaluate(&self, board: &Bound<'_, PyAny>) -> PyResult<i32> {
        let session = self.session(board)?;
        let side = session.side_to_choose();
        let evaluation = hold(&self.engine)?.evaluate(&*session, side).map_err(value_error)?;
        Ok(evaluation.value.centipawns().unwrap_or_default())
    }

    /// Stops a search that runs in another thread; it returns its result so far.
    fn stop(&self) {
        self.control.stop();
    }

    /// Clears the hash table and the histories.
    fn new_game(&self) -> PyResult<()> {
        hold(&self.engine)?.new_game();
        Ok(())
    }

    fn __repr__(&self) -> String {
        let Settings { hash, threads, .. } = self.settings;
        format!("<Engine for {}, {hash} MiB, {threads} threads>", self.variant)
    }
}
