//! What games begin with: positions of a list ([`positions`]), or those made here by chance, which are positions after a few random moves from which both sides can still win. Random openings favour
//! no player's book knowledge and exist for every game.

pub mod positions;

use std::collections::HashSet;

use apocalypse::values::centipawns;
use engine::bench::{Random, walk};
use engine::{Control, Engine, Limits, Settings};
use eval::Score;
use movegen::zobrist::splitmix64;
use movegen::{Color, Game, Position, Record, Variant};
use rayon::prelude::*;

/// What a game begins with.
#[derive(Clone, PartialEq, Eq)]
pub struct Opening<G: Game> {
    /// The position.
    pub position: G,
    /// Choices made from there before the players are asked.
    pub moves: Vec<[Option<G::Move>; 2]>,
}

impl<G: Game> From<G> for Opening<G> {
    fn from(position: G) -> Self {
        Self { position, moves: Vec::new() }
    }
}

impl<G: Game> std::fmt::Debug for Opening<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} and {} more", self.position, self.moves.len())
    }
}

/// What openings are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpeningsPlan {
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

impl Default for OpeningsPlan {
    fn default() -> Self {
        Self { number: 100, seed: 1, shortest: 6, longest: 9, margin: 60, depth: 8 }
    }
}

/// Candidates tried for every opening wanted before the margin is held to be too narrow.
const PATIENCE: usize = 200;

/// The openings, each a different position in which the side to move is not in check. Fewer than wanted if the margin lets
/// hardly any through. The number of processors does not change them.
pub fn generate<V: Variant>(plan: &OpeningsPlan) -> Vec<Position<V>> {
    let start = value_for_white(&Position::<V>::start(), plan.depth);
    let is_near = |pos: &Position<V>| (value_for_white(pos, plan.depth) - start).abs() <= plan.margin;
    sift(plan, |number| candidate::<V>(plan, number), Position::key, is_near)
}

/// The openings of the game in which both sides choose at once: two plies of the plan are a turn, and four plies of the
/// search that judges. Choices are safe ones; a gamble on the first turns would end many games at once.
pub fn generate_apocalypse(plan: &OpeningsPlan) -> Vec<apocalypse::Position> {
    let turns = plan.depth.div_ceil(4);
    let is_near = |pos: &apocalypse::Position| apocalypse_value(pos, turns).abs() <= plan.margin;
    sift(plan, |number| apocalypse_candidate(plan, number), apocalypse::Position::key, is_near)
}

/// The first candidates that differ and are near enough, as many as the plan wants.
fn sift<P: Send + Sync>(
    plan: &OpeningsPlan,
    candidate: impl Fn(u64) -> Option<P>,
    key: impl Fn(&P) -> u64,
    is_near: impl Fn(&P) -> bool + Sync,
) -> Vec<P> {
    /// Candidates looked at together.
    const BATCH: u64 = 64;
    let mut openings = Vec::new();
    let mut seen = HashSet::new();
    for batch in 0..(plan.number * PATIENCE) as u64 / BATCH + 1 {
        let candidates = (batch * BATCH..(batch + 1) * BATCH).filter_map(&candidate);
        let fresh: Vec<_> = candidates.filter(|pos| seen.insert(key(pos))).collect();
        let kept: Vec<_> = fresh.into_par_iter().filter(&is_near).collect();
        openings.extend(kept.into_iter().take(plan.number - openings.len()));
        if openings.len() == plan.number {
            break;
        }
    }
    openings
}

fn apocalypse_candidate(plan: &OpeningsPlan, number: u64) -> Option<apocalypse::Position> {
    let mut random = Random(splitmix64(plan.seed) ^ number);
    let plies = plan.shortest + random.below(plan.longest.saturating_sub(plan.shortest) + 1);
    let mut pos = apocalypse::Position::start();
    for _ in 0..plies.div_ceil(2) {
        let draw = |random: &mut Random, of| {
            let choices = pos.safe_choices(of);
            choices[random.below(choices.len())]
        };
        pos = pos.resolve([draw(&mut random, Color::White), draw(&mut random, Color::Black)]);
        if pos.outcome().is_some() {
            return None;
        }
    }
    Some(pos)
}

/// The value of the game to White in centipawns.
fn apocalypse_value(pos: &apocalypse::Position, turns: u32) -> Score {
    let control = Control::default();
    control.arm(false);
    let limits = Limits { depth: Some(turns), ..Limits::default() };
    let mut engine = apocalypse::Engine::new(apocalypse::Settings { hash: 1, ..apocalypse::Settings::default() });
    let answer = engine.go(&Record::new(*pos), Color::White, &[], &limits, &control, &mut |_| {});
    answer.strategy.map_or(0, |strategy| centipawns(strategy.value()))
}

/// The candidate of this number, if its game is not over before its length and it is not in check.
fn candidate<V: Variant>(plan: &OpeningsPlan, number: u64) -> Option<Position<V>> {
    let mut random = Random(splitmix64(plan.seed) ^ number);
    let plies = plan.shortest + random.below(plan.longest.saturating_sub(plan.shortest) + 1);
    let record = walk::<V>(plies, &mut random);
    let pos = *record.position();
    (record.moves().len() == plies && pos.checked_royals().is_empty()).then_some(pos)
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

    const PLAN: OpeningsPlan = OpeningsPlan { number: 6, seed: 7, shortest: 4, longest: 6, margin: 80, depth: 4 };

    #[test]
    fn the_seed_decides_the_openings() {
        let of = |seed| {
            generate::<Chess>(&OpeningsPlan { seed, ..PLAN }).iter().map(ToString::to_string).collect::<Vec<_>>()
        };
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
    fn openings_of_apocalypse_have_their_number_of_turns() {
        let openings = generate_apocalypse(&PLAN);
        assert_eq!(openings.len(), 6);
        assert!(openings.iter().all(|pos| (3..=4).contains(&pos.turn_number()) && pos.outcome().is_none()));
        assert_eq!(openings, generate_apocalypse(&PLAN));
    }

    #[test]
    fn a_margin_that_lets_nothing_through_ends_all_the_same() {
        let plan = OpeningsPlan { number: 1, margin: -1, depth: 1, ..PLAN };
        assert!(generate::<Chess>(&plan).is_empty());
    }
}
