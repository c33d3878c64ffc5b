//! Apocalypse, in which both sides choose at once: the classes of the other games with two choices instead of a move.

use ::apocalypse::tables::Library;
use ::apocalypse::values::{Estimate as _, Network, chances, outcome_value};
use ::apocalypse::{Choice, Position};
use games::{Answer, AnySession as _, GameSession, PlayedGame as _, Report, Request, Resources, Settings};
use movegen::{Color, Game as _};
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::PyDict;

use crate::engine::{Searcher, settings};
use crate::errors::{Whole, color, value_error};
use crate::limits::{Keywords, Seconds};
use crate::outcome::Outcome;
use crate::session::{self, unless_start};

/// A game of Apocalypse.
type Session = GameSession<Position>;

/// A game from its start or from a FEN.
fn open(fen: Option<&str>) -> PyResult<Session> {
    Position::start().of_same_game(unless_start(fen)).map(Session::at).map_err(value_error)
}

/// Parses the choices of both sides.
fn both(pos: &Position, white: &str, black: &str) -> Result<[Choice; 2], String> {
    let choice = |of: Color, text| pos.parse_move(of, text).map_err(|error| format!("{error} of {}", of.name()));
    Ok([choice(Color::White, white)?, choice(Color::Black, black)?])
}

/// A game at its current position: what positions and boards have in common.
#[pyclass(name = "_ApocalypseGame", subclass, module = "upheaval")]
pub(crate) struct Game(Session);

#[pymethods]
impl Game {
    /// `apocalypse`.
    #[getter]
    fn variant(&self) -> &'static str {
        Position::NAME
    }

    /// The number of the turn, from 1.
    #[getter]
    fn turn_number(&self) -> u16 {
        self.0.position().turn_number()
    }

    /// The penalty points of White and of Black; the second one loses.
    #[getter]
    fn penalties(&self) -> (u8, u8) {
        Color::BOTH.map(|side| self.0.position().penalties(side)).into()
    }

    /// The FEN; its last field has the penalty points.
    fn fen(&self) -> String {
        self.0.fen()
    }

    /// The legal choices of a side, safe ones first; empty when the game is over.
    #[pyo3(signature = (color, /))]
    fn choices(&self, color: bool) -> Vec<String> {
        self.0.moves(self::color(color))
    }

    /// The letter of the piece on a square, a capital for White, or `None`.
    #[pyo3(signature = (square, /))]
    fn piece_at(&self, square: &str) -> PyResult<Option<char>> {
        session::piece_at(&self.0, square)
    }

    fn __str__(&self) -> String {
        session::drawing(&self.0)
    }

    /// The board as SVG, which notebooks show.
    fn _repr_svg_(&self) -> String {
        session::svg(&self.0)
    }
}

/// A position of Apocalypse, in which White and Black choose at once. It never changes and can be a key of a dictionary.
///
/// >>> from upheaval import BLACK, WHITE, ApocalypsePosition
/// >>> start = ApocalypsePosition()
/// >>> "a1b3" in start.choices(WHITE) and "a5b3" in start.choices(BLACK)
/// True
/// >>> start.after("a1b3", "a5b3").fen()
/// '1pppn/p3p/5/P3P/1PPPN w - - 0 2 00'
///
/// `fen` is the start of the game if nothing or `startpos` is given.
#[pyclass(extends = Game, module = "upheaval")]
pub(crate) struct ApocalypsePosition;

impl ApocalypsePosition {
    fn create(py: Python<'_>, pos: Position) -> PyResult<Py<Self>> {
        Py::new(py, (Self, Game(Session::at(pos))))
    }
}

#[pymethods]
impl ApocalypsePosition {
    #[new]
    #[pyo3(signature = (fen=None))]
    fn read(fen: Option<&str>) -> PyResult<PyClassInitializer<Self>> {
        Ok(PyClassInitializer::from(Game(open(fen)?)).add_subclass(Self))
    }

    /// The hash key, 64 bits: equal for positions that are the same for the rule of repetition.
    #[getter]
    fn key(slf: PyRef<'_, Self>) -> u64 {
        slf.as_super().0.key()
    }

