//! Review of the game on the board: searches every position in turn and grades each move by the change in value.

use std::time::Duration;

use movegen::Color;

use super::Session;
use super::analysis::{Look, score, search};
use super::table::{Table, add_stored};
use crate::messages::{ErrorCode, Event, Fault, Refusal, Reply, ReviewNote, ReviewReport, ThoughtScore, Turn, Value};
use crate::think::{SearchLimits, Thought};

/// Minimum cost of a move for each grade, in points.
const FAULTS: [(f64, Fault); 3] = [(0.25, Fault::Blunder), (0.13, Fault::Mistake), (0.07, Fault::Inaccuracy)];

/// A running review.
pub(super) struct Review {
    pub(super) run: u64,
    time: Duration,
    total: usize,
    values: Vec<Option<ThoughtScore>>,
    /// The best moves by position.
    best: Vec<Option<String>>,
    notes: Vec<ReviewNote>,
}

impl Review {
    fn report(&self, over: bool) -> ReviewReport {
        let mut values = self.values.clone();
        values.resize(self.total, None);
        ReviewReport {
            run: self.run,
            done: self.values.len(),
            total: self.total,
            values,
            notes: self.notes.clone(),
            over,
        }
    }

    /// Grades a move. Where both sides choose at once, the change in value does not depend on one choice alone.
    fn grade(&self, table: &Table, ply: usize) -> Option<ReviewNote> {
        let (before, after) = (self.values[ply]?, self.values[ply + 1]?);
        let mut note = ReviewNote { ply, fault: None, better: None, better_move: None, cost: 0.0 };
        let [made] = &table.history.get(ply)?.moves[..] else { return Some(note) };
        // The engine's own choice is not a mistake, even if the next search sees more.
        let Some(best) = self.best[ply].as_ref().filter(|best| **best != made.m) else { return Some(note) };
        let lost = if Color::from(made.side) == Color::White { before.bar - after.bar } else { after.bar - before.bar };
        note.cost = lost.clamp(0.0, 1.0);
        note.fault = FAULTS.iter().find(|(least, _)| lost >= *least).map(|(_, fault)| *fault);
        if note.fault.is_some() {
            note.better = table.game.at(ply).write_line(std::slice::from_ref(best)).into_iter().next();
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
        let review = Review { run, time, total, values: Vec::new(), best: Vec::new(), notes: Vec::new() };
        self.look = Some(Look::Review(review));
        self.review_next();
        Ok(Reply::Run { run })
    }

    /// Searches the next position in which the game is not over.
    fn review_next(&mut self) {
        let (Some(Look::Review(review)), Some(table)) = (&mut self.look, &self.table) else { return };
        let ply = review.values.len();
        if ply >= review.total || ply > table.history.len() {
            return self.stop_looking();
        }
        let game = table.game.at(ply);
        if let Some(result) = game.result() {
            let value = match result.winner.map(Color::from) {
                Some(Color::White) => 1.0,
                Some(Color::Black) => -1.0,
                None => 0.0,
            };
            review.values.push(Some(score(Value::Expected(value))));
            review.best.push(None);
            return self.review_step();
        }
        let limits = SearchLimits { time: Some(review.time), ..SearchLimits::default() };
        let side = if game.turn() == Turn::Black { Color::Black } else { Color::White };
        let run = review.run;
        self.engines.start(run, search(&*game, side, false, 1, limits));
    }

    /// Handles a report of the search of one position.
    pub(super) fn reviewed(&mut self, thought: Thought) {
        let Some(Look::Review(review)) = self.look.as_mut().filter(|_| thought.done) else { return };
        review.values.push(thought.lines.first().map(|line| score(line.value)));
        review.best.push(thought.best);
        self.review_step();
    }

    /// Grades the move that led to the position just searched, reports it, and continues with the next position.
    fn review_step(&mut self) {
        let (Some(Look::Review(review)), Some(table)) = (&mut self.look, &mut self.table) else { return };
        if let Some(ply) = review.values.len().checked_sub(2)
            && let Some(note) = review.grade(table, ply)
        {
            if let Some(kept) = table.kept.plies.get_mut(ply) {
                // A position in which the game is over has a result and no value.
                kept.value = review.values[ply + 1].map(|score| score.value).filter(|_| review.best[ply + 1].is_some());
                kept.note = Some(note.clone());
                add_stored(&mut table.history[ply], kept);
            }
            review.notes.push(note);
        }
        let report = review.report(false);
        self.broadcast(&Event::Review(Box::new(report)));
        self.review_next();
    }

    /// Stores the results and sends the last report.
    pub(super) fn review_is_over(&mut self, review: &Review) {
        self.broadcast(&Event::Review(Box::new(review.report(true))));
        self.changed(true);
    }
}
