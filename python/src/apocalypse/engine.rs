//! The classes `ApocalypseEngine` and `Strategy`.

use std::sync::Mutex;
use std::time::Duration;

use ::apocalypse::tables::Library;
use ::apocalypse::values::{chances, outcome_value};
use ::apocalypse::{Answer, Asked, Choice, Engine, Position, Settings};
use engine::Control;
use movegen::{Color, Record};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::board::ApocalypseBoard;
use super::position::ApocalypsePosition;
use crate::engine::{hold, settings};
use crate::errors::{Whole, color};
use crate::interrupt;
use crate::limits::Keywords;

/// The result of a search of Apocalypse: the mixed strategies of both sides and their value.
#[pyclass(frozen, module = "upheaval")]
pub(crate) struct Strategy {
    /// Turns searched; 0 when the game is over.
    #[pyo3(get)]
    depth: u32,
    /// Value for White, from -1 (loss) to 1 (win).
    #[pyo3(get)]
    value: f64,
    /// Sum of what both sides could gain by best responses.
    #[pyo3(get)]
    gap: f64,
    /// Estimated probabilities to win, draw and lose for White, in permille.
    #[pyo3(get)]
    wdl: (u32, u32, u32),
    /// Nodes searched by all threads.
    #[pyo3(get)]
    nodes: u64,
    /// Seconds.
    #[pyo3(get)]
    time: f64,
    mix: [Vec<(Choice, f64)>; 2],
}

impl Strategy {
    fn of(pos: &Position, answer: Answer, time: Duration) -> Self {
        let (nodes, time) = (answer.nodes, time.as_secs_f64());
        let (depth, value, gap, mix) = match answer.strategy {
            Some(found) => (found.depth, found.value(), found.gap(), found.mix),
            None => (0, pos.outcome().map_or(0.0, outcome_value), 0.0, [Vec::new(), Vec::new()]),
        };
        let [win, draw, loss] = match pos.outcome() {
            Some(movegen::Outcome { winner: None, .. }) => [0, 1000, 0],
            _ => chances(value),
        };
        Self { depth, value, gap, wdl: (win, draw, loss), nodes, time, mix }
    }

    fn mix<'py>(&self, py: Python<'py>, of: Color) -> PyResult<Bound<'py, PyDict>> {
        let mix = PyDict::new(py);
        for (choice, share) in &self.mix[of] {
            mix.set_item(choice.to_string(), share)?;
        }
        Ok(mix)
    }
}

#[pymethods]
impl Strategy {
    /// White's choices with their probabilities, most probable first.
    #[getter]
    fn white<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.mix(py, Color::White)
    }

    /// Black's choices with their probabilities, most probable first.
    #[getter]
    fn black<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.mix(py, Color::Black)
    }

    fn __repr__(&self) -> String {
        format!("<Strategy depth {} value {:.6} nodes {}>", self.depth, self.value, self.nodes)
    }
}

/// The engine, and if it probes endgame tables.
struct Searching {
    engine: Engine,
    endings: bool,
}

impl Searching {
    /// Adopts endgame tables computed since the last search.
    fn renew_endings(&mut self) {
        if self.endings {
            Library::common().begin();
            self.engine.set_endings(Library::common().newest());
        }
    }
}

/// Searches Apocalypse, a game of mixed strategies. The hash table is kept between searches.
///
/// >>> from upheaval import ApocalypseBoard, ApocalypseEngine
/// >>> engine = ApocalypseEngine(hash=1, endings=False)
/// >>> found = engine.analyse(ApocalypseBoard(), depth=2)
/// >>> abs(found.value) < 0.2 and round(sum(found.white.values()), 6)
/// 1.0
///
/// `hash` is the size of its table in MiB, `level` its strength, from 0 to 20, full strength. The `seed` determines the random
/// choices; 0 is a new seed each time. With `endings`, small endgame tables are computed in the background from the first search
/// on, so that a search may find more than the same search before.
#[pyclass(frozen, module = "upheaval")]
pub(crate) struct ApocalypseEngine {
    searching: Mutex<Searching>,
    control: Control,
}

/// Copies the game to search, so that the board can be changed meanwhile.
fn copied(board: &Bound<'_, PyAny>) -> PyResult<Record<Position>> {
    if let Ok(board) = board.cast::<ApocalypseBoard>() {
        return Ok(board.try_borrow()?.0.clone());
    }
    if let Ok(position) = board.cast::<ApocalypsePosition>() {
        return Ok(Record::new(position.get().0));
    }
    let given = board.get_type().name()?.to_string();
    Err(PyTypeError::new_err(format!("an ApocalypseBoard or an ApocalypsePosition is needed, not '{given}'")))
}

