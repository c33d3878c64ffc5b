//! The root: a double oracle whose cells and responses are shared out among the threads.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicUsize, Ordering};

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
    /// Returns `true` if a side has more than one choice.
    pub(super) fn has_choice(&self) -> bool {
        let mut frame = Frame::default();
        frame.set_up(self.pos, self.among);
        frame.choices.iter().any(|choices| choices.len() > 1)
    }
}

/// Solves the root one turn deep.
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
        let found: Vec<usize> = found.collect();
        frame.active[side].extend(if found.is_empty() { vec![0] } else { found });
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

/// Does numbered jobs, in order with one thread, else each by whichever thread is free; gives what every thread made of
/// its state. `None` when the search was stopped.
fn share_out<E: Estimate, S: Send>(
    threads: &mut [Searcher<'_, E>],
    jobs: usize,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut Searcher<'_, E>, &mut S, usize) + Sync,
) -> Option<Vec<S>> {
    let next = AtomicUsize::new(0);
    let run = |searcher: &mut Searcher<'_, E>| {
        let mut state = state();
        while !searcher.stopped {
            let job = next.fetch_add(1, Ordering::Relaxed);
            if job >= jobs {
                break;
            }
            work(searcher, &mut state, job);
        }
        state
    };
    let run = &run;
    let (first, rest) = threads.split_first_mut()?;
    let states = std::thread::scope(|scope| {
        let helpers: Vec<_> =
            rest.iter_mut().take(jobs.saturating_sub(1)).map(|searcher| scope.spawn(|| run(searcher))).collect();
        let own = run(first);
        let others = helpers.into_iter().filter_map(|helper| helper.join().ok());
        std::iter::once(own).chain(others).collect()
    });
    threads.iter().all(|searcher| !searcher.stopped).then_some(states)
}

fn merge(frame: &mut Frame, states: impl IntoIterator<Item = Vec<Bounds>>) {
    for cells in states {
        for (cell, found) in frame.cells.iter_mut().zip(cells) {
            *cell = Bounds { low: cell.low.max(found.low), high: cell.high.min(found.high) };
        }
    }
}

fn fill_restricted<E: Estimate>(
    threads: &mut [Searcher<'_, E>],
    pos: &Position,
    frame: &mut Frame,
    depth: u32,
) -> Option<()> {
    let columns = frame.active[1].len();
    let states = {
        let shared: &Frame = frame;
        share_out(
            threads,
            shared.active[0].len() * columns,
            || shared.clone(),
            |searcher, own, job| {
                let (row, column) = (own.active[0][job / columns], own.active[1][job % columns]);
                searcher.search_cell(pos, own, (row, column), depth, UNBOUNDED);
            },
        )?
    };
    merge(frame, states.into_iter().map(|state| state.cells));
    Some(())
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
    let states = {
        let shared: &Frame = frame;
        share_out(
            threads,
            order.len(),
            || shared.clone(),
            |searcher, own, job| {
                let limit = lock().0;
                let claim = Claim { side, index: order[job], best: limit };
                if let Some(share) = searcher.response(pos, own, claim, depth) {
                    let mut best = lock();
                    if share > best.0 + EXACT / 4.0 && !own.active[side].contains(&order[job]) {
                        best.1 = Some(order[job]);
                    }
                    best.0 = best.0.max(share);
                }
            },
        )?
    };
    merge(frame, states.into_iter().map(|state| state.cells));
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
