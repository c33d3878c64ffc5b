//! Reports and answers of a search.

use std::time::Duration;

use eval::Score;
use movegen::{Move, Position, Variant};

/// Bound type of a score. The transposition table stores the discriminants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The exact score.
    Exact = 1,
    /// A lower bound: the search failed high.
    Lower = 2,
    /// An upper bound: the search failed low.
    Upper = 3,
}

/// A principal variation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Depth of the iteration in plies.
    pub depth: u32,
    /// Selective depth in plies.
    pub selective_depth: u32,
    /// Rank among the principal variations (MultiPV), from 1.
    pub rank: usize,
    /// Score in centipawns for the side to move.
    pub score: Score,
    /// Bound type of the score.
    pub bound: Bound,
    /// Legal moves, not beyond the end of the game.
    pub moves: Vec<Move>,
}

/// Progress of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Nodes searched by all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// Share of the transposition table used, in permille.
    pub hash_full: u32,
    /// Positions found in endgame tables.
    pub table_hits: u64,
}

/// A position of a search tree with its score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TreeNode<V: Variant> {
    /// The position.
    pub position: Position<V>,
    /// Best move; `None` if all moves failed low.
    pub best: Option<Move>,
    /// Score in centipawns for the side to move.
    pub score: Score,
    /// Bound type of the score.
    pub bound: Bound,
}

/// A report from a running search.
///
/// ```
/// use upheaval_engine::{Control, Engine, Limits, Report, Settings};
/// use eval::score::Uci;
/// use movegen::{Chess, Position, Record};
///
/// let mut engine = Engine::<Chess>::new(Settings { hash: Some(1), ..Settings::default() });
/// let record = Record::new("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1".parse::<Position<Chess>>()?);
/// let limits = Limits { depth: Some(2), ..Limits::default() };
/// let mut scores = Vec::new();
/// engine.go(&record, &limits, &Control::default(), &mut |report| match report {
///     Report::Line(line, progress) => {
///         println!("depth {} nodes {} line {:?}", line.depth, progress.nodes, line.moves);
///         scores.push(Uci(line.score).to_string());
///     }
///     Report::CurrentMove(..) | Report::Over(_) => {}
/// });
/// assert_eq!(scores.last().map(String::as_str), Some("mate 1"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Report {
    /// A principal variation.
    Line(Line, Progress),
    /// The root move being searched: depth in plies, move, move number from 1. Only in long searches.
    CurrentMove(u32, Move, usize),
    /// The game is over at the root: the score.
    Over(Score),
}

/// The answer of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Answer {
    /// The move to play; `None` if the game is over.
    pub best: Option<Move>,
    /// The expected reply.
    pub ponder: Option<Move>,
    /// Score of the best move in centipawns for the side to move.
    pub score: Score,
    /// Nodes searched by all threads.
    pub nodes: u64,
}
