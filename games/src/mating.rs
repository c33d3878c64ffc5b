//! `go mate N`: proof-number search and alpha-beta in turns, because each finds mates that the other does not. Long checks lead the
//! first, quiet moves the second.

use std::time::Duration;

use engine::skill::Skill;
use engine::system_clock::Instant;
use engine::{Answer, Bound, Control, Engine, Limits, Line, Progress, Report};
use eval::score::win_in;
use movegen::{Position, Record, Variant};
use solver::{Budget, MAX_MOVES, Solver, Stipulation, Verdict};

/// Nodes of the first turn of each search. Further turns have twice the number.
const FIRST_TURN_NODES: u64 = 10_000;
/// Table of the first turns of the proof-number search, in MiB: a larger one takes longer to create than they do.
const FIRST_HASH: usize = 16;
/// Nodes of a turn from which the table has the full size.
const LARGE_TURN_NODES: u64 = 200_000;
/// Nodes of the search for a move once there is proved to be no mate.
const NODES_WITHOUT_MATE: u64 = 100_000;

/// Returns the number of moves if the limits require a proof: with `mate N`, at full strength, and without another task.
pub(crate) fn moves_to_prove<V: Variant>(engine: &Engine<V>, limits: &Limits) -> Option<u32> {
    let settings = engine.settings();
    let is_plain = !limits.infinite && !limits.ponder && limits.search_moves.is_empty() && limits.depth.is_none();
    let moves = limits.mate.filter(|&moves| is_plain && (1..=MAX_MOVES).contains(&moves));
    moves.filter(|_| settings.skill == Skill::Full && settings.lines == 1)
}

/// Searches a mate in at most so many moves until it is found, disproved, or a limit is reached.
pub(crate) fn search<V: Variant>(
    engine: &mut Engine<V>,
    record: &Record<Position<V>>,
    limits: &Limits,
    moves: u32,
    control: &Control,
    report: &mut dyn FnMut(&Report),
) -> Answer {
    let settings = *engine.settings();
    let start = Instant::now();
    let deadline = limits.move_time.map(|time| start + time.saturating_sub(settings.overhead));
    let hash = settings.table_size();
    let new = |hash| {
        let solver = Solver::<V>::new(record.position(), Stipulation::Mate, hash, settings.threads);
        if settings.endgames { solver } else { solver.without_endgames() }
    };
    let (mut solver, mut is_large) = (new(hash.min(FIRST_HASH)), hash <= FIRST_HASH);
    let (mut turn, mut searched) = (FIRST_TURN_NODES, 0);
    loop {
        if !is_large && turn >= LARGE_TURN_NODES {
            (searched, is_large) = (searched + solver.nodes(), true);
            solver = new(hash);
        }
        let time = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        let left = limits.nodes.map(|all| all.saturating_sub(solver.nodes() + searched));
        let nodes = left.map_or(turn, |left| left.min(turn));
        let budget = Budget { control: Some(control), nodes: Some(nodes), time };
        let verdict = solver.within(record, moves, &budget, &mut |_| {});
        if verdict == Verdict::Proved {
            let line = solver.line(record, moves);
            let nodes = solver.nodes() + searched;
            let depth = line.len() as u32;
            let score = win_in(line.len());
            let answer = Answer { best: line.first().copied(), ponder: line.get(1).copied(), score, nodes };
            let progress = Progress { nodes, time: start.elapsed(), hash_full: 0, table_hits: 0 };
            let line = Line { depth, selective_depth: depth, rank: 1, score, bound: Bound::Exact, moves: line };
            report(&Report::Line(line, progress));
            return answer;
        }
        let time = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        let left = limits.nodes.map(|all| all.saturating_sub(solver.nodes() + searched).max(1));
        let wanted = match verdict {
            Verdict::Disproved => NODES_WITHOUT_MATE,
            _ => turn,
        };
        let nodes = Some(left.map_or(wanted, |left| left.min(wanted)));
        let move_time = time.map(|time| time.max(Duration::from_millis(1)) + settings.overhead);
        let mut answer = engine.go(record, &Limits { nodes, move_time, ..limits.clone() }, control, report);
        searched += answer.nodes;
        answer.nodes = solver.nodes() + searched;
        let is_found = answer.score >= win_in(2 * moves as usize - 1);
        let is_exhausted = deadline.is_some_and(|deadline| Instant::now() >= deadline)
            || limits.nodes.is_some_and(|all| solver.nodes() + searched >= all);
        if is_found || is_exhausted || verdict == Verdict::Disproved || answer.best.is_none() || control.is_stopped() {
            return answer;
        }
        turn *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Settings;
    use movegen::Chess;

    fn go(fen: &str, moves: u32, nodes: u64) -> Answer {
        let mut engine = Engine::<Chess>::new(Settings { hash: Some(1), ..Settings::default() });
        let record = Record::new(fen.parse().unwrap());
        let limits = Limits { mate: Some(moves), nodes: Some(nodes), ..Limits::default() };
        assert_eq!(moves_to_prove(&engine, &limits), Some(moves));
        search(&mut engine, &record, &limits, moves, &Control::default(), &mut |_| {})
    }

    #[test]
    fn mate_is_proved_and_its_absence_disproved() {
        let fen = "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1";
        let found = go(fen, 3, 100_000);
        assert_eq!((found.score, found.best.map(|m| m.to().to_string())), (win_in(5), Some("a6".to_owned())));
        let absent = go(fen, 1, u64::MAX);
        assert!(absent.score < win_in(1) && absent.best.is_some());
        assert!(go(Chess::START, 30, 1_000).nodes < 2_000);
    }
}
