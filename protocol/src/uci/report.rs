//! The reports of a search as UCI text: `info` lines and `bestmove`. Clients rely on two invariants: an `info` line with a
//! score precedes every `bestmove`, and a line has legal moves only.
//!
//! Where both sides choose at once, `info string` lines have the mixed strategies.

use std::fmt::{Display, Write as _};
use std::time::Duration;

use games::{Answer, Bound, Evaluation, Line, Progress, Report, Strategy};
use movegen::Color;

use crate::bench::per_second;
use crate::options::View;

pub(super) struct Reporter {
    side: Color,
    view: View,
    prints_both: bool,
    /// The depth and first move of the last best line.
    best: Option<(u32, Option<String>)>,
    /// The last best line if it is an exact mate. Deeper iterations that repeat it are not printed.
    mate: Option<Line<String>>,
    progress: Progress,
}

impl Reporter {
    pub(super) fn new(side: Color, view: View, is_infinite: bool) -> Self {
        let progress = Progress { nodes: 0, time: Duration::ZERO, hash_full: 0, table_hits: 0 };
        Self { side, view, prints_both: view.analyse || is_infinite, best: None, mate: None, progress }
    }

    /// The text of one report; empty for a line of a rank that the client has not requested, such as those of a weakened
    /// engine.
    pub(super) fn report(&mut self, report: &Report<String>) -> String {
        match report {
            Report::Strategies(strategies, _) => self.strategies(strategies),
            Report::Line(line, progress) => {
                self.progress = *progress;
                if line.rank > self.view.lines {
                    return String::new();
                }
                if line.rank == 1 {
                    self.best = Some((line.depth, line.moves.first().cloned()));
                }
                if self.view.lines == 1 && line.repeats_mate(self.mate.as_ref()) {
                    return String::new();
                }
                self.mate = Some(line.clone()).filter(|line| line.evaluation.value.is_mate());
                self.line(line)
            }
            Report::CurrentMove(depth, m, number) => format!("info depth {depth} currmove {m} currmovenumber {number}"),
            Report::Over(evaluation) => {
                self.best = Some((0, None));
                format!("info depth 0 score {}{}", evaluation.value, self.wdl(evaluation))
            }
        }
    }

    /// `bestmove`, after an `info` line if no report had the chosen move.
    pub(super) fn answer(&self, answer: &Answer<String>) -> String {
        let mut text = String::new();
        let depth = match &self.best {
            Some((_, reported)) if *reported == answer.best => None,
            Some((depth, _)) => Some(*depth),
            None => Some(u32::from(answer.best.is_some())),
        };
        if let Some(depth) = depth {
            let moves = answer.best.iter().chain(&answer.ponder).cloned().collect();
            let (selective_depth, rank, bound) = (depth, 1, Bound::Exact);
            let line = Line { depth, selective_depth, rank, evaluation: answer.evaluation, bound, moves };
            text = self.line(&line);
            text.push('\n');
        }
        let _ = match (&answer.best, &answer.ponder) {
            (None, _) => write!(text, "bestmove (none)"),
            (Some(best), None) => write!(text, "bestmove {best}"),
            (Some(best), Some(reply)) => write!(text, "bestmove {best} ponder {reply}"),
        };
        text
    }

    fn line(&self, line: &Line<String>) -> String {
        let Line { depth, selective_depth, rank, evaluation, bound, moves } = line;
        let Progress { nodes, time, hash_full, table_hits } = self.progress;
        let bound = match bound {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        };
        let mut text = format!(
            "info depth {depth} seldepth {selective_depth} multipv {rank} score {}{bound}{} nodes {nodes} nps {} \
             hashfull {hash_full} tbhits {table_hits} time {}",
            evaluation.value,
            self.wdl(evaluation),
            per_second(nodes, time),
            time.as_millis(),
        );
        if !moves.is_empty() {
            let _ = write!(text, " pv {}", moves.join(" "));
        }
        text
    }

    fn wdl(&self, evaluation: &Evaluation) -> String {
        let [win, draw, loss] = evaluation.wdl;
        if self.view.show_wdl { format!(" wdl {win} {draw} {loss}") } else { String::new() }
    }

    fn strategies(&self, strategies: &Strategy<String>) -> String {
        let sides = Color::BOTH.into_iter().filter(|&side| self.prints_both || side == self.side);
        let line = |side: Color| {
            // No minus before a zero.
            let value = (strategies.value_to(side) * 1e6).round() / 1e6 + 0.0;
            let (name, gap, depth) = (side.name().to_ascii_lowercase(), strategies.gap(), strategies.depth);
            let mix = mix(&strategies.mix[side]);
            format!("info string strategy {name} depth {depth} value {value:.6} gap {gap:.1e} mix{mix}")
        };
        sides.map(line).collect::<Vec<_>>().join("\n")
    }
}

