//! The reports of a search as lines that XBoard reads, `depth score time nodes moves`: time in hundredths of a second, a mate
//! in N moves as 100000 + N. Where both sides choose at once, the choices of the mixed strategy with their probabilities stand
//! for the moves.

use std::time::Duration;

use apocalypse::tables::LoadError;
use games::{Answer, Bound, Line, Progress, Report, Strategy, Value};
use movegen::Color;

use super::session::LineWriter;
use crate::input::Input;

/// The score of a mate in zero moves.
const MATE: i32 = 100_000;
const MAX_CHOICES: usize = 6;

/// An event of a conversation: a line from the client or a message from the worker thread.
#[derive(Debug)]
pub(super) enum Event {
    Input(Input),
    /// A message of the search with this number.
    Search(u64, SearchEvent),
    /// The tasks for which the oldest such `ping` waits are completed.
    Ready,
    /// Endgame tables have been loaded: their number, or the error.
    Tables(Result<usize, LoadError>),
    /// The number of endgame tables of turn-based games that were loaded.
    Endgames(Result<usize, String>),
}

#[derive(Clone, Debug)]
pub(super) enum SearchEvent {
    /// A line, empty if it is not shown, and the expected reply to the first move.
    Line { text: String, reply: Option<String>, nodes: u64, depth: u32 },
    /// The root move being searched: number from 1, text.
    CurrentMove(usize, String),
    /// The game is over, with this score.
    Over(i32),
    /// The search is over: the move to play, the expected reply, and `true` if the engine's side is worse.
    Answer { best: Option<String>, reply: Option<String>, is_worse: bool },
}

pub(super) struct Reporter {
    write: LineWriter,
    lines: usize,
    /// `true` if a mate that deeper iterations repeat is reported again: in an analysis the depth matters.
    repeats_mates: bool,
    /// The side whose strategy is reported, where both choose at once.
    mixing: Option<Color>,
    /// The first move of the last line reported.
    reported: Option<String>,
    previous: Option<Line<String>>,
    strategies: Option<Strategy<String>>,
}

impl Reporter {
    pub(super) const fn new(write: LineWriter, lines: usize, repeats_mates: bool, mixing: Option<Color>) -> Self {
        Self { write, lines, repeats_mates, mixing, reported: None, previous: None, strategies: None }
    }

    pub(super) fn report(&mut self, report: Report<String>) -> Option<SearchEvent> {
        match (report, self.mixing) {
            (Report::Strategies(strategies, _), _) => {
                self.strategies = Some(strategies);
                None
            }
            (Report::Line(line, progress), Some(side)) => {
                let mut text = numbers(&line, &progress);
                for (choice, share) in self.strategies.iter().flat_map(|s| &s.mix[side]).take(MAX_CHOICES) {
                    text += &format!(" {choice} ({:.0}%)", share * 100.0);
                }
                Some(SearchEvent::Line { text, reply: None, nodes: progress.nodes, depth: line.depth })
            }
            (Report::Line(line, progress), None) => {
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
            (Report::CurrentMove(_, m, number), None) => Some(SearchEvent::CurrentMove(number, m)),
            (Report::CurrentMove(..), _) => None,
            (Report::Over(evaluation), _) => Some(SearchEvent::Over(score(evaluation.value))),
        }
    }

    /// The last events: the answer, after a line if no report had the move.
    pub(super) fn answer(&self, answer: Answer<String>) -> Vec<SearchEvent> {
        let Answer { best, ponder: reply, evaluation, nodes, .. } = answer;
        let mut events = Vec::new();
        if self.mixing.is_none() && best.is_some() && best != self.reported {
            let moves = best.iter().chain(&reply).cloned().collect();
            let line = Line { depth: 1, selective_depth: 1, rank: 1, evaluation, bound: Bound::Exact, moves };
            events.push(self.event(
                &line,
                &Progress { nodes, time: Duration::ZERO, hash_full: 0, table_hits: 0 },
                true,
            ));
        }
        events.push(SearchEvent::Answer { best, reply, is_worse: score(evaluation.value) < 0 });
        events
    }

    fn event(&self, line: &Line<String>, progress: &Progress, is_shown: bool) -> SearchEvent {
        let shown = is_shown.then(|| format!("{} {}", numbers(line, progress), (self.write)(&line.moves)));
        let reply = line.moves.get(1).filter(|_| line.rank == 1).cloned();
        let text = shown.unwrap_or_default().trim_end().to_owned();
        SearchEvent::Line { text, reply, nodes: progress.nodes, depth: line.depth }
    }
}

fn numbers(line: &Line<String>, progress: &Progress) -> String {
    let score = score(line.evaluation.value);
    format!("{} {score} {} {}", line.depth, progress.time.as_millis() / 10, progress.nodes)
}

fn score(value: Value) -> i32 {
    match value {
        Value::Mate(moves) if moves > 0 => MATE + moves,
        Value::Mate(moves) => moves - MATE,
        value => value.centipawns().unwrap_or_default(),
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
        let mut reporter = Reporter::new(write, 1, true, None);
        let evaluation = Evaluation { value: Value::Centipawns(-20), wdl: [0, 1000, 0] };
        let moves = vec!["e2e4".to_owned(), "e7e5".to_owned()];
        let line = Line { depth: 3, selective_depth: 5, rank: 1, evaluation, bound: Bound::Exact, moves };
        let progress = Progress { nodes: 1234, time: Duration::from_millis(256), hash_full: 0, table_hits: 0 };
        let event = reporter.report(Report::Line(line, progress));
        let expected = "3 -20 25 1234 e2e4 e7e5";
        assert!(matches!(event, Some(SearchEvent::Line { text, reply: Some(_), .. }) if text == expected));
        let answer = |best: &str| Answer {
            best: Some(best.to_owned()),
            ponder: None,
            evaluation,
            strategies: None,
            odds: Vec::new(),
            nodes: 9,
        };
        assert_eq!(reporter.answer(answer("e2e4")).len(), 1);
        assert_eq!(reporter.answer(answer("a2a3")).len(), 2);
    }
}