impl ApocalypseEngine {
    fn search(
        &self,
        py: Python<'_>,
        board: &Bound<'_, PyAny>,
        side: Color,
        keywords: Keywords,
    ) -> PyResult<(Answer, Duration, Position)> {
        let limits = keywords.limits()?;
        let record = copied(board)?;
        let mut searching = hold(&self.searching)?;
        searching.renew_endings();
        self.control.arm(false);
        let (engine, control, mut time) = (&mut searching.engine, &self.control, Duration::ZERO);
        let answer = interrupt::run(py, control, || {
            engine.go(&record, Asked::from(side), &limits, control, &mut |report| time = report.progress.time)
        })?;
        Ok((answer, time, *record.position()))
    }
}

#[pymethods]
impl ApocalypseEngine {
    #[new]
    #[pyo3(
        signature = (
            *, hash=Whole::of(16), threads=Whole::of(1), level=Whole::of(20), seed=Whole::of(0), endings=true
        ),
        text_signature = "(*, hash=16, threads=1, level=20, seed=0, endings=True)"
    )]
    fn make(hash: Whole, threads: Whole, level: Whole, seed: Whole, endings: bool) -> PyResult<Self> {
        let engine::Settings { threads, hash, overhead, skill, seed, .. } = settings(hash, threads, level, seed)?;
        let engine = Engine::new(Settings { threads, hash, overhead, seed, likeliest: false, skill });
        Ok(Self { searching: Mutex::new(Searching { engine, endings }), control: Control::default() })
    }

    /// `apocalypse`.
    #[getter]
    fn variant(&self) -> &'static str {
        "apocalypse"
    }

    /// Searches the current position of a board, or a position, and returns the strategies of both sides. The first limit that
    /// is reached ends the search: `depth` in turns, `nodes`, `movetime` in milliseconds, `mate` a certain win within so many
    /// turns. Ctrl-C ends it with `KeyboardInterrupt`; other threads of Python run meanwhile.
    #[pyo3(signature = (board, *, depth=None, nodes=None, movetime=None, mate=None))]
    #[allow(clippy::too_many_arguments, reason = "the keywords of Python's function")]
    fn analyse(
        &self,
        py: Python<'_>,
        board: &Bound<'_, PyAny>,
        depth: Option<Whole>,
        nodes: Option<Whole>,
        movetime: Option<Whole>,
        mate: Option<Whole>,
    ) -> PyResult<Strategy> {
        let keywords = Keywords { depth, nodes, movetime, mate };
        let (answer, time, pos) = self.search(py, board, Color::White, keywords)?;
        Ok(Strategy::of(&pos, answer, time))
    }

    /// A choice for one side, drawn from its strategy; `None` when the game is over. The limits are those of `analyse`.
    #[pyo3(signature = (board, color, *, depth=None, nodes=None, movetime=None, mate=None))]
    #[allow(clippy::too_many_arguments, reason = "the keywords of Python's function")]
    fn play(
        &self,
        py: Python<'_>,
        board: &Bound<'_, PyAny>,
        color: bool,
        depth: Option<Whole>,
        nodes: Option<Whole>,
        movetime: Option<Whole>,
        mate: Option<Whole>,
    ) -> PyResult<Option<String>> {
        let keywords = Keywords { depth, nodes, movetime, mate };
        let (answer, ..) = self.search(py, board, self::color(color), keywords)?;
        Ok(answer.best.map(|choice| choice.to_string()))
    }

    /// The static evaluation of a position for White, from -1 to 1, without a search.
    #[pyo3(signature = (board, /))]
    fn evaluate(&self, board: &Bound<'_, PyAny>) -> PyResult<f64> {
        let record = copied(board)?;
        Ok(hold(&self.searching)?.engine.evaluate(record.position()))
    }

    /// Stops a search that runs in another thread; it returns its result so far.
    fn stop(&self) {
        self.control.stop();
    }

    /// Clears the hash table and restarts the random numbers of the seed.
    fn new_game(&self) -> PyResult<()> {
        hold(&self.searching)?.engine.new_game();
        Ok(())
    }

    fn __repr__(&self) -> &'static str {
        "<ApocalypseEngine>"
    }
}
