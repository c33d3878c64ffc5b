//! The class `Engine`, which searches the games in which the sides move in turn.

use std::any::Any;
use std::sync::{Mutex, MutexGuard, TryLockError};
use std::time::Duration;

use ::engine::skill::{FULL_OPTION, Skill};
use ::engine::{Control, Limits, Progress, Report, Settings};
use movegen::fen::printable;
use movegen::variants::{VisitTurnBased, with_turn_based};
use movegen::{MoveError, Position, Record, Variant};
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;

use crate::analysis::{Analysis, Line};
use crate::board::Board;
use crate::errors::{Whole, unknown_game, value_error};
use crate::games::{AnyPosition, AnyRecord};
use crate::interrupt;
use crate::limits::Keywords;

/// Most lines of thought.
const MOST_LINES: u64 = 256;
/// Most MiB of hash table.
const MOST_HASH: u64 = 131_072;
/// Most threads.
const MOST_THREADS: u64 = 512;

/// An engine of any of these games.
trait AnyEngine: Send {
    /// Searches the position that stands in the game; `None` if this is not the engine's game.
    ///
    /// # Errors
    /// One of the only moves to be searched, quoted, is none here.
    fn search(
        &mut self,
        record: &dyn AnyRecord,
        wish: &Wish<'_>,
        control: &Control,
    ) -> Option<Result<Analysis, MoveError>>;
    /// The static value of a position in centipawns for the side to move; `None` if it is not the engine's game.
    fn evaluate(&self, position: &dyn AnyPosition) -> Option<i32>;
    /// Forgets what earlier searches have learnt.
    fn new_game(&mut self);
}

/// What a search is asked for.
struct Wish<'a> {
    settings: Settings,
    limits: Limits,
    among: &'a [PyBackedStr],
}

impl<V: Variant> AnyEngine for ::engine::Engine<V> {
    fn search(
        &mut self,
        record: &dyn AnyRecord,
        wish: &Wish<'_>,
        control: &Control,
    ) -> Option<Result<Analysis, MoveError>> {
        let record: &Record<Position<V>> = (record as &dyn Any).downcast_ref()?;
        let root = record.position();
        let among: Result<_, _> = wish.among.iter().map(|text| root.parse_move(text)).collect();
        let limits = match among {
            Ok(search_moves) => Limits { search_moves, ..wish.limits.clone() },
            Err(error) => return Some(Err(error)),
        };
        self.set(wish.settings);
        let mut lines: Vec<Line> = Vec::new();
        let mut last = Progress { nodes: 0, time: Duration::ZERO, hash_full: 0 };
        let answer = self.go(record, &limits, control, &mut |report| {
            if let Report::Line(line, progress) = report {
                last = *progress;
                let (at, line) = (line.rank - 1, Line::of(root, line));
                match lines.get_mut(at) {
                    Some(known) => *known = line,
                    None => lines.push(line),
                }
            }
        });
        Some(Ok(Analysis::of(root, lines, last, &answer)))
    }

    fn evaluate(&self, position: &dyn AnyPosition) -> Option<i32> {
        (position as &dyn Any).downcast_ref().map(|pos| Self::evaluate(self, pos))
    }

    fn new_game(&mut self) {
        Self::new_game(self);
    }
}

/// Makes an engine, and tells the name of its game.
struct Make(Settings);