    /// `True` if a choice is legal only for some choices of the other side, and costs a penalty point otherwise.
    #[pyo3(signature = (color, choice, /))]
    fn is_speculative(slf: PyRef<'_, Self>, color: bool, choice: &str) -> PyResult<bool> {
        let choice = slf.as_super().0.position().parse_move(self::color(color), choice);
        choice.map(Choice::is_speculative).map_err(value_error)
    }

    /// The position after one turn.
    #[pyo3(signature = (white, black, /))]
    fn after(slf: PyRef<'_, Self>, white: &str, black: &str) -> PyResult<Py<Self>> {
        let pos = slf.as_super().0.position();
        Self::create(slf.py(), pos.resolve(both(pos, white, black).map_err(value_error)?))
    }

    /// The result by the position alone, `None` while the game continues.
    fn outcome(slf: PyRef<'_, Self>) -> Option<Outcome> {
        slf.as_super().0.position_outcome().map(Outcome)
    }

    /// `True` if the game has ended.
    fn is_game_over(slf: PyRef<'_, Self>) -> bool {
        slf.as_super().0.position_outcome().is_some()
    }

    /// The number of leaves at this depth in plies, two plies per turn. Ctrl-C ends it.
    #[pyo3(signature = (depth, /))]
    fn perft(slf: PyRef<'_, Self>, py: Python<'_>, depth: Whole) -> PyResult<u64> {
        session::perft(py, &slf.as_super().0, depth)
    }

    fn __eq__(slf: PyRef<'_, Self>, other: PyRef<'_, Self>) -> bool {
        slf.as_super().0.position() == other.as_super().0.position()
    }

    fn __hash__(slf: PyRef<'_, Self>) -> u64 {
        slf.as_super().0.key()
    }

    fn __repr__(slf: PyRef<'_, Self>) -> String {
        format!("ApocalypsePosition('{}')", slf.as_super().fen())
    }

    fn __getnewargs__(slf: PyRef<'_, Self>) -> (String,) {
        (slf.as_super().fen(),)
    }
}

/// A game of Apocalypse: a position that turns are played in, and the turns so far.
///
/// >>> from upheaval import ApocalypseBoard
/// >>> board = ApocalypseBoard()
/// >>> board.push("a1b3", "a5b3")
/// >>> board.turn_stack
/// [('a1b3', 'a5b3')]
/// >>> board.pop()
/// ('a1b3', 'a5b3')
///
/// `turns` are pairs of choices, White's first, played from the position given.
#[pyclass(extends = Game, module = "upheaval")]
pub(crate) struct ApocalypseBoard;

/// Plays a turn.
fn play(session: &mut Session, white: &str, black: &str) -> Result<(), String> {
    let choices = both(session.position(), white, black)?;
    Color::BOTH.into_iter().zip(choices).for_each(|(side, choice)| session.play(side, choice));
    Ok(())
}

fn turns(session: &Session) -> Vec<(String, String)> {
    session.played().into_iter().filter_map(|[white, black]| white.zip(black)).collect()
}

#[pymethods]
impl ApocalypseBoard {
    #[new]
    #[pyo3(signature = (fen=None, turns=None))]
    fn read(fen: Option<&str>, turns: Option<Vec<(PyBackedStr, PyBackedStr)>>) -> PyResult<PyClassInitializer<Self>> {
        let mut session = open(fen)?;
        let turns = turns.unwrap_or_default();
        for (i, (white, black)) in turns.iter().enumerate() {
            let played = play(&mut session, white, black);
            played.map_err(|error| value_error(format!("{error} (turn {} of {})", i + 1, turns.len())))?;
        }
        Ok(PyClassInitializer::from(Game(session)).add_subclass(Self))
    }

    /// The current position; it does not change with the board.
    #[getter]
    fn position(slf: PyRef<'_, Self>) -> PyResult<Py<ApocalypsePosition>> {
        ApocalypsePosition::create(slf.py(), *slf.as_super().0.position())
    }

    /// The turns played, pairs of choices.
    #[getter]
    fn turn_stack(slf: PyRef<'_, Self>) -> Vec<(String, String)> {
        turns(&slf.as_super().0)
    }

