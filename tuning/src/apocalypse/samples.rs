//! Training positions with values: from games of equilibrium strategies, near such games, and from endings with known values.
//!
//! The value of a position combines its own search and the rest of the game, discounted per turn, so that shorter wins have
//! larger values.

use std::sync::Arc;

use apocalypse::rules::{BOARD, Choice, LAST_RANK, Position, Square, squares};
use apocalypse::tables::{Class, Tables};
use apocalypse::values::{Estimate, outcome_value};
use apocalypse::{Engine, draw, played};
use engine::bench::Random;
use engine::{Control, Limits};
use movegen::{Color, Game, Record};

/// Self-play for training.
#[derive(clap::Args, Clone, Copy, Debug)]
pub(crate) struct SamplingPlan {
    /// Games to play.
    #[arg(long, default_value_t = 1000)]
    pub(crate) games: u64,
    /// Search depth in turns.
    #[arg(long, default_value_t = 3)]
    pub(crate) depth: u32,
    /// Discount of a value per turn.
    #[arg(long, default_value_t = 0.99)]
    pub(crate) discount: f64,
    /// Weight of the rest of the game in the value of a position.
    #[arg(long, default_value_t = 0.7)]
    pub(crate) trust: f64,
    /// Further positions per position of a game, after arbitrary choices of one turn, valued by searches.
    #[arg(long, default_value_t = 0)]
    pub(crate) near: u32,
    /// Seed of random numbers.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}

/// A position and its value to White, -1 to 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    pub(crate) pos: Position,
    pub(crate) value: f64,
}

/// Plays one game and values its positions, and those near them.
pub(crate) fn play<E: Estimate>(plan: &SamplingPlan, evaluator: &E, endings: &Arc<Tables>, number: u64) -> Vec<Sample> {
    let mut random = Random(plan.seed ^ number.wrapping_mul(0x9e37_79b9));
    let seed = random.below(1 << 30) as u64 + 1;
    let mut engine = Engine::with_evaluator(super::settings(2, seed), evaluator.clone());
    engine.set_endings(Arc::clone(endings));
    let depth = plan.depth.clamp(1, 6);
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let mut solve = |record: &Record<Position>| {
        engine.go(record, Color::White.into(), &limits, &Control::default(), &mut |_| {}).strategy
    };
    let mut record = Record::new(Position::start());
    for _ in 0..random.below(10) {
        let choices = Color::BOTH.map(|c| any(&record.position().safe_choices(c), &mut random));
        record.play(choices);
        if record.outcome().is_some() {
            return Vec::new();
        }
    }
    let ahead = plan.discount.powi(depth as i32);
    // Value of each search, and whether the game continued at random.
    let mut found: Vec<(Sample, bool)> = Vec::new();
    let mut near = Vec::new();
    let outcome = loop {
        if let Some(outcome) = record.outcome() {
            break outcome;
        }
        let pos = *record.position();
        let Some(strategy) = solve(&record) else { return Vec::new() };
        for _ in 0..plan.near {
            let [Some(white), Some(black)] = Color::BOTH.map(|c| any(&pos.choices(c), &mut random)) else { break };
            let pos = pos.resolve([white, black]);
            let value = solve(&Record::new(pos)).map(|strategy| strategy.value() * ahead);
            near.extend(value.map(|value| Sample { pos, value }));
        }
        let mut strayed = false;
        let choices = Color::BOTH.map(|c| {
            if random.below(25) == 0 {
                strayed = true;
                return any(&pos.safe_choices(c), &mut random);
            }
            let mix = played(&strategy.mix[c], pos.penalties(c));
            draw(mix, random.below(usize::MAX) as u64)
        });
        found.push((Sample { pos, value: strategy.value() }, strayed));
        record.play(choices);
    };
    let mut later = outcome_value(outcome);
    for (sample, strayed) in found.iter_mut().rev() {
        let own = sample.value * ahead;
        let trust = if *strayed { 0.0 } else { plan.trust };
        sample.value = (1.0 - trust) * own + trust * plan.discount * later;
        later = sample.value;
    }
    found.into_iter().map(|(sample, _)| sample).chain(near).collect()
}

pub(super) fn any(choices: &[Choice], random: &mut Random) -> Option<Choice> {
    (!choices.is_empty()).then(|| choices[random.below(choices.len())])
}

/// Random positions of a class with the values of its table; none if there is no table.
pub(crate) fn known(class: Class, tables: &Tables, count: usize, random: &mut Random) -> Vec<Sample> {
    let sample = |_| {
        let pos = ending(class, random);
        tables.probe(&pos).map(|value| Sample { pos, value })
    };
    (0..count).map_while(sample).collect()
}

/// A random position of a class that is not over.
pub(crate) fn ending(class: Class, random: &mut Random) -> Position {
    loop {
        let mut free = BOARD;
        let mut place = |on: u32, pieces: u8| {
            (0..pieces).fold(0, |set, _| {
                let squares: Vec<u32> = squares(on & free).map(Square::bit).collect();
                let at = squares[random.below(squares.len())];
                free &= !at;
                set | at
            })
        };
        let [white, black] = class.0;
        let pawns = [place(!LAST_RANK[0] & BOARD, white.pawns), place(!LAST_RANK[1] & BOARD, black.pawns)];
        let knights = [place(BOARD, white.knights), place(BOARD, black.knights)];
        let penalties = [random.below(2) as u8, random.below(2) as u8];
        let pos = Position::from_parts(pawns, knights, penalties);
        if pos.outcome().is_none() {
            return pos;
        }
    }
}