/// A mixed strategy as text: ` a1b3 0.600000 c1c2 0.400000`.
pub(crate) fn mix<M: Display>(mix: &[(M, f64)]) -> String {
    mix.iter().map(|(choice, share)| format!(" {choice} {share:.6}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Value;

    const VIEW: View = View { lines: 1, show_wdl: false, analyse: false };
    const PROGRESS: Progress = Progress { nodes: 12_345, time: Duration::from_millis(12), hash_full: 3, table_hits: 0 };

    fn evaluation(value: Value) -> Evaluation {
        Evaluation { value, wdl: [1000, 0, 0] }
    }

    fn line(moves: &[&str]) -> Line<String> {
        Line {
            depth: 12,
            selective_depth: 18,
            rank: 1,
            evaluation: evaluation(Value::Centipawns(35)),
            bound: Bound::Exact,
            moves: moves.iter().map(|&m| m.to_owned()).collect(),
        }
    }

    fn answer(best: Option<&str>, ponder: Option<&str>) -> Answer<String> {
        let evaluation = evaluation(Value::Centipawns(0));
        let [best, ponder] = [best, ponder].map(|m| m.map(str::to_owned));
        Answer { best, ponder, evaluation, strategies: None, odds: Vec::new(), nodes: 9 }
    }

    fn reporter(view: View) -> Reporter {
        Reporter::new(Color::White, view, false)
    }

    #[test]
    fn line_has_fields_in_order_and_moves_last() {
        assert_eq!(
            reporter(VIEW).report(&Report::Line(line(&["e2e4", "e7e5"]), PROGRESS)),
            "info depth 12 seldepth 18 multipv 1 score cp 35 nodes 12345 nps 1028750 hashfull 3 tbhits 0 time 12 \
             pv e2e4 e7e5"
        );
        let bounded = Line { bound: Bound::Lower, evaluation: evaluation(Value::Mate(2)), ..line(&["e2e4"]) };
        let text = reporter(View { show_wdl: true, ..VIEW }).report(&Report::Line(bounded, PROGRESS));
        assert!(text.contains(" score mate 2 lowerbound wdl 1000 0 0 nodes "), "{text}");
    }

    #[test]
    fn finished_game_has_score_and_no_line() {
        let mut reporter = reporter(VIEW);
        assert_eq!(reporter.report(&Report::Over(evaluation(Value::Mate(0)))), "info depth 0 score mate 0");
        assert_eq!(reporter.answer(&answer(None, None)), "bestmove (none)");
        assert_eq!(reporter.report(&Report::Over(evaluation(Value::Centipawns(0)))), "info depth 0 score cp 0");
    }

    #[test]
    fn answer_has_best_move_and_reply() {
        let mut reporter = reporter(VIEW);
        reporter.report(&Report::Line(line(&["e2e4", "e7e5"]), PROGRESS));
        assert_eq!(reporter.answer(&answer(Some("e2e4"), Some("e7e5"))), "bestmove e2e4 ponder e7e5");
        assert_eq!(reporter.answer(&answer(Some("e2e4"), None)), "bestmove e2e4");
    }

    #[test]
    fn unreported_best_move_gets_a_line() {
        let text = reporter(VIEW).answer(&answer(Some("a2a3"), None));
        assert!(text.starts_with("info depth 1 seldepth 1 multipv 1 score cp 0 "), "{text}");
        assert!(text.ends_with(" pv a2a3\nbestmove a2a3"), "{text}");

        let mut reporter = reporter(VIEW);
        reporter.report(&Report::Line(line(&["e2e4"]), PROGRESS));
        let text = reporter.answer(&answer(Some("a2a3"), None));
        assert!(text.starts_with("info depth 12 ") && text.ends_with(" pv a2a3\nbestmove a2a3"), "{text}");
    }

    #[test]
    fn lines_beyond_multipv_are_not_printed() {
        let second = Line { rank: 2, ..line(&["d2d4"]) };
        assert_eq!(reporter(VIEW).report(&Report::Line(second.clone(), PROGRESS)), "");
        let text = reporter(View { lines: 2, ..VIEW }).report(&Report::Line(second, PROGRESS));
        assert!(text.contains(" multipv 2 "), "{text}");
    }

    #[test]
    fn repeated_mate_is_printed_once() {
        let mate = Line { evaluation: evaluation(Value::Mate(2)), ..line(&["e2e4"]) };
        let mut reporter = reporter(VIEW);
        assert_ne!(reporter.report(&Report::Line(mate.clone(), PROGRESS)), "");
        assert_eq!(reporter.report(&Report::Line(Line { depth: 13, ..mate }, PROGRESS)), "");
    }
}
