//! What a search tells, as UCI text: `info` lines and `bestmove`. Keeps two promises that clients rely on: an `info`
//! line with a score stands before every `bestmove`, and a line of thought holds only moves that can be played.

use std::fmt::Write as _;

use engine::{Answer, Bound, Line, Progress, Report};
use eval::{Wdl, score};
use movegen::{Move, Position, Variant};

use crate::bench::per_second;
use crate::game::{SearchRequest, line as playable, repeats_mate};
use crate::options::View;
use crate::uci::session::SearchReporter;

/// Puts the reports of one search into words.
pub(crate) struct Reporter<V: Variant> {
    root: Position<V>,
    view: View,
    /// Depth and first move of the last complete best line.
    best: Option<(u32, Option<Move>)>,
    /// The last line told, if it is an exact mate.
    mate: Option<Line>,
    progress: Progress,
}

impl<V: Variant> SearchReporter<Position<V>> for Reporter<V> {
    fn new(root: &Position<V>, _: &SearchRequest<Move>, view: View) -> Self {
        Self::of(*root, view)
    }

    /// The text of one report; empty for a line beyond those the client wants, as a weakened engine looks at.
    fn report(&mut self, report: &Report) -> String {
        match report {
            Report::Line(line, progress) => {
                self.progress = *progress;
                if line.rank > self.view.lines {
                    return String::new();
                }
                if line.rank == 1 {
                    self.best = Some((line.depth, line.moves.first().copied()));
                }
                if self.view.lines == 1 && repeats_mate(self.mate.as_ref(), line) {
                    return String::new();
                }
                self.mate = Some(line.clone()).filter(|line| score::is_decisive(line.score));
                self.line(line)
            }
            Report::CurrentMove(depth, m, number) => {
                format!("info depth {depth} currmove {} currmovenumber {number}", self.root.write_move(*m))
            }
            Report::Over(value) => {
                self.best = Some((0, None));
                format!("info depth 0 score {}{}", score::Uci(*value), self.wdl(*value))
            }
        }
    }

    /// The last words: `bestmove`, and before it an `info` line if the search has told nothing of the move it chose.
    fn answer(&self, answer: &Answer) -> String {
        let mut text = String::new();
        let depth = match self.best {
            Some((_, told)) if told == answer.best => None,
            Some((depth, _)) => Some(depth),
            None => Some(u32::from(answer.best.is_some())),
        };
        if let Some(depth) = depth {
            let moves: Vec<Move> = answer.best.into_iter().chain(answer.ponder).collect();
            let (selective_depth, rank, score, bound) = (depth, 1, answer.score, Bound::Exact);
            text = self.line(&Line { depth, selective_depth, rank, score, bound, moves });
            text.push('\n');
        }
        let moves = answer.best.into_iter().chain(answer.ponder);
        let mut moves = playable(&self.root, moves).into_iter();
        let _ = match (moves.next(), moves.next()) {
            (None, _) => write!(text, "bestmove (none)"),
            (Some(best), None) => write!(text, "bestmove {best}"),
            (Some(best), Some(reply)) => write!(text, "bestmove {best} ponder {reply}"),
        };
        text
    }
}

impl<V: Variant> Reporter<V> {
    /// A reporter for a search of `root`.
    fn of(root: Position<V>, view: View) -> Self {
        let progress = Progress { nodes: 0, time: std::time::Duration::ZERO, hash_full: 0 };
        Self { root, view, best: None, mate: None, progress }
    }

    fn line(&self, line: &Line) -> String {
        let Line { depth, selective_depth, rank, score: value, bound, .. } = *line;
        let Progress { nodes, time, hash_full } = self.progress;
        let bound = match bound {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        };
        let mut text = format!(
            "info depth {depth} seldepth {selective_depth} multipv {rank} score {}{bound}{} nodes {nodes} nps {} \
             hashfull {hash_full} tbhits 0 time {}",
            score::Uci(value),
            self.wdl(value),
            per_second(nodes, time),
            time.as_millis(),
        );
        let moves = playable(&self.root, line.moves.iter().copied());
        if !moves.is_empty() {
            let _ = write!(text, " pv {}", moves.join(" "));
        }
        text
    }

