//! The root: a double oracle whose cells and responses are shared out among the threads.

use std::sync::{Mutex, PoisonError};

use crate::rules::{Choice, Position};
use crate::values::Estimate;

use super::response::Claim;
use super::searcher::{Bounds, EXACT, Frame, Searcher, UNBOUNDED};
use super::strategy::Strategy;

/// Below so many turns, handing work to other threads costs more than it saves.
const WORTH_SHARING: u32 = 4;

/// The root position, and for each colour the only choices to consider, if any are named.
pub(super) struct Root<'a> {
    pub(super) pos: &'a Position,
    pub(super) among: [&'a [Choice]; 2],
}

impl Root<'_> {
    pub(super) fn has_choice(&self) -> bool {
        let mut frame = Frame::default();
        frame.set_up(self.pos, self.among);
        frame.choices.iter().any(|choices| choices.len() > 1)
    }
}

pub(super) fn shallow<E: Estimate>(searcher: &mut Searcher<'_, E>, root: &Root<'_>) -> Strategy {
    let mut frame = Frame::default();
    frame.set_up(root.pos, root.among);
    for side in [0, 1] {
        frame.active[side] = (0..frame.choices[side].len()).collect();
    }
    for row in 0..frame.choices[0].len() {
        for column in 0..frame.choices[1].len() {
            let value = searcher.static_value(root.pos, [frame.choices[0][row], frame.choices[1][column]]);
            let cell = frame.cell(row, column);
            frame.cells[cell] = Bounds::exactly(value);
        }
    }
    searcher.count(frame.cells.len());
    let bounds = searcher.solve_restricted(&mut frame);
    strategy(&frame, 1, bounds)
}

/// Searches the root `depth` turns deep, beginning with the choices mixed before. `None` when the search was stopped.
pub(super) fn search<E: Estimate>(
    threads: &mut [Searcher<'_, E>],
    root: &Root<'_>,
    depth: u32,
    before: Option<&Strategy>,
) -> Option<Strategy> {
    let mut frame = Frame::default();
    frame.set_up(root.pos, root.among);
    for side in [0, 1] {
        let begin = before.map_or(&[][..], |before| &before.mix[side]);
        let found = begin.iter().filter_map(|(choice, _)| frame.choices[side].iter().position(|c| c == choice));
        frame.active[side].extend(found);
        if frame.active[side].is_empty() {
            frame.active[side].push(0);
        }
    }
    let threads = if depth < WORTH_SHARING { &mut threads[..1] } else { threads };
    loop {
        fill_restricted(threads, root.pos, &mut frame, depth)?;
        let value = threads[0].solve_restricted(&mut frame).middle();
        let (high, for_white) = respond(threads, root.pos, &mut frame, 0, value, depth)?;
        let (low, for_black) = respond(threads, root.pos, &mut frame, 1, -value, depth)?;
        let bounds = Bounds { low: -low, high };
        if bounds.is_exact() || (for_white, for_black) == (None, None) {
            return Some(strategy(&frame, depth, bounds));
        }
        frame.active[0].extend(for_white);
        frame.active[1].extend(for_black);
    }
}

/// Does numbered jobs that search cells of a frame; each thread has a copy, and the bounds found are merged. `None` when
/// the search was stopped.
fn share_out<E: Estimate>(
    threads: &mut [Searcher<'_, E>],
    frame: &mut Frame,
    jobs: usize,
    work: impl Fn(&mut Searcher<'_, E>, &mut Frame, usize) + Sync,
) -> Option<()> {
    let mut states: Vec<_> = threads.iter_mut().take(jobs).map(|searcher| (searcher, frame.clone())).collect();
    crate::threads::share_out(&mut states, jobs, |(searcher, own), job| {
        if !searcher.stopped {
            work(searcher, own, job);
        }
    });
    for (_, own) in states {
        for (cell, found) in frame.cells.iter_mut().zip(own.cells) {
            *cell = cell.common(found);
        }
    }
    threads.iter().all(|searcher| !searcher.stopped).then_some(())
}

fn fill_restricted<E: Estimate>(
    threads: &mut [Searcher<'_, E>],
    pos: &Position,
    frame: &mut Frame,
    depth: u32,
) -> Option<()> {
    let columns = frame.active[1].len();
    share_out(threads, frame, frame.active[0].len() * columns, |searcher, own, job| {
        let (row, column) = (own.active[0][job / columns], own.active[1][job % columns]);
        searcher.search_cell(pos, own, (row, column), depth, UNBOUNDED);
    })
}

/// The best response of one side to the other's strategy, and if it is outside the restricted game, its number; by all
/// threads.
fn respond<E: Estimate>(
    threads: &mut [Searcher<'_, E>],
    pos: &Position,
    frame: &mut Frame,
    side: usize,
    value: f64,
    depth: u32,
) -> Option<(f64, Option<usize>)> {
    let order = threads[0].order(frame, side);
    let best = Mutex::new((value, None));
    let lock = || best.lock().unwrap_or_else(PoisonError::into_inner);
    share_out(threads, frame, order.len(), |searcher, own, job| {
        let limit = lock().0;
        let claim = Claim { side, index: order[job], best: limit };
        if let Some(share) = searcher.response(pos, own, claim, depth) {
            let mut best = lock();
            if share > best.0 + EXACT / 4.0 && !own.active[side].contains(&order[job]) {
                best.1 = Some(order[job]);
            }
            best.0 = best.0.max(share);
        }
    })?;
    Some(best.into_inner().unwrap_or_else(PoisonError::into_inner))
}

fn strategy(frame: &Frame, depth: u32, bounds: Bounds) -> Strategy {
    let mix = [0, 1].map(|side: usize| {
        let shares = frame.choices[side].iter().copied().zip(frame.mix[side].iter().copied());
        let mut mix: Vec<(Choice, f64)> = shares.filter(|(_, share)| *share > 0.0).collect();
        mix.sort_by(|a, b| b.1.total_cmp(&a.1));
        mix
    });
    Strategy { depth, low: bounds.low, high: bounds.high, mix }
}
