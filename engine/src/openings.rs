//! Random openings for matches: positions after a few random moves with a balanced evaluation, for every game.

use std::collections::HashSet;

use eval::Score;
use movegen::zobrist::splitmix64;
use movegen::{Color, Position, Record, Variant};

use crate::bench::{Random, walk_from};
use crate::{Control, Engine, Limits, Settings};

/// A specification of openings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpeningsPlan {
    /// Number of openings.
    pub number: usize,
    /// Seed; the same seed gives the same openings.
    pub seed: u64,
    /// Smallest number of random plies.
    pub shortest: usize,
    /// Largest number of random plies.
    pub longest: usize,
    /// Largest difference to the evaluation of the start position in centipawns.
    pub margin: Score,
    /// Search depth in plies.
    pub depth: u32,
}

impl Default for OpeningsPlan {
    fn default() -> Self {
        Self { number: 100, seed: 1, shortest: 6, longest: 9, margin: 60, depth: 8 }
    }
}

impl OpeningsPlan {
    /// Returns the random generator and the number of plies of a candidate.
    pub fn dice(&self, number: u64) -> (Random, usize) {
        let mut random = Random(splitmix64(self.seed) ^ number);
        let plies = self.shortest + random.below(self.longest.saturating_sub(self.shortest) + 1);
        (random, plies)
    }
}

/// Candidates per opening before the search gives up.
const MAX_CANDIDATES_PER_OPENING: usize = 200;

/// Filters a batch of positions with a test for one position. The test is a search, so that a caller may run it in parallel; the order
/// must be kept.
pub type Judge<'a, P> = &'a dyn Fn(Vec<P>, &(dyn Fn(&P) -> bool + Sync)) -> Vec<P>;

/// A sequential filter.
pub fn one_by_one<P>(batch: Vec<P>, keep: &(dyn Fn(&P) -> bool + Sync)) -> Vec<P> {
    batch.into_iter().filter(|pos| keep(pos)).collect()
}

/// Generates openings until the planned number has been taken: distinct positions not in check. The random moves start from `starts` in
/// turn, or from the start of the game if there are none. Returns fewer if the margin rejects nearly all candidates. The result does not depend on the judge.
pub fn generate<V: Variant>(
    plan: &OpeningsPlan,
    starts: &[Position<V>],
    judge: Judge<'_, Position<V>>,
    taken: &mut dyn FnMut(Position<V>) -> bool,
) {
    let first = starts.first().map_or_else(Position::start, |pos| Position::start_of(pos.game()));
    let level = value_for_white(&first, plan.depth);
    let is_near = |pos: &Position<V>| (value_for_white(pos, plan.depth) - level).abs() <= plan.margin;
    let candidate = |number| {
        let start = starts.get(number as usize % starts.len().max(1)).copied().unwrap_or(first);
        candidate(plan, start, number)
    };
    sift(plan.number, candidate, Position::key, &|batch| judge(batch, &is_near), taken);
}

/// Passes distinct candidates through a filter until enough have been taken.
pub fn sift<P>(
    wanted: usize,
    candidate: impl Fn(u64) -> Option<P>,
    key: impl Fn(&P) -> u64,
    kept: &dyn Fn(Vec<P>) -> Vec<P>,
    taken: &mut dyn FnMut(P) -> bool,
) {
    /// Candidates per batch: a compromise between parallelism and latency.
    const BATCH: u64 = 16;
    let (mut seen, mut missing) = (HashSet::new(), wanted);
    for batch in 0..(wanted * MAX_CANDIDATES_PER_OPENING) as u64 / BATCH + 1 {
        let candidates = (batch * BATCH..(batch + 1) * BATCH).filter_map(&candidate);
        let fresh = candidates.filter(|pos| seen.insert(key(pos))).collect();
        for pos in kept(fresh) {
            missing -= usize::from(taken(pos));
            if missing == 0 {
                return;
            }
        }
    }
}

/// Returns a candidate by number, if its game is not over and it is not in check.
fn candidate<V: Variant>(plan: &OpeningsPlan, start: Position<V>, number: u64) -> Option<Position<V>> {
    let (mut random, plies) = plan.dice(number);
    let record = walk_from(start, plies, &mut random);
    let pos = *record.position();
    (record.moves().len() == plies && pos.checked_royals().is_empty()).then_some(pos)
}

fn value_for_white<V: Variant>(pos: &Position<V>, depth: u32) -> Score {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let mut engine = Engine::for_game(pos.game(), Settings { hash: Some(1), ..Settings::default() });
    let score = engine.go(&Record::new(*pos), &limits, &Control::default(), &mut |_| {}).score;
    if pos.turn() == Color::White { score } else { -score }
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::{Chess, Empire};

    const PLAN: OpeningsPlan = OpeningsPlan { number: 6, seed: 7, shortest: 4, longest: 6, margin: 80, depth: 4 };

    fn openings<V: Variant>(plan: &OpeningsPlan, starts: &[Position<V>]) -> Vec<Position<V>> {
        let mut all = Vec::new();
        generate(plan, starts, &one_by_one, &mut |pos| {
            all.push(pos);
            true
        });
        all
    }

    #[test]
    fn seed_determines_the_openings() {
        let of = |seed| openings::<Chess>(&OpeningsPlan { seed, ..PLAN }, &[]);
        assert_eq!(of(7), of(7));
        assert_ne!(of(7), of(8));
    }

    #[test]
    fn openings_are_distinct_and_follow_the_plan() {
        let openings = openings::<Empire>(&PLAN, &[]);
        let keys: HashSet<u64> = openings.iter().map(Position::key).collect();
        assert_eq!((openings.len(), keys.len()), (6, 6));
        for pos in openings {
            assert!((4..=6).contains(&usize::from(pos.ply())) && pos.checked_royals().is_empty(), "{pos}");
            assert_eq!(pos.outcome(), None);
        }
    }

    #[test]
    fn random_moves_start_from_given_positions() {
        let start: Position<Chess> = "4k3/pppp4/8/8/8/8/4PPPP/4K3 w - - 0 30".parse().unwrap();
        for pos in openings(&PLAN, &[start]) {
            assert!(pos.move_number() >= 32 && pos.occupied().count() <= 10, "{pos}");
        }
    }

    #[test]
    fn impossible_margin_terminates() {
        let plan = OpeningsPlan { number: 1, margin: -1, depth: 1, ..PLAN };
        assert!(openings::<Chess>(&plan, &[]).is_empty());
    }
}