    fn wdl(&self, value: eval::Score) -> String {
        if self.view.show_wdl { format!(" {}", Wdl::of(&self.root, value)) } else { String::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::{Chess, Empire};
    use std::time::Duration;

    fn line<V: Variant>(root: &Position<V>, moves: &[&str]) -> Line {
        let mut pos = *root;
        let play = |text: &&str| {
            let m = pos.parse_move(text).unwrap();
            pos.play(m, &mut ());
            m
        };
        let moves = moves.iter().map(play).collect();
        Line { depth: 12, selective_depth: 18, rank: 1, score: 35, bound: Bound::Exact, moves }
    }

    const VIEW: View = View { lines: 1, show_wdl: false, analyse: false };
    const PROGRESS: Progress = Progress { nodes: 12_345, time: Duration::from_millis(12), hash_full: 3 };

    #[test]
    fn a_line_of_thought_has_its_fields_in_order_and_the_moves_last() {
        let root = Position::<Chess>::start();
        let thought = line(&root, &["e2e4", "e7e5"]);
        assert_eq!(
            Reporter::of(root, VIEW).report(&Report::Line(thought.clone(), PROGRESS)),
            "info depth 12 seldepth 18 multipv 1 score cp 35 nodes 12345 nps 1028750 hashfull 3 tbhits 0 time 12 \
             pv e2e4 e7e5"
        );
        let bounded = Line { bound: Bound::Lower, score: score::win_in(3), ..thought };
        let text = Reporter::of(root, View { show_wdl: true, ..VIEW }).report(&Report::Line(bounded, PROGRESS));
        assert!(text.contains(" score mate 2 lowerbound wdl 1000 0 0 nodes "), "{text}");
    }

    #[test]
    fn a_finished_game_has_a_score_and_no_line() {
        let root = Position::<Empire>::start();
        let mut reporter = Reporter::of(root, VIEW);
        assert_eq!(reporter.report(&Report::Over(score::loss_in(0))), "info depth 0 score mate 0");
        assert_eq!(reporter.answer(&Answer::default()), "bestmove (none)");
        assert_eq!(reporter.report(&Report::Over(0)), "info depth 0 score cp 0");
    }

    #[test]
    fn the_best_move_and_the_reply_expected_end_the_search() {
        let root = Position::<Chess>::start();
        let mut reporter = Reporter::of(root, VIEW);
        let thought = line(&root, &["e2e4", "e7e5"]);
        let answer = Answer { best: Some(thought.moves[0]), ponder: Some(thought.moves[1]), score: 35, nodes: 9 };
        reporter.report(&Report::Line(thought, PROGRESS));
        assert_eq!(reporter.answer(&answer), "bestmove e2e4 ponder e7e5");
        assert_eq!(reporter.answer(&Answer { ponder: None, ..answer }), "bestmove e2e4");
    }

    #[test]
    fn a_move_that_no_line_has_told_gets_its_line_before_the_answer() {
        let root = Position::<Chess>::start();
        let answer = Answer { best: Some(line(&root, &["a2a3"]).moves[0]), ..Answer::default() };
        let text = Reporter::of(root, VIEW).answer(&answer);
        assert!(text.starts_with("info depth 1 seldepth 1 multipv 1 score cp 0 "), "{text}");
        assert!(text.ends_with(" pv a2a3\nbestmove a2a3"), "{text}");

        let mut reporter = Reporter::of(root, VIEW);
        reporter.report(&Report::Line(line(&root, &["e2e4"]), PROGRESS));
        let text = reporter.answer(&answer);
        assert!(text.starts_with("info depth 12 ") && text.ends_with(" pv a2a3\nbestmove a2a3"), "{text}");
    }

    #[test]
    fn lines_that_nobody_wants_are_not_told() {
        let root = Position::<Chess>::start();
        let second = Line { rank: 2, ..line(&root, &["d2d4"]) };
        assert_eq!(Reporter::of(root, VIEW).report(&Report::Line(second.clone(), PROGRESS)), "");
        let text = Reporter::of(root, View { lines: 2, ..VIEW }).report(&Report::Line(second, PROGRESS));
        assert!(text.contains(" multipv 2 "), "{text}");
    }

    #[test]
    fn a_line_is_cut_where_it_cannot_be_played() {
        let root = Position::<Chess>::start();
        let mut thought = line(&root, &["e2e4", "e7e5"]);
        thought.moves.push(thought.moves[0]);
        let text = Reporter::of(root, VIEW).report(&Report::Line(thought, PROGRESS));
        assert!(text.ends_with(" pv e2e4 e7e5"), "{text}");
    }
}
