//! Iterative deepening: one turn more each time, until a limit is reached or there is nothing more to find.

use crate::values::{Estimate, centipawns};

use super::root::{self, Root};
use super::searcher::{MAX_DEPTH, Searcher};
use super::strategy::{Report, Strategy};
use engine::Limits;
use engine::Progress;

/// An iteration takes at least so many times as long as all before it; the next one is not begun when not even that is
/// left on the clock.
const GROWTH: f64 = 1.5;

/// Iterative deepening; returns the strategies of the last completed iteration.
pub(super) fn deepen<E: Estimate>(
    threads: &mut [Searcher<'_, E>],
    root: &Root<'_>,
    limits: &Limits,
    report: &mut dyn FnMut(&Report),
) -> Option<Strategy> {
    let shared = threads[0].shared;
    let deepest = limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
    let mut last: Option<Strategy> = None;
    let mut steadiness = 0;
    for depth in 1..=deepest {
        // The first iteration is a few hundred positions and gives something to answer: nothing stops it.
        let found = if depth == 1 {
            Some(root::shallow(&mut threads[0], root))
        } else {
            root::search(threads, root, depth, last.as_ref())
        };
        let Some(found) = found else { break };
        threads.iter().for_each(Searcher::publish_nodes);
        let progress = Progress {
            nodes: shared.total_nodes(),
            time: shared.budget.elapsed(),
            hash_full: shared.table.hash_full(),
            table_hits: 0,
        };
        report(&Report { strategy: found.clone(), progress });
        let change = last.as_ref().map_or(2.0, |last| found.value() - last.value());
        steadiness = if change.abs() < 0.02 { steadiness + 1 } else { 0 };
        let is_decided = found.is_decided();
        // All choices of the side that is lost are equal: what it did while it still had hope resists longest.
        let drop =
            last.as_ref().map_or(0, |last| (centipawns(last.value()) - centipawns(found.value())).abs().min(200));
        if !is_decided || last.is_none() {
            last = Some(found);
        } else if let Some(last) = &mut last {
            let winner = usize::from(found.high == -1.0);
            last.mix[winner].clone_from(&found.mix[winner]);
            (last.depth, last.low, last.high) = (found.depth, found.low, found.high);
        }
        let mate = limits.mate.is_some_and(|turns| is_decided && depth <= turns);
        let has_choice = root.has_choice();
        if mate || is_decided && !limits.infinite {
            break;
        }
        let budget = shared.budget;
        let is_on_clock = budget.is_flexible() && !shared.control.is_pondering();
        let is_content = budget.ends_iterations(shared.control, 0.7, steadiness, drop)
            || is_on_clock && !(has_choice && budget.has_room(shared.control, GROWTH));
        if is_content || shared.control.is_stopped() {
            break;
        }
    }
    last
}
