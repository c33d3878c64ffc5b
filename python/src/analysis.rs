//! What a search of a turn-based game has found: the classes `Score`, `Line` and `Analysis`.

use ::engine::{Answer, Bound, Progress};
use eval::{Wdl, score};
use movegen::{Outcome, Position, Variant};
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

impl From<eval::Score> for Score {
    fn from(value: eval::Score) -> Self {
        match score::moves_to_mate(value) {
            None => Self { cp: Some(value), mate: None },
            mate => Self { cp: None, mate },
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

/// One line of thought.
#[pyclass(frozen, get_all, module = "upheaval")]
#[derive(Clone)]
pub(crate) struct Line {
    /// The rank of the line among those asked for, from 1.
    rank: usize,
    /// The iteration that found it, in plies.
    depth: u32,
    /// The deepest ply that was reached.
    seldepth: u32,
    /// Its value for the side to move.
    score: Score,
    /// What the score is worth: `exact`, or the value is at least (`lower`) or at most (`upper`) this.
    bound: &'static str,
    /// Chances of the side to move to win, draw and lose, in thousandths. They are a rough model of the score.
    wdl: (u32, u32, u32),
    /// The moves, the first one from the position searched; they can be played to the end of the line.
    pv: Vec<String>,
}

impl Line {
    /// A line of a search of this position.
    pub(crate) fn of<V: Variant>(root: &Position<V>, line: &::engine::Line) -> Self {
        let mut pos = *root;
        let mut pv = Vec::new();
        for &m in &line.moves {
            // What a search tells can be played; this is for the day on which it cannot.
            if !pos.is_legal(m, &pos.constraints()) {
                break;
            }
            pv.push(pos.write_move(m));
            pos.play(m, &mut ());
        }
        let bound = match line.bound {
            Bound::Exact => "exact",
            Bound::Lower => "lower",
            Bound::Upper => "upper",
        };
        let Wdl { win, draw, loss } = Wdl::of(root, line.score);
        let (depth, seldepth) = (line.depth, line.selective_depth);
        Self { rank: line.rank, depth, seldepth, score: line.score.into(), bound, wdl: (win, draw, loss), pv }
    }
}

#[pymethods]
impl Line {
    fn __repr__(&self) -> String {
        format!("<Line {} depth {} score {} pv {}>", self.rank, self.depth, self.score.__str__(), self.pv.join(" "))
    }
}

/// What a search has found. `score`, `depth`, `seldepth`, `wdl` and `pv` are those of the first of the `lines`.
#[pyclass(frozen, get_all, module = "upheaval")]
pub(crate) struct Analysis {
    /// The best move, `None` when the game is over.
    best: Option<String>,
    /// The reply expected to it, if one is known.
    ponder: Option<String>,
    /// The value for the side to move.
    score: Score,
    /// Chances of the side to move to win, draw and lose, in thousandths.
    wdl: (u32, u32, u32),
    /// The last iteration, in plies; 0 when the game is over.
    depth: u32,
    /// The deepest ply that was reached.
    seldepth: u32,
    /// Positions searched by all threads.
    nodes: u64,
    /// Seconds.
    time: f64,
    /// The best line.
    pv: Vec<String>,
    /// All lines that were asked for, the best one first.
    lines: Vec<Line>,
}

impl Analysis {
    /// What a search of this position has told and answered.
    pub(crate) fn of<V: Variant>(root: &Position<V>, lines: Vec<Line>, progress: Progress, answer: &Answer) -> Self {
        let text = |pos: &Position<V>, m| pos.write_move(m);
        let reply = answer.best.zip(answer.ponder).map(|(best, reply)| text(&root.after(best), reply));
        let (score, wdl) = match lines.first() {
            Some(line) => (line.score, line.wdl),
            None => (answer.score.into(), certain(root.outcome(), answer.score)),
        };
        let first = lines.first();
        Self {
            best: answer.best.map(|m| text(root, m)),
            ponder: reply,
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

    /// The best move alone.
    pub(crate) fn into_best(self) -> Option<String> {
        self.best
    }
}

/// The chances when the game is over.
fn certain(outcome: Option<Outcome>, value: eval::Score) -> (u32, u32, u32) {
    match outcome {
        Some(Outcome { winner: Some(_), .. }) if value < 0 => (0, 0, 1000),
        Some(Outcome { winner: Some(_), .. }) => (1000, 0, 0),
        _ => (0, 1000, 0),
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
