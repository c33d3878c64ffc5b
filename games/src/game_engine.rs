//! The engine of one game: what a search is asked for and what it reports.

use std::fmt;
use std::sync::Arc;

use ::apocalypse::Strategy;
use ::apocalypse::tables::Tables;
use ::apocalypse::values::centipawns;
use ::engine::book::AnyBook;
use ::engine::{Bound, Control, Limits, Progress, Settings};
use eval::network::NetworkTable;
use eval::{EvaluatorError, Score, score};
use movegen::{Color, Game, Record};

/// The engine of one game.
pub trait GameEngine<G: Game>: Sized + Send + 'static {
    /// Creates an engine.
    ///
    /// # Errors
    /// The evaluator's file does not fit the game.
    fn new(of: &G, settings: Settings, resources: &Resources) -> Result<Self, EngineError>;
    /// Applies new settings.
    fn set(&mut self, settings: Settings);
    /// Clears the hash table and the histories.
    fn new_game(&mut self);
    /// Searches the current position of a game until a limit is reached or `control`, armed by the caller, stops it.
    fn search(
        &mut self,
        record: &Record<G>,
        request: &Request<G::Move>,
        control: &Control,
        report: &mut dyn FnMut(Report<G::Move>),
    ) -> Answer<G::Move>;
    /// The static evaluation of a position for a side.
    fn evaluate(&self, pos: &G, side: Color) -> Evaluation;
    /// The static evaluation of a position as a table for users.
    fn trace(&self, pos: &G) -> String;
}

/// A search of the current position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request<M> {
    /// The side for which a move is searched.
    pub side: Color,
    /// The only root moves to search; all if empty.
    pub among: Vec<M>,
    /// The limits. Their `search_moves` are ignored.
    pub limits: Limits,
}

/// The value of a position or move for one side.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Value {
    /// Centipawns.
    Centipawns(Score),
    /// A win in this many moves; zero or negative for a loss.
    Mate(i32),
    /// The expected result, from -1 (loss) to 1 (win).
    Expected(f64),
}

impl Value {
    /// The value in centipawns, as on UCI's scale; `None` for a mate.
    pub fn centipawns(self) -> Option<Score> {
        match self {
            Self::Centipawns(value) => Some(value),
            Self::Mate(_) => None,
            Self::Expected(value) => Some(centipawns(value)),
        }
    }

    /// The value for people: `+0.35` pawns, `#3` for a mate in three moves, or the expected result.
    pub fn to_pawns(self) -> String {
        match self {
            Self::Centipawns(value) => format!("{:+.2}", f64::from(value) / 100.0),
            Self::Mate(moves) => format!("#{moves}"),
            // No minus before a zero.
            Self::Expected(value) => format!("{:+.2}", (value * 100.0).round() / 100.0 + 0.0),
        }
    }

    /// Returns `true` for a win or loss at a known distance.
    pub const fn is_mate(self) -> bool {
        matches!(self, Self::Mate(_))
    }

    /// The value for the other side. A lost position at distance zero stays as it is.
    #[must_use]
    pub fn negated(self) -> Self {
        match self {
            Self::Centipawns(value) => Self::Centipawns(-value),
            Self::Mate(moves) => Self::Mate(-moves),
            Self::Expected(value) => Self::Expected(-value),
        }
    }
}

/// A score of the search.
impl From<Score> for Value {
    fn from(value: Score) -> Self {
        score::moves_to_mate(value).map_or(Self::Centipawns(value), Self::Mate)
    }
}

/// Writes the value as UCI does: `cp 35` or `mate -2`.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (*self, self.centipawns()) {
            (Self::Mate(moves), _) => write!(f, "mate {moves}"),
            (_, value) => write!(f, "cp {}", value.unwrap_or_default()),
        }
    }
}

/// A value with the probabilities of the results.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Evaluation {
    /// The value for the side asked.
    pub value: Value,
    /// The probabilities to win, draw and lose, in permille.
    pub wdl: [u32; 3],
}

