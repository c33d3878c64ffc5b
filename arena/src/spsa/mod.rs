//! Simultaneous perturbation stochastic approximation (J. Spall, 1998) of search parameters. Each iteration perturbs
//! all parameters at random, plays the perturbed values against the opposite ones, and moves towards the winner. Gains
//! are given by their values at the last iteration, as in test frameworks for chess engines. [`games`] plays the games.

pub mod games;
mod parameters;

pub use parameters::{Tuned, read_parameters};

use engine::bench::Random;
use movegen::zobrist::splitmix64;
use serde::{Deserialize, Serialize};

/// The gain sequences.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SpsaPlan {
    /// Number of iterations.
    pub iterations: usize,
    /// Fraction of the iterations that damps the first steps (A).
    pub delay: f64,
    /// Decay of the steps.
    pub alpha: f64,
    /// Decay of the perturbations.
    pub gamma: f64,
    /// Seed of perturbations and rounding.
    pub seed: u64,
}

impl Default for SpsaPlan {
    fn default() -> Self {
        Self { iterations: 1_000, delay: 0.1, alpha: 0.602, gamma: 0.101, seed: 1 }
    }
}

/// The values of the parameters for the two sides of an iteration.
pub type Sides = [Vec<i32>; 2];

/// The state of a run. Values are stored as bits, so that a file keeps them exactly.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct State {
    /// Finished iterations.
    pub iteration: usize,
    values: Vec<u64>,
    /// Games won, drawn and lost by the side with the sign of the perturbation.
    pub games: [u64; 3],
}

/// A perturbation.
#[derive(Clone, PartialEq, Debug)]
pub struct Trial {
    /// The values of both sides.
    pub sides: Sides,
    /// The change of each parameter per point of the first side.
    gains: Vec<f64>,
}

impl State {
    /// Creates the initial state.
    pub fn new(tuned: &[Tuned]) -> Self {
        Self { iteration: 0, values: tuned.iter().map(|p| p.start.to_bits()).collect(), games: [0; 3] }
    }

    /// Returns the current values.
    pub fn values(&self) -> Vec<f64> {
        self.values.iter().map(|&bits| f64::from_bits(bits)).collect()
    }

    /// Returns `true` if the number of parameters matches and all values are in range.
    pub fn fits(&self, tuned: &[Tuned]) -> bool {
        let is_within = |(value, p): (&f64, &Tuned)| (p.min..=p.max).contains(value);
        self.values.len() == tuned.len() && self.values().iter().zip(tuned).all(is_within)
    }

    /// Returns the perturbation of the next iteration.
    pub fn trial(&self, tuned: &[Tuned], plan: &SpsaPlan) -> Trial {
        let (k, n) = ((self.iteration + 1) as f64, plan.iterations.max(1) as f64);
        let delay = plan.delay * n;
        let mut random = Random(splitmix64(plan.seed ^ splitmix64(self.iteration as u64)));
        let mut trial = Trial { sides: [Vec::new(), Vec::new()], gains: Vec::new() };
        for (p, value) in tuned.iter().zip(self.values()) {
            // At the last iteration the perturbation is `c_end`, and a step by one point `r_end` times `c_end`.
            let perturbation = p.c_end * (n / k).powf(plan.gamma);
            let step = p.r_end * p.c_end * p.c_end * ((delay + n) / (delay + k)).powf(plan.alpha);
            let sign = if fraction(&mut random) < 0.5 { -1.0 } else { 1.0 };
            let chance = fraction(&mut random);
            for (side, sign) in trial.sides.iter_mut().zip([sign, -sign]) {
                let wanted = (value + sign * perturbation).clamp(p.min, p.max);
                // Stochastic rounding: integers whose mean is the value.
                side.push((wanted + chance).floor().clamp(p.min, p.max) as i32);
            }
            trial.gains.push(sign * step / perturbation);
        }
        trial
    }

