//! The reports of a search as lines that XBoard reads, `depth score time nodes moves`: time in hundredths of a second, a mate
//! in N moves as 100000 + N.

use std::time::Duration;

use games::{Answer, Bound, Line, Progress, Report, Strategy, Value};
use movegen::Color;

use super::event::SearchEvent;

/// The score of a mate in zero moves.
const MATE: i32 = 100_000;
/// The number of choices of a mixed strategy that are shown.
const MAX_CHOICES: usize = 6;

/// Converts the reports of a search into events.
pub(super) trait SearchReporter: Send {
    /// The event for a report, if there is one.
    fn report(&mut self, report: Report<String>) -> Option<SearchEvent>;
    /// The last events: the answer, after a line if no report had the move.
    fn answer(&self, answer: Answer<String>) -> Vec<SearchEvent>;
}

/// The four numbers with which a line begins.
fn numbers(depth: u32, value: Value, progress: &Progress) -> String {
    format!("{depth} {} {} {}", score(value), progress.time.as_millis() / 10, progress.nodes)
}

/// A value as XBoard reads it.
fn score(value: Value) -> i32 {
    match value {
        Value::Mate(moves) if moves > 0 => MATE + moves,
        Value::Mate(moves) => moves - MATE,
        value => value.centipawns().unwrap_or_default(),
    }
}

/// The answer as an event.
fn answer_event(answer: Answer<String>) -> SearchEvent {
    let Answer { best, ponder, evaluation, .. } = answer;
    SearchEvent::Answer { best, reply: ponder, is_worse: score(evaluation.value) < 0 }
}

/// Writes the moves of a line, given in coordinates.
pub(super) type LineWriter = Box<dyn Fn(&[String]) -> String + Send>;

/// Reports the lines of a game in which the sides move in turn.
pub(super) struct LineReporter {
    write: LineWriter,
    /// The number of lines that the client wants.
    lines: usize,
    /// The first move of the last line reported.
    reported: Option<String>,
    /// `true` if a mate that deeper iterations repeat is reported again: in an analysis the depth matters.
    repeats_mates: bool,
    /// The last best line.
    previous: Option<Line<String>>,
}

impl LineReporter {
    /// A reporter for this number of lines.
    pub(super) const fn new(write: LineWriter, lines: usize, repeats_mates: bool) -> Self {
        Self { write, lines, reported: None, repeats_mates, previous: None }
    }

    fn event(&self, line: &Line<String>, progress: &Progress, is_wanted: bool) -> SearchEvent {
        let numbers = || numbers(line.depth, line.evaluation.value, progress);
        let text = if is_wanted { format!("{} {}", numbers(), (self.write)(&line.moves)) } else { String::new() };
        let reply = line.moves.get(1).filter(|_| line.rank == 1).cloned();
        SearchEvent::Line { text: text.trim_end().to_owned(), reply, nodes: progress.nodes, depth: line.depth }
    }
}

impl SearchReporter for LineReporter {
    fn report(&mut self, report: Report<String>) -> Option<SearchEvent> {
        match report {
            Report::Line(line, progress) => {
                if self.lines == 1 && !self.repeats_mates && line.repeats_mate(self.previous.as_ref()) {
                    return None;
                }
                let is_exact = line.bound == Bound::Exact;
                if line.rank == 1 && is_exact {
                    self.reported = line.moves.first().cloned();
                }
                let event = self.event(&line, &progress, line.rank <= self.lines && is_exact);
                self.previous = Some(line).filter(|line| line.rank == 1);
                Some(event)
            }
            Report::CurrentMove(_, m, number) => Some(SearchEvent::CurrentMove(number, m)),
            Report::Strategies(..) | Report::Over(_) => None,
        }
    }

    fn answer(&self, answer: Answer<String>) -> Vec<SearchEvent> {
        if answer.best.is_none() || answer.best == self.reported {
            return vec![answer_event(answer)];
        }
        let progress = Progress { nodes: answer.nodes, time: Duration::ZERO, hash_full: 0 };
        let moves = answer.best.iter().chain(&answer.ponder).cloned().collect();
        let (evaluation, bound) = (answer.evaluation, Bound::Exact);
        let line = Line { depth: 1, selective_depth: 1, rank: 1, evaluation, bound, moves };
        vec![self.event(&line, &progress, true), answer_event(answer)]
    }
}

/// Reports the mixed strategy of a side where both choose at once: choices with their probabilities.
pub(super) struct StrategyReporter {
    side: Color,
    strategies: Option<Strategy<String>>,
}

impl StrategyReporter {
    /// A reporter for a search for this side.
    pub(super) const fn new(side: Color) -> Self {
        Self { side, strategies: None }
    }
}

impl SearchReporter for StrategyReporter {
    fn report(&mut self, report: Report<String>) -> Option<SearchEvent> {
        match report {
            Report::Strategies(strategies, _) => {
                self.strategies = Some(strategies);
                None
            }
            Report::Line(line, progress) => {
                let mut text = numbers(line.depth, line.evaluation.value, &progress);
                for (choice, share) in self.strategies.iter().flat_map(|s| &s.mix[self.side]).take(MAX_CHOICES) {
                    text += &format!(" {choice} ({:.0}%)", share * 100.0);
                }
                Some(SearchEvent::Line { text, reply: None, nodes: progress.nodes, depth: line.depth })
            }
            Report::CurrentMove(..) | Report::Over(_) => None,
        }
    }

    fn answer(&self, answer: Answer<String>) -> Vec<SearchEvent> {
        vec![answer_event(answer)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Evaluation;

    #[test]
    fn mates_are_counted_from_a_hundred_thousand() {
        let values = [Value::Centipawns(35), Value::Mate(1), Value::Mate(3), Value::Mate(-2), Value::Mate(0)];
        assert_eq!(values.map(score), [35, 100_001, 100_003, -100_002, -100_000]);
    }

    #[test]
    fn unreported_best_move_gets_a_line() {
        let write: LineWriter = Box::new(|moves| moves.join(" "));
        let mut reporter = LineReporter::new(write, 1, true);
        let evaluation = Evaluation { value: Value::Centipawns(-20), wdl: [0, 1000, 0] };
        let moves = vec!["e2e4".to_owned(), "e7e5".to_owned()];
        let line = Line { depth: 3, selective_depth: 5, rank: 1, evaluation, bound: Bound::Exact, moves };
        let progress = Progress { nodes: 1234, time: Duration::from_millis(256), hash_full: 0 };
        let event = reporter.report(Report::Line(line, progress));
        let expected = "3 -20 25 1234 e2e4 e7e5";
        assert!(matches!(event, Some(SearchEvent::Line { text, reply: Some(_), .. }) if text == expected));
        let answer =
            |best: &str| Answer { best: Some(best.to_owned()), ponder: None, evaluation, strategies: None, nodes: 9 };
        assert_eq!(reporter.answer(answer("e2e4")).len(), 1);
        assert_eq!(reporter.answer(answer("a2a3")).len(), 2);
    }
}
