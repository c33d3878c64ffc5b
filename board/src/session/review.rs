//! A review: what it has found so far, and how moves are judged by what they changed.

use std::time::Duration;

use movegen::Color;

use super::table::Table;
use crate::messages::{ReviewNote, ReviewReport, ThoughtScore};

/// What a move has to cost, in parts of a point, to be called so.
const FAULTS: [(f64, &str); 3] = [(0.25, "blunder"), (0.13, "mistake"), (0.07, "inaccuracy")];

/// A review that goes on.
pub(super) struct ReviewRun {
    pub(super) run: u64,
    pub(super) time: Duration,
    pub(super) total: usize,
    pub(super) values: Vec<Option<ThoughtScore>>,
    /// The best moves found, by position.
    pub(super) best: Vec<Option<String>>,
    pub(super) notes: Vec<ReviewNote>,
}

/// What a review tells of itself.
pub(super) fn report(review: &ReviewRun, over: bool) -> ReviewReport {
    let mut values = review.values.clone();
    values.resize(review.total, None);
    ReviewReport {
        run: review.run,
        done: review.values.len(),
        total: review.total,
        values,
        notes: review.notes.clone(),
        over,
    }
}

/// What a move has cost the side that made it. Where both sides choose at once, a value says nothing of one choice.
pub(super) fn judge(review: &ReviewRun, table: &Table, ply: usize) -> Option<ReviewNote> {
    let (before, after) = (review.values[ply]?, review.values[ply + 1]?);
    let entry = table.history.get(ply)?;
    let [made] = &entry.moves[..] else { return Some(sound(ply)) };
    let best = review.best[ply].clone().filter(|best| *best != made.m);
    let lost = if Color::from(made.side) == Color::White { before.bar - after.bar } else { after.bar - before.bar };
    // What the engine would have played itself is no fault, whatever it sees one ply later.
    let Some(best) = best else { return Some(sound(ply)) };
    let fault = FAULTS.iter().find(|(least, _)| lost >= *least).map(|(_, name)| (*name).to_owned());
    let better = table.game.at(ply).write_line(std::slice::from_ref(&best)).into_iter().next();
    let is_fault = fault.is_some();
    Some(ReviewNote {
        ply,
        fault,
        better: better.filter(|_| is_fault),
        better_move: Some(best).filter(|_| is_fault),
        cost: lost.clamp(0.0, 1.0),
    })
}

const fn sound(ply: usize) -> ReviewNote {
    ReviewNote { ply, fault: None, better: None, better_move: None, cost: 0.0 }
}