    /// Plays one turn.
    #[pyo3(signature = (white, black, /))]
    fn push(mut slf: PyRefMut<'_, Self>, white: &str, black: &str) -> PyResult<()> {
        play(&mut slf.as_super().0, white, black).map_err(value_error)
    }

    /// Undoes the last turn and returns it.
    fn pop(mut slf: PyRefMut<'_, Self>) -> PyResult<(String, String)> {
        let session = &mut slf.as_super().0;
        let last = turns(session).pop().ok_or_else(|| PyIndexError::new_err("no turn has been played"))?;
        session.undo_to(session.turns() - 1, None);
        Ok(last)
    }

    /// The position that the game began with.
    fn root(slf: PyRef<'_, Self>) -> PyResult<Py<ApocalypsePosition>> {
        ApocalypsePosition::create(slf.py(), *slf.as_super().0.record().first())
    }

    /// A copy of the game.
    fn copy(slf: PyRef<'_, Self>) -> PyResult<Py<Self>> {
        Py::new(slf.py(), (Self, Game(slf.as_super().0.clone())))
    }

    /// The number of occurrences of the current position in this game, this one included.
    fn occurrences(slf: PyRef<'_, Self>) -> usize {
        slf.as_super().0.occurrences()
    }

    /// The result of the game, `None` while it continues: by the position, by its third occurrence, or by the limit of 200 turns.
    fn outcome(slf: PyRef<'_, Self>) -> Option<Outcome> {
        slf.as_super().0.outcome().map(Outcome)
    }

    /// `True` if the game has ended.
    fn is_game_over(slf: PyRef<'_, Self>) -> bool {
        slf.as_super().0.outcome().is_some()
    }

    /// `1-0`, `0-1`, `1/2-1/2`, or `*` while the game continues.
    fn result(slf: PyRef<'_, Self>) -> &'static str {
        slf.as_super().0.outcome().map_or("*", movegen::Outcome::score)
    }

    /// Boards are equal if their positions are equal.
    fn __eq__(slf: PyRef<'_, Self>, other: PyRef<'_, Self>) -> bool {
        slf.as_super().0.position() == other.as_super().0.position()
    }

    fn __repr__(slf: PyRef<'_, Self>) -> String {
        format!("ApocalypseBoard('{}')", slf.as_super().fen())
    }

    fn __copy__(slf: PyRef<'_, Self>) -> PyResult<Py<Self>> {
        Self::copy(slf)
    }

    #[pyo3(signature = (_memo, /))]
    fn __deepcopy__<'py>(slf: PyRef<'py, Self>, _memo: &Bound<'py, PyAny>) -> PyResult<Py<Self>> {
        Self::copy(slf)
    }

    fn __getnewargs__(slf: PyRef<'_, Self>) -> (String, Vec<(String, String)>) {
        let session = &slf.as_super().0;
        (session.first_fen(), turns(session))
    }
}

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
    mix: [Vec<(String, f64)>; 2],
}

impl Strategy {
    fn of(pos: &Position, answer: Answer<String>, time: f64) -> Self {
        let outcome = pos.outcome();
        let (depth, value, gap, mix) = match answer.strategies {
            Some(found) => (found.depth, found.value(), found.gap(), found.mix),
            None => (0, outcome.map_or(0.0, outcome_value), 0.0, [Vec::new(), Vec::new()]),
        };
        let [win, draw, loss] = match outcome {
            Some(movegen::Outcome { winner: None, .. }) => [0, 1000, 0],
            _ => chances(value),
        };
        Self { depth, value, gap, wdl: (win, draw, loss), nodes: answer.nodes, time, mix }
    }

    fn mix<'py>(&self, py: Python<'py>, of: Color) -> PyResult<Bound<'py, PyDict>> {
        let mix = PyDict::new(py);
        for (choice, share) in &self.mix[of] {
            mix.set_item(choice, share)?;
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
    searcher: Searcher,
    settings: Settings,
}