/// A principal variation.
#[derive(Clone, PartialEq, Debug)]
pub struct Line<M> {
    /// The iteration in plies, or in turns where both sides choose at once.
    pub depth: u32,
    /// The deepest ply reached.
    pub selective_depth: u32,
    /// The rank among the lines requested, from 1.
    pub rank: usize,
    /// The evaluation for the side asked.
    pub evaluation: Evaluation,
    /// The relation of the value to the true value.
    pub bound: Bound,
    /// The moves. Where both sides choose at once, the likeliest choice of the side asked.
    pub moves: Vec<M>,
}

impl<M: PartialEq> Line<M> {
    /// Returns `true` if the line is an exact mate that repeats `previous`: a deeper iteration does not change it.
    pub fn repeats_mate(&self, previous: Option<&Self>) -> bool {
        let key = |line: &Self| (line.bound, line.evaluation.value);
        let is_mate = self.bound == Bound::Exact && self.evaluation.value.is_mate();
        is_mate && previous.is_some_and(|previous| key(previous) == key(self) && previous.moves == self.moves)
    }
}

/// A report of a running search. `M` is a move, or its text.
#[derive(Clone, PartialEq, Debug)]
pub enum Report<M> {
    /// Mixed strategies. The [`Report::Line`] of the same iteration follows.
    Strategies(Strategy<M>, Progress),
    /// A principal variation.
    Line(Line<M>, Progress),
    /// The root move being searched: depth, move, number from 1. Sent only by long searches.
    CurrentMove(u32, M, usize),
    /// The game is over at the root.
    Over(Evaluation),
}

/// The result of a search. `M` is a move, or its text.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer<M> {
    /// The move to play; `None` if the game is over.
    pub best: Option<M>,
    /// The expected reply.
    pub ponder: Option<M>,
    /// The evaluation of the best move for the side asked.
    pub evaluation: Evaluation,
    /// The strategies from which the move was drawn, where both sides choose at once.
    pub strategies: Option<Strategy<M>>,
    /// The probabilities that the move was drawn with, largest first, where both sides choose at once; else empty.
    pub odds: Vec<(M, f64)>,
    /// The positions searched by all threads.
    pub nodes: u64,
}

/// An engine could not be created: its evaluator's file does not fit the game.
pub type EngineError = EvaluatorError;

/// Where an engine gets its evaluator from.
#[derive(Clone, Debug)]
pub enum EvaluatorSource {
    /// The game's network in this table; the hand-made evaluation if there is none.
    Table(NetworkTable),
    /// The hand-made evaluation.
    HandMade,
    /// The bytes of a network, or of weights for the hand-made evaluation. Apocalypse has no such files and ignores them.
    File(Arc<[u8]>),
}

impl PartialEq for EvaluatorSource {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Table(one), Self::Table(two)) => std::ptr::fn_addr_eq(*one, *two),
            (Self::File(one), Self::File(two)) => one == two,
            (one, two) => matches!((one, two), (Self::HandMade, Self::HandMade)),
        }
    }
}

impl Eq for EvaluatorSource {}

/// Returns the endgame tables of Apocalypse that are available now. Called before every search.
pub type TableSource = fn() -> Arc<Tables>;

/// Data that an engine uses. The default is the built-in networks, no book and no endgame tables.
#[derive(Clone, Debug)]
pub struct Resources {
    /// The source of the evaluator.
    pub evaluator: EvaluatorSource,
    /// The opening book; ignored in games other than its own.
    pub book: Option<AnyBook>,
    /// The endgame tables of Apocalypse.
    pub tables: Option<TableSource>,
}

impl Default for Resources {
    fn default() -> Self {
        Self { evaluator: EvaluatorSource::Table(eval::network::built_in), book: None, tables: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use eval::score::{LONGEST_WIN, WIN};

    #[test]
    fn scores_become_the_values_that_uci_writes() {
        for score in [0, 35, -35, WIN - 1, WIN - 5, -WIN, 1 - WIN, 4 - WIN, LONGEST_WIN, -LONGEST_WIN] {
            assert_eq!(Value::from(score).to_string(), score::Uci(score).to_string());
        }
        assert_eq!(Value::Expected(0.0).to_string(), "cp 0");
        assert_eq!(Value::Mate(3).negated().to_string(), "mate -3");
        let values = [Value::Centipawns(-120), Value::Mate(-2), Value::Expected(-0.001)];
        assert_eq!(values.map(Value::to_pawns), ["-1.20", "#-2", "+0.00"]);
    }
}
