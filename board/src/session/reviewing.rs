//! Reviews the game on the board: every position is looked at, one after the other.

use std::time::Duration;

use movegen::Color;

use super::Session;
use super::look::{Look, search};
use super::review::{ReviewRun, judge, report};
use super::score::score;
use super::table::adorn;
use crate::messages::{ErrorCode, Event, Place, Refusal, Reply, Turn, Value};
use crate::think::{SearchLimits, Thought};

impl Session {
    pub(super) fn begin_review(&mut self, millis: u32) -> Result<Reply, Refusal> {
        if !(10..=60_000).contains(&millis) {
            let why = "a review takes 10 to 60000 milliseconds for each position";
            return Err(Refusal::new(ErrorCode::Invalid, why).in_field("millis"));
        }
        let total = self.table()?.history.len() + 1;
        if total < 2 {
            return Err(Refusal::new(ErrorCode::Illegal, "nothing was played yet"));
        }
        self.stop_looking();
        let run = self.next_run();
        let review = ReviewRun {
            run,
            time: Duration::from_millis(millis.into()),
            total,
            values: Vec::new(),
            best: Vec::new(),
            notes: Vec::new(),
        };
        let game = self.table()?.game.at(0);
        let place = Place { ply: Some(0), ..Place::default() };
        self.look = Some(Look { run, purpose: "review", place, game, side: Color::White, review: Some(review) });
        self.review_next();
        Ok(Reply::Run { run })
    }

    /// Looks at the next position that is not over.
    fn review_next(&mut self) {
        let (Some(look), Some(table)) = (&mut self.look, &self.table) else { return };
        let Some(review) = &mut look.review else { return };
        let ply = review.values.len();
        if ply >= review.total || ply > table.history.len() {
            return self.stop_looking();
        }
        look.game = table.game.at(ply);
        if let Some(result) = look.game.result() {
            let value = match result.winner.map(Color::from) {
                Some(Color::White) => Value::Expected(1.0),
                Some(Color::Black) => Value::Expected(-1.0),
                None => Value::Expected(0.0),
            };
            review.values.push(Some(score(value)));
            review.best.push(None);
            return self.review_step();
        }
        let limits = SearchLimits { time: Some(review.time), ..SearchLimits::default() };
        let side = if look.game.turn() == Turn::Black { Color::Black } else { Color::White };
        let search = search(&*look.game, side, false, 1, limits);
        let run = review.run;
        self.engines.start(run, search);
    }

    /// The search of one position has found something.
    pub(super) fn reviewed(&mut self, thought: Thought) {
        if !thought.done {
            return;
        }
        let Some(review) = self.look.as_mut().and_then(|look| look.review.as_mut()) else { return };
        review.values.push(thought.lines.first().map(|line| score(line.value)));
        review.best.push(thought.best);
        self.review_step();
    }

    /// Judges the move that led to the position just looked at, tells it, and goes on.
    fn review_step(&mut self) {
        let (Some(look), Some(table)) = (&mut self.look, &mut self.table) else { return };
        let Some(review) = &mut look.review else { return };
        if let Some(ply) = review.values.len().checked_sub(2)
            && let Some(note) = judge(review, table, ply)
        {
            if let Some(kept) = table.kept.plies.get_mut(ply) {
                // The result says more than a value of the last position could.
                kept.value = review.values[ply + 1].map(|score| score.value).filter(|_| review.best[ply + 1].is_some());
                kept.note = Some(note.clone());
                let kept = kept.clone();
                adorn(&mut table.history[ply], &kept);
            }
            review.notes.push(note);
        }
        let report = report(review, false);
        self.tell(&Event::Review(Box::new(report)));
        self.review_next();
    }

    /// Keeps what was found and tells that there will be no more.
    pub(super) fn review_is_over(&mut self, review: &ReviewRun) {
        self.tell(&Event::Review(Box::new(report(review, true))));
        self.changed(true);
    }
}