/// Copies the game to search, so that the board can be changed meanwhile.
fn copied(board: &Bound<'_, PyAny>) -> PyResult<Session> {
    if let Ok(board) = board.cast::<Game>() {
        return Ok(board.try_borrow()?.0.clone());
    }
    let given = board.get_type().name()?.to_string();
    Err(PyTypeError::new_err(format!("an ApocalypseBoard or an ApocalypsePosition is needed, not '{given}'")))
}

impl ApocalypseEngine {
    /// Returns the answer of a search and its seconds.
    fn search(
        &self,
        py: Python<'_>,
        session: &Session,
        side: Color,
        keywords: Keywords,
    ) -> PyResult<(Answer<String>, f64)> {
        let request = Request { side, among: Vec::new(), limits: keywords.limits()? };
        let mut time = 0.0;
        let answer = self.searcher.search(py, session, &request, self.settings, &mut |report| {
            if let Report::Line(_, progress) = report {
                time = progress.time.as_secs_f64();
            }
        })?;
        Ok((answer, time))
    }
}

#[pymethods]
impl ApocalypseEngine {
    #[new]
    #[pyo3(
        signature = (
            *, hash=Whole::of(256), threads=Whole::of(1), level=Whole::of(20), seed=Whole::of(0), endings=true
        ),
        text_signature = "(*, hash=256, threads=1, level=20, seed=0, endings=True)"
    )]
    fn make(hash: Whole, threads: Whole, level: Whole, seed: Whole, endings: bool) -> PyResult<Self> {
        let settings = Settings { endings, ..settings(hash, threads, level, seed)? };
        // The first search begins to compute small tables in the background.
        let tables = || {
            Library::common().begin();
            Library::common().newest()
        };
        let resources = Resources { tables: Some(tables), ..Resources::default() };
        Ok(Self { searcher: Searcher::new(&Session::default(), settings, &resources)?, settings })
    }

    /// `apocalypse`.
    #[getter]
    fn variant(&self) -> &'static str {
        Position::NAME
    }

    /// Searches the current position of a board, or a position, and returns the strategies of both sides. The first limit that
    /// is reached ends the search: `depth` in turns, `nodes`, `movetime` in milliseconds or `time` in seconds, `mate` a certain win
    /// within so many turns. Ctrl-C ends it with `KeyboardInterrupt`; other threads of Python run meanwhile.
    #[pyo3(signature = (board, *, depth=None, nodes=None, movetime=None, mate=None, time=None))]
    #[allow(clippy::too_many_arguments, reason = "the keywords of Python's function")]
    fn analyse(
        &self,
        py: Python<'_>,
        board: &Bound<'_, PyAny>,
        depth: Option<Whole>,
        nodes: Option<Whole>,
        movetime: Option<Whole>,
        mate: Option<Whole>,
        time: Option<Seconds>,
    ) -> PyResult<Strategy> {
        let keywords = Keywords { depth, nodes, movetime, mate, time };
        let session = copied(board)?;
        let (answer, time) = self.search(py, &session, Color::White, keywords)?;
        Ok(Strategy::of(session.position(), answer, time))
    }

    /// A choice for one side, drawn from its strategy; `None` when the game is over. The limits are those of `analyse`.
    #[pyo3(signature = (board, color, *, depth=None, nodes=None, movetime=None, mate=None, time=None))]
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
        time: Option<Seconds>,
    ) -> PyResult<Option<String>> {
        let keywords = Keywords { depth, nodes, movetime, mate, time };
        Ok(self.search(py, &copied(board)?, self::color(color), keywords)?.0.best)
    }

    /// The static evaluation of a position for White, from -1 to 1, without a search.
    #[pyo3(signature = (board, /))]
    fn evaluate(&self, board: &Bound<'_, PyAny>) -> PyResult<f64> {
        Ok(Network::default().value(copied(board)?.position()))
    }

    /// Stops a search that runs in another thread; it returns its result so far.
    fn stop(&self) {
        self.searcher.stop();
    }

    /// Clears the hash table and restarts the random numbers of the seed.
    fn new_game(&self) -> PyResult<()> {
        self.searcher.hold()?.new_game();
        Ok(())
    }

    fn __repr__(&self) -> &'static str {
        "<ApocalypseEngine>"
    }
}
