//! Results of a search of a turn-based game: the classes `Score`, `Line` and `Analysis`.

use games::{Answer, Bound, Evaluation, Progress, Value};
use pyo3::prelude::*;

/// A value for the side to move: `cp` in centipawns, or `mate`, the moves to a win (negative: to a loss; 0: the game is lost
/// here). One of the two is `None`. Every way of winning a game counts as mate.
#[pyclass(frozen, eq, hash, get_all, module = "upheaval")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Score {
    /// Centipawns, `None` when the game is decided.
    cp: Option<i32>,
    /// Moves to the win, or negative to the loss, of a decided game.
    mate: Option<i32>,
}

impl From<Value> for Score {
    fn from(value: Value) -> Self {
        match value {
            Value::Mate(moves) => Self { cp: None, mate: Some(moves) },
            value => Self { cp: value.centipawns(), mate: None },
        }
    }
}

#[pymethods]
impl Score {
    fn __str__(&self) -> String {
        match (self.mate, self.cp) {
            (Some(moves), _) => format!("mate {moves}"),
            (None, value) => format!("cp {}", value.unwrap_or_default()),
        }
    }

    fn __repr__(&self) -> String {
        let text = |number: Option<i32>| number.map_or("None".to_owned(), |number| number.to_string());
        format!("Score(cp={}, mate={})", text(self.cp), text(self.mate))
    }
}

/// A principal variation.
#[pyclass(frozen, get_all, module = "upheaval")]
#[derive(Clone)]
pub(crate) struct Line {
    /// Rank among the principal variations, from 1.
    rank: usize,
    /// Depth in plies.
    depth: u32,
    /// Selective depth in plies.
    seldepth: u32,
    /// Score for the side to move.
    score: Score,
    /// Bound of the score: `exact`, `lower` or `upper`.
    bound: &'static str,
    /// Estimated probabilities to win, draw and lose for the side to move, in permille.
    wdl: (u32, u32, u32),
    /// The moves of the line.
    pv: Vec<String>,
}

/// Splits an evaluation into Python's score and WDL triple.
fn score_and_wdl(evaluation: Evaluation) -> (Score, (u32, u32, u32)) {
    let [win, draw, loss] = evaluation.wdl;
    (evaluation.value.into(), (win, draw, loss))
}

impl From<games::Line<String>> for Line {
    fn from(line: games::Line<String>) -> Self {
        let bound = match line.bound {
            Bound::Exact => "exact",
            Bound::Lower => "lower",
            Bound::Upper => "upper",
        };
        let (score, wdl) = score_and_wdl(line.evaluation);
        let (rank, depth, seldepth) = (line.rank, line.depth, line.selective_depth);
        Self { rank, depth, seldepth, score, bound, wdl, pv: line.moves }
    }
}

#[pymethods]
impl Line {
    fn __repr__(&self) -> String {
        format!("<Line {} depth {} score {} pv {}>", self.rank, self.depth, self.score.__str__(), self.pv.join(" "))
    }
}

/// The result of a search. `score`, `depth`, `seldepth`, `wdl` and `pv` are those of the first of the `lines`.
#[pyclass(frozen, get_all, module = "upheaval")]
pub(crate) struct Analysis {
    /// The best move, `None` when the game is over.
    pub(crate) best: Option<String>,
    /// The expected reply.
    ponder: Option<String>,
    /// Score for the side to move.
    score: Score,
    /// Estimated probabilities to win, draw and lose for the side to move, in permille.
    wdl: (u32, u32, u32),
    /// The last iteration, in plies; 0 when the game is over.
    depth: u32,
    /// Selective depth in plies.
    seldepth: u32,
    /// Nodes searched by all threads.
    nodes: u64,
    /// Seconds.
    time: f64,
    /// The best line.
    pv: Vec<String>,
    /// All principal variations, best first.
    lines: Vec<Line>,
}

impl Analysis {
    /// Combines the answer of a search with its last reports.
    pub(crate) fn of(answer: Answer<String>, lines: Vec<Line>, progress: Progress) -> Self {
        let first = lines.first();
        let (score, wdl) = match first {
            Some(line) => (line.score, line.wdl),
            // The game is over. A score of 0 alone would be an even position.
            None if answer.best.is_none() && !answer.evaluation.value.is_mate() => {
                (Value::from(0).into(), (0, 1000, 0))
            }
            None => score_and_wdl(answer.evaluation),
        };
        Self {
            best: answer.best,
            ponder: answer.ponder,
            score,
            wdl,
            depth: first.map_or(0, |line| line.depth),
            seldepth: first.map_or(0, |line| line.seldepth),
            nodes: answer.nodes,
            time: progress.time.as_secs_f64(),
            pv: first.map_or_else(Vec::new, |line| line.pv.clone()),
            lines,
        }
    }
}

#[pymethods]
impl Analysis {
    fn __repr__(&self) -> String {
        let best = self.best.as_deref().unwrap_or("(none)");
        let (depth, score) = (self.depth, self.score.__str__());
        format!("<Analysis best {best} score {score} depth {depth} nodes {} pv {}>", self.nodes, self.pv.join(" "))
    }
}
