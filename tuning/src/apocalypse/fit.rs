//! Fits the evaluator of Apocalypse to what searches and games made of positions.
//!
//! Games are played by equilibrium strategies of shallow searches. What a position is worth is then a mixture of its
//! own search and of what the game came to, less a part for every turn on the way: so a position from which a won game
//! ends sooner is worth more, and an engine that follows the values gets on.

use apocalypse::rules::{Choice, Position};
use apocalypse::values::features::{FEATURES, features};
use apocalypse::values::{HandMade, Weights};
use apocalypse::{Engine, draw, played};
use engine::bench::Random;
use engine::{Control, Limits};
use movegen::{Color, Game, Record};

/// How games are played and valued.
#[derive(Clone, Copy, Debug)]
pub struct SamplingPlan {
    /// Games to play.
    pub games: u64,
    /// Turns that each search looks ahead.
    pub depth: u32,
    /// What a value keeps of itself in a turn.
    pub discount: f64,
    /// The part that the further game has in a position's value; the rest is its own search.
    pub trust: f64,
    /// Where random numbers begin.
    pub seed: u64,
}

/// A position and what it is worth to White.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// The position.
    pub pos: Position,
    /// Its value, -1 to 1.
    pub value: f64,
}

/// Plays one game and values its positions.
pub fn play(plan: &SamplingPlan, evaluator: &HandMade, number: u64) -> Vec<Sample> {
    let mut random = Random(plan.seed ^ number.wrapping_mul(0x9e37_79b9));
    let seed = random.below(1 << 30) as u64 + 1;
    let mut engine = Engine::with_evaluator(super::settings(2, seed), evaluator.clone());
    let limits = Limits { depth: Some(plan.depth), ..Limits::default() };
    let mut record = Record::new(Position::start());
    for _ in 0..random.below(10) {
        let choices = Color::BOTH.map(|c| any(&record.position().safe_choices(c), &mut random));
        record.play(choices);
        if record.outcome().is_some() {
            return Vec::new();
        }
    }
    // What each search found, and whether the game went on at random.
    let mut found: Vec<(Sample, bool)> = Vec::new();
    let outcome = loop {
        if let Some(outcome) = record.outcome() {
            break outcome;
        }
        let control = Control::default();
        control.arm(false);
        let answer = engine.go(&record, Color::White.into(), &limits, &control, &mut |_| {});
        let Some(strategy) = answer.strategy else { return Vec::new() };
        let mut strayed = false;
        let choices = Color::BOTH.map(|c| {
            if random.below(25) == 0 {
                strayed = true;
                return any(&record.position().safe_choices(c), &mut random);
            }
            let mix = played(&strategy.mix[c], record.position().penalties(c));
            draw(mix, random.below(usize::MAX) as u64)
        });
        found.push((Sample { pos: *record.position(), value: strategy.value() }, strayed));
        record.play(choices);
    };
    let mut later = match outcome.winner {
        Some(Color::White) => 1.0,
        Some(Color::Black) => -1.0,
        None => 0.0,
    };
    let ahead = plan.discount.powi(plan.depth as i32);
    for (sample, strayed) in found.iter_mut().rev() {
        let own = sample.value * ahead;
        let trust = if *strayed { 0.0 } else { plan.trust };
        sample.value = (1.0 - trust) * own + trust * plan.discount * later;
        later = sample.value;
    }
    found.into_iter().map(|(sample, _)| sample).collect()
}

fn any(choices: &[Choice], random: &mut Random) -> Option<Choice> {
    (!choices.is_empty()).then(|| choices[random.below(choices.len())])
}

/// What fitting gives.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// The weights.
    pub weights: Weights,
    /// The root of the mean squared error on the samples held back, before and after.
    pub error: [f64; 2],
}

/// Fits weights, beginning with those given, by stochastic gradient descent (Adam; Kingma and Ba, 2015). Every tenth
/// sample is held back to measure the error.
pub fn fit(samples: &[Sample], begin: &Weights, passes: u32, seed: u64) -> Fitted {
    const BATCH: usize = 256;
    let rows: Vec<(Vec<(usize, f64)>, f64)> = samples.iter().map(|sample| (row(&sample.pos), sample.value)).collect();
    let (held, mut used): (Vec<_>, Vec<_>) = (0..rows.len()).partition(|index| index % 10 == 0);
    let mut weights: Vec<f64> = begin.iter().map(|&weight| f64::from(weight) / 1000.0).collect();
    let error = |weights: &[f64]| {
        let squares = held.iter().map(|&index| (squeezed(sum(&rows[index].0, weights)) - rows[index].1).powi(2));
        (squares.sum::<f64>() / held.len().max(1) as f64).sqrt()
    };
    let before = error(&weights);
    let mut random = Random(seed);
    let (mut mean, mut square) = (vec![0.0; FEATURES], vec![0.0; FEATURES]);
    let mut step = 0;
    for pass in 0..passes {
        for i in (1..used.len()).rev() {
            used.swap(i, random.below(i + 1));
        }
        let rate = 0.01 * (1.0 - f64::from(pass) / f64::from(passes)).max(0.02);
        for batch in used.chunks(BATCH) {
            let mut gradient = vec![0.0; FEATURES];
            for &index in batch {
                let (row, value) = &rows[index];
                let x = sum(row, &weights);
                let slope = (1.0 + x * x).powf(-1.5);
                let at_fault = (squeezed(x) - value) * slope;
                row.iter().for_each(|&(feature, n)| gradient[feature] += at_fault * n);
            }
            step += 1;
            let correction = (1.0 - 0.999_f64.powi(step)).sqrt() / (1.0 - 0.9_f64.powi(step));
            for feature in 0..FEATURES {
                // A little pull to zero decides what the samples do not.
                let g = gradient[feature] / batch.len() as f64 + 2e-5 * weights[feature];
                mean[feature] = 0.9 * mean[feature] + 0.1 * g;
                square[feature] = 0.999 * square[feature] + 0.001 * g * g;
                weights[feature] -= rate * correction * mean[feature] / (square[feature].sqrt() + 1e-8);
            }
        }
    }
    let mut rounded = [0; FEATURES];
    rounded
        .iter_mut()
        .zip(&weights)
        .for_each(|(to, from)| *to = (from * 1000.0).round().clamp(-20_000.0, 20_000.0) as i32);
    Fitted { weights: rounded, error: [before, error(&weights)] }
}

fn row(pos: &Position) -> Vec<(usize, f64)> {
    let mut counts = [0; FEATURES];
    features(pos, &mut counts);
    counts.iter().enumerate().filter(|(_, n)| **n != 0).map(|(feature, &n)| (feature, f64::from(n))).collect()
}

fn sum(row: &[(usize, f64)], weights: &[f64]) -> f64 {
    row.iter().map(|&(feature, n)| n * weights[feature]).sum()
}

fn squeezed(x: f64) -> f64 {
    x / (1.0 + x * x).sqrt()
}