    /// Updates the values by the games of a trial: won, drawn and lost by its first side.
    pub fn update(&mut self, tuned: &[Tuned], trial: &Trial, games: [u64; 3]) {
        let points = games[0] as f64 - games[2] as f64;
        let moved = self.values().into_iter().zip(&trial.gains).zip(tuned);
        self.values = moved.map(|((value, gain), p)| (value + gain * points).clamp(p.min, p.max).to_bits()).collect();
        self.games.iter_mut().zip(games).for_each(|(sum, n)| *sum += n);
        self.iteration += 1;
    }
}

/// Returns a number in [0, 1).
fn fraction(random: &mut Random) -> f64 {
    const STEPS: usize = 1 << 53;
    random.below(STEPS) as f64 / STEPS as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tuned() -> Vec<Tuned> {
        let one =
            |name: &'static str, start, max: f64| Tuned { name, start, min: 0.0, max, c_end: max / 20.0, r_end: 0.002 };
        vec![one("a", 20.0, 200.0), one("b", 80.0, 100.0), one("c", 2.0, 10.0)]
    }

    /// Simulates games whose mean result falls with the distance from the best values.
    fn play(sides: &Sides, random: &mut Random) -> [u64; 3] {
        let distance = |side: &[i32]| -> f64 {
            let best = [120.0, 30.0, 5.0];
            let scale = [200.0, 100.0, 10.0];
            (0..3).map(|i| ((f64::from(side[i]) - best[i]) / scale[i]).powi(2)).sum()
        };
        let better = 4.0 * (distance(&sides[1]) - distance(&sides[0]));
        let mut games = [0; 3];
        for _ in 0..16 {
            games[if fraction(random) < 0.5 + better.clamp(-0.4, 0.4) { 0 } else { 2 }] += 1;
        }
        games
    }

    #[test]
    fn spsa_converges_to_the_best_values() {
        let (tuned, plan) = (tuned(), SpsaPlan { iterations: 2_000, ..SpsaPlan::default() });
        let mut state = State::new(&tuned);
        let mut random = Random(3);
        while state.iteration < plan.iterations {
            let trial = state.trial(&tuned, &plan);
            let games = play(&trial.sides, &mut random);
            state.update(&tuned, &trial, games);
        }
        let values = state.values();
        assert!((values[0] - 120.0).abs() < 25.0 && (values[1] - 30.0).abs() < 15.0, "{values:?}");
        assert_eq!(state.games.iter().sum::<u64>(), 32_000);
    }

    #[test]
    fn perturbations_are_opposite_bounded_and_unbiased() {
        let (tuned, plan) = (tuned(), SpsaPlan { iterations: 4_000, ..SpsaPlan::default() });
        let mut state = State::new(&tuned);
        let mut sum = 0.0;
        for _ in 0..plan.iterations {
            let trial = state.trial(&tuned, &plan);
            for (i, p) in tuned.iter().enumerate() {
                let [a, b] = trial.sides.each_ref().map(|side| f64::from(side[i]));
                assert!(p.min <= a && a <= p.max && p.min <= b && b <= p.max);
                assert!((a - p.start) * (b - p.start) <= 0.0, "{a} {b}");
            }
            sum += f64::from(trial.sides[0][2]);
            state.update(&tuned, &trial, [1, 0, 1]);
        }
        assert_eq!(state.values(), [20.0, 80.0, 2.0]);
        assert!((sum / plan.iterations as f64 - 2.0).abs() < 0.1);
    }

    #[test]
    fn state_round_trip_is_exact() {
        let tuned = tuned();
        let mut state = State::new(&tuned);
        let trial = state.trial(&tuned, &SpsaPlan::default());
        state.update(&tuned, &trial, [3, 1, 0]);
        let again: State = serde_json::from_str(&serde_json::to_string(&state).unwrap()).unwrap();
        assert!(again == state && again.fits(&tuned) && !again.fits(&tuned[1..]));
    }
}
