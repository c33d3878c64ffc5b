//! Review of the game on the board: searches every position in turn and grades each move by the change in value.

use std::time::Duration;

use movegen::Color;

use super::Session;
use super::analysis::{Look, score, search};
use super::table::{Table, add_stored};
use crate::messages::{ErrorCode, Event, Fault, Refusal, Reply, ReviewNote, ReviewReport, Side, ThoughtScore, Value};
use crate::think::{SearchLimits, Thought};

/// Minimum cost of a move for each grade, in points.
const FAULTS: [(f64, Fault); 3] = [(0.25, Fault::Blunder), (0.13, Fault::Mistake), (0.07, Fault::Inaccuracy)];

pub(super) struct Review {
    pub(super) report: ReviewReport,
    time: Duration,
    /// The best moves by position.
    best: Vec<Option<String>>,
}

impl Review {
    /// Stores the result of the search of the next position.
    fn found(&mut self, value: Option<ThoughtScore>, best: Option<String>) {
        self.report.values[self.report.done] = value;
        self.report.done += 1;
        self.best.push(best);
    }

    /// Grades a move. Where both sides choose at once, the change in value does not depend on one choice alone.
    fn grade(&self, table: &Table, ply: usize) -> Option<ReviewNote> {
        let (before, after) = (self.report.values[ply]?, self.report.values[ply + 1]?);
        let mut note = ReviewNote { ply, fault: None, better: None, better_move: None, cost: 0.0 };
        let [made] = &table.history.get(ply)?.moves[..] else { return Some(note) };
        // The engine's own choice is not a mistake, even if the next search sees more.
        let Some(best) = self.best[ply].as_ref().filter(|best| **best != made.m) else { return Some(note) };
        let lost = if Color::from(made.side) == Color::White { before.bar - after.bar } else { after.bar - before.bar };
        note.cost = lost.clamp(0.0, 1.0);
        note.fault = FAULTS.iter().find(|(least, _)| lost >= *least).map(|(_, fault)| *fault);
        if note.fault.is_some() {
            note.better = table.game.at(ply).write_san(std::slice::from_ref(best)).into_iter().next();
            note.better_move = Some(best.clone());
        }
        Some(note)
    }
}

impl Session {
    pub(super) fn begin_review(&mut self, millis: u32) -> Result<Reply, Refusal> {
        if !(10..=60_000).contains(&millis) {
            let why = "a review takes 10 to 60000 milliseconds for each position";
            return Err(Refusal::new(ErrorCode::Invalid, why).in_field("millis"));
        }
        let total = self.table()?.history.len() + 1;
        if total < 2 {
            return Err(Refusal::new(ErrorCode::Illegal, "no move has been played yet"));
        }
        self.stop_looking();
        let run = self.next_run();
        let time = Duration::from_millis(millis.into());
        let values = vec![None; total];
        let report = ReviewReport { run, done: 0, total, values, notes: Vec::new(), over: false };
        self.look = Some(Look::Review(Review { report, time, best: Vec::new() }));
        self.review_next();
        Ok(Reply::Run { run })
    }

    /// Searches the next position in which the game is not over.
    fn review_next(&mut self) {
        let (Some(Look::Review(review)), Some(table)) = (&mut self.look, &self.table) else { return };
        let ply = review.report.done;
        if ply >= review.report.total || ply > table.history.len() {
            return self.stop_looking();
        }
        let game = table.game.at(ply);
        if let Some(result) = game.result() {
            let value = result.winner.map_or(0.0, |winner| if winner == Side::White { 1.0 } else { -1.0 });
            review.found(Some(score(Value::Expected(value))), None);
            return self.review_step();
        }
        let limits = SearchLimits { time: Some(review.time), ..SearchLimits::default() };
        let side = game.turn().sides()[0];
        let run = review.report.run;
        self.engines.start(run, search(&*game, side, limits));
    }

    pub(super) fn reviewed(&mut self, thought: Thought) {
        let Some(Look::Review(review)) = self.look.as_mut().filter(|_| thought.done) else { return };
        review.found(thought.lines.first().map(|line| score(line.value)), thought.best);
        self.review_step();
    }

    /// Grades the move that led to the position just searched, reports it, and continues with the next position.
    fn review_step(&mut self) {
        let (Some(Look::Review(review)), Some(table)) = (&mut self.look, &mut self.table) else { return };
        if let Some(ply) = review.report.done.checked_sub(2)
            && let Some(note) = review.grade(table, ply)
        {
            if let Some(kept) = table.kept.plies.get_mut(ply) {
                // A position in which the game is over has a result and no value.
                kept.value =
                    review.report.values[ply + 1].map(|score| score.value).filter(|_| review.best[ply + 1].is_some());
                kept.note = Some(note.clone());
                add_stored(&mut table.history[ply], kept);
            }
            review.report.notes.push(note);
        }
        let report = review.report.clone();
        self.broadcast(&Event::Review(Box::new(report)));
        self.review_next();
    }

    pub(super) fn review_is_over(&mut self, review: &Review) {
        let report = ReviewReport { over: true, ..review.report.clone() };
        self.broadcast(&Event::Review(Box::new(report)));
        self.changed(true);
    }
}
