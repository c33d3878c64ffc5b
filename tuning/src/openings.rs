//! Openings for matches: positions after a few random moves from which both sides can still win. Random openings favour
//! no player's book knowledge and exist for every game.

use std::collections::HashSet;

use engine::bench::{Random, walk};
use engine::{Control, Engine, Limits, Settings};
use eval::Score;
use movegen::zobrist::splitmix64;
use movegen::{Color, Position, Record, Variant};
use rayon::prelude::*;

/// What openings are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// How many.
    pub number: usize,
    /// The same seed gives the same openings.
    pub seed: u64,
    /// Random plies: at least.
    pub shortest: usize,
    /// Random plies: at most.
    pub longest: usize,
    /// How far in centipawns the value may be from that of the start, which need not be level.
    pub margin: Score,
    /// Plies of the search that judges.
    pub depth: u32,
}

impl Default for Plan {
    fn default() -> Self {
        Self { number: 100, seed: 1, shortest: 6, longest: 9, margin: 60, depth: 8 }
    }
}

/// Candidates tried for every opening wanted before the margin is held to be too narrow.
const PATIENCE: usize = 200;

/// The openings, each a different position in which the side to move is not in check. Fewer than wanted if the margin lets
/// hardly any through. The number of processors does not change them.
pub fn generate<V: Variant>(plan: &Plan) -> Vec<Position<V>> {
    /// Candidates looked at together.
    const BATCH: u64 = 64;
    let start = value_for_white(&Position::<V>::start(), plan.depth);
    let mut openings = Vec::new();
    let mut seen = HashSet::new();
    for batch in 0..(plan.number * PATIENCE) as u64 / BATCH + 1 {
        let candidates = (batch * BATCH..(batch + 1) * BATCH).into_par_iter();
        let kept: Vec<_> = candidates.filter_map(|number| candidate::<V>(plan, number, start)).collect();
        for pos in kept {
            if openings.len() < plan.number && seen.insert(pos.key()) {
                openings.push(pos);
            }
        }
        if openings.len() == plan.number {
            break;
        }
    }
    openings
}

/// The candidate of this number, if it will do.
fn candidate<V: Variant>(plan: &Plan, number: u64, start: Score) -> Option<Position<V>> {
    let mut random = Random(splitmix64(plan.seed) ^ number);
    let plies = plan.shortest + random.below(plan.longest.saturating_sub(plan.shortest) + 1);
    let record = walk::<V>(plies, &mut random);
    let pos = *record.position();
    let is_whole = record.moves().len() == plies && pos.checked_royals().is_empty();
    (is_whole && (value_for_white(&pos, plan.depth) - start).abs() <= plan.margin).then_some(pos)
}

fn value_for_white<V: Variant>(pos: &Position<V>, depth: u32) -> Score {
    let control = Control::default();
    control.arm(false);
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let mut engine = Engine::<V>::new(Settings { hash: 1, ..Settings::default() });
    let score = engine.go(&Record::new(*pos), &limits, &control, &mut |_| {}).score;
    if pos.turn() == Color::White { score } else { -score }
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::{Chess, Empire};

    const PLAN: Plan = Plan { number: 6, seed: 7, shortest: 4, longest: 6, margin: 80, depth: 4 };

    #[test]
    fn the_seed_decides_the_openings() {
        let of = |seed| generate::<Chess>(&Plan { seed, ..PLAN }).iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(of(7), of(7));
        assert_ne!(of(7), of(8));
    }

    #[test]
    fn openings_differ_and_keep_to_the_plan() {
        let openings = generate::<Empire>(&PLAN);
        let keys: HashSet<u64> = openings.iter().map(Position::key).collect();
        assert_eq!((openings.len(), keys.len()), (6, 6));
        for pos in openings {
            assert!((4..=6).contains(&usize::from(pos.ply())) && pos.checked_royals().is_empty(), "{pos}");
            assert_eq!(pos.outcome(), None);
        }
    }

    #[test]
    fn a_margin_that_lets_nothing_through_ends_all_the_same() {
        let plan = Plan { number: 1, margin: -1, depth: 1, ..PLAN };
        assert!(generate::<Chess>(&plan).is_empty());
    }
}
