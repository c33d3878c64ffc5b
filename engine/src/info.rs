//! What a search tells while it runs, and what it answers.

use std::time::Duration;

use eval::Score;
use movegen::Move;

/// What a score says about the true value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// It is the value.
    Exact,
    /// The value is at least this: the search failed high.
    Lower,
    /// The value is at most this: the search failed low.
    Upper,
}

/// One line of thought.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Iteration, in plies.
    pub depth: u32,
    /// Deepest ply reached.
    pub selective_depth: u32,
    /// Rank of the line among those asked for, from 1.
    pub rank: usize,
    /// Value for the side to move.
    pub score: Score,
    /// What the value is worth.
    pub bound: Bound,
    /// The line itself: legal to its end, never beyond the end of the game.
    pub moves: Vec<Move>,
}

/// What goes with every report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Positions searched by all threads.
    pub nodes: u64,
    /// Since the search began.
    pub time: Duration,
    /// Share of the hash table used, in permille.
    pub hash_full: u32,
}

/// A report from a running search.
///
/// ```
/// use engine::{Control, Engine, Limits, Report, Settings};
/// use eval::score::Uci;
/// use movegen::{Chess, Position, Record};
///
/// let mut engine = Engine::<Chess>::new(Settings { hash: 1, ..Settings::default() });
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
    /// A line of thought.
    Line(Line, Progress),
    /// The root move now being searched: depth in plies, move, its number from 1. Sent only by long searches.
    CurrentMove(u32, Move, usize),
    /// The game is over at the root: the score, and no line.
    Over(Score),
}

/// What a search answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Answer {
    /// The move to play; none when the game is over.
    pub best: Option<Move>,
    /// The reply expected.
    pub ponder: Option<Move>,
    /// The value of the best move for the side to move.
    pub score: Score,
    /// Positions searched by all threads.
    pub nodes: u64,
}