impl VisitTurnBased for Make {
    type Out = (&'static str, Box<dyn AnyEngine>);

    fn turn_based<V: Variant>(self) -> Self::Out {
        (V::NAME, Box::new(::engine::Engine::<V>::new(self.0)))
    }
}

/// The settings that the keywords of an engine mean.
///
/// # Errors
/// A `ValueError`: one of them is no number that it may be.
pub(crate) fn settings(hash: Whole, threads: Whole, level: Whole, seed: Whole) -> PyResult<Settings> {
    Ok(Settings {
        hash: hash.within("hash", 1, MOST_HASH)? as usize,
        threads: threads.within("threads", 1, MOST_THREADS)? as usize,
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

/// Searches one game; what it has found in one search helps it in the next.
///
/// >>> from upheaval import Board, Engine
/// >>> engine = Engine("chess", hash=1)
/// >>> found = engine.analyse(Board("chess", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"), depth=3)
/// >>> found.best, found.score
/// ('a1a8', Score(cp=None, mate=1))
///
/// `hash` is the size of its table in MiB, `level` how well it plays, from 0 to 20, full strength. A weaker player draws his
/// mistakes from the `seed`; 0 is never the same twice. With one thread, full strength and a limit of depth or nodes, the same
/// searches after `new_game` find the same on every machine.
#[pyclass(frozen, module = "upheaval")]
pub(crate) struct Engine {
    engine: Mutex<Box<dyn AnyEngine>>,
    control: Control,
    settings: Settings,
    variant: &'static str,
}

/// What is to be searched: a copy, so that the board may be played on meanwhile.
fn copied(board: &Bound<'_, PyAny>) -> PyResult<Box<dyn AnyRecord>> {
    if let Ok(board) = board.cast::<Board>() {
        return Ok(board.try_borrow()?.duplicate());
    }
    if let Ok(position) = board.cast::<crate::position::Position>() {
        return Ok(position.get().inner().begin());
    }
    let given = board.get_type().name()?.to_string();
    Err(PyTypeError::new_err(format!("a Board or a Position is needed, not '{}'", printable(&given))))
}

impl Engine {
    fn other_game(&self, record: &dyn AnyRecord) -> PyErr {
        let found = record.position().variant();
        value_error(format!("this engine plays {}, the position is one of {found}", self.variant))
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
        let record = copied(board)?;
        let settings = Settings { lines: lines as usize, ..self.settings };
        let mut engine = hold(&self.engine)?;
        self.control.arm(false);
        let (engine, control, wish) = (&mut *engine, &self.control, Wish { settings, limits, among });
        let found = interrupt::run(py, control, || engine.search(&*record, &wish, control))?;
        found.ok_or_else(|| self.other_game(&*record))?.map_err(value_error)
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
        let made = with_turn_based(variant, Make(settings));
        let (variant, engine) = made.ok_or_else(|| unknown_game(variant))?;
        Ok(Self { engine: Mutex::new(engine), control: Control::default(), settings, variant })
    }

    /// The name of the game.
    #[getter]
    fn variant(&self) -> &'static str {
        self.variant
    }

    /// Searches the position that stands on a board, or a position, and tells what was found. The first limit that is reached
    /// ends the search: `depth` in plies, `nodes`, `movetime` in milliseconds, `mate` a win in so many moves. Ctrl-C ends it with
    /// `KeyboardInterrupt`; other threads of Python run meanwhile.
    ///
    /// `multipv` lines are found, and only the moves `searchmoves` looked at, if there are any.
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
        let lines = multipv.within("multipv", 1, MOST_LINES)?;
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

    /// The static value of a position in centipawns for the side to move, without any search.
    #[pyo3(signature = (board, /))]
    fn evaluate(&self, board: &Bound<'_, PyAny>) -> PyResult<i32> {
        let record = copied(board)?;
        let value = hold(&self.engine)?.evaluate(record.position());
        value.ok_or_else(|| self.other_game(&*record))
    }

    /// Has a search that runs in another thread end at once, with what it has found.
    fn stop(&self) {
        self.control.stop();
    }

    /// Forgets everything that earlier searches have found.
    fn new_game(&self) -> PyResult<()> {
        hold(&self.engine)?.new_game();
        Ok(())
    }

    fn __repr__(&self) -> String {
        let Settings { hash, threads, .. } = self.settings;
        format!("<Engine for {}, {hash} MiB, {threads} threads>", self.variant)
    }
}
