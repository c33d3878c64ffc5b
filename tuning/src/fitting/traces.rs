//! Positions as the counts of the variables that their values are made of: packed, some 500 bytes each.

use eval::weights::layout::{CLOCK, DANGER};
use eval::{HandMade, worth_of_danger};
use movegen::{Color, Variant};
use rayon::prelude::*;

use super::variables::{Variables, is_danger};
use crate::training::quiet::{Filter, Quiet};
use arena::Played;

/// How often a variable counts. White's with a plus, Black's with a minus, but in a danger each side's own.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Count {
    variable: u16,
    times: i16,
}

impl Count {
    fn times(self) -> f64 {
        f64::from(self.times)
    }

    /// A variable, or the one of the second half.
    fn of(self, half: usize) -> usize {
        usize::from(self.variable) + half
    }
}

/// A position: where its counts begin, and what applies to its value as a whole.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Head {
    /// The first count of what has two halves, of White's danger, of Black's.
    begins: [u32; 3],
    /// Amounts that no variable changes, for White, by half.
    fixed: [f32; 2],
    /// The parts of the halves in the value, drawishness and the clock taken off.
    parts: [f32; 2],
    /// The value by the search in centipawns, for White.
    value: f32,
    /// The points of White.
    result: f32,
}

/// Positions to fit to.
#[derive(Clone, Default, Debug)]
pub struct Traces {
    heads: Vec<Head>,
    counts: Vec<Count>,
    games: usize,
}

impl Traces {
    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.heads.is_empty()
    }

    /// How many games they are from.
    pub fn games(&self) -> usize {
        self.games
    }

    /// Adds the quiet positions of games, in their order.
    ///
    /// # Errors
    /// There are more positions than fit.
    pub fn add<V: Variant>(
        &mut self,
        games: &[Played<V>],
        filter: Filter,
        variables: &Variables,
    ) -> Result<(), String> {
        let evaluator = HandMade::<V>::with_weights(variables.start().clone());
        let of_game = |game: &Played<V>| {
            let mut part = Self { games: 1, ..Self::default() };
            filter.quiet(game).for_each(|quiet| part.push(&evaluator, &quiet, variables));
            part
        };
        let parts: Vec<Self> = games.par_iter().map(of_game).collect();
        parts.into_iter().try_for_each(|part| self.append(part))
    }

    fn append(&mut self, part: Self) -> Result<(), String> {
        let before = self.counts.len();
        if u32::try_from(before + part.counts.len()).is_err() {
            return Err(format!("more positions than fit into memory: {} are enough", self.len()));
        }
        let moved = |head: Head| Head { begins: head.begins.map(|begin| begin + before as u32), ..head };
        self.heads.extend(part.heads.into_iter().map(moved));
        self.counts.extend(part.counts);
        self.games += part.games;
        Ok(())
    }

    fn push<V: Variant>(&mut self, evaluator: &HandMade<V>, quiet: &Quiet<V>, variables: &Variables) {
        let Quiet { pos, value, result } = quiet;
        let trace = evaluator.trace(pos);
        let (phase, full) = trace.phase();
        let clock = evaluator.weights().of(Color::White).plain(CLOCK.only()).clamp(0, 100);
        let usable = f64::from(64 - trace.drawish()) / 64.0
            * f64::from(10_000 - clock * i32::from(pos.clock().min(100)))
            / 10_000.0;
        let middle = f64::from(phase) / f64::from(full);
        let mut begins = [self.counts.len() as u32; 3];
        let mut fixed = [0.0; 2];
        for (color, weight, times) in trace.counts().filter(|(_, weight, _)| weight.block().tapered) {
            let times = if color == Color::White { times } else { -times };
            let variable = variables.of(color, weight);
            self.count(begins[0], variable, times);
            if variable.is_none() {
                let held = evaluator.weights().of(color)[weight] * times;
                fixed = [fixed[0] + held.middle() as f32, fixed[1] + held.end() as f32];
            }
        }
        // The danger is booked with all else that is no sum of weights; here it comes back as a function of its own.
        for color in Color::BOTH {
            let sign = if color == Color::White { 1.0 } else { -1.0 };
            begins[1 + color.index()] = self.counts.len() as u32;
            let booked = trace.booked(color);
            let mut rest = [f64::from(booked.middle()), f64::from(booked.end())];
            if trace.count(color, DANGER.at(0)) != 0 {
                let mut sum = 0;
                for (_, weight, times) in trace.counts().filter(|&(c, weight, _)| c == color && is_danger(weight)) {
                    sum += evaluator.weights().of(color).plain(weight) * times;
                    self.count(begins[1 + color.index()], variables.of(color, weight), times);
                }
                let (worth, _) = worth_of_danger(f64::from(sum));
                rest = [rest[0] - worth[0].floor(), rest[1] - worth[1].floor()];
            }
            for half in 0..2 {
                fixed[half] += (sign * rest[half]) as f32;
            }
        }
        let for_white = |value: f32| if pos.turn() == Color::White { value } else { -value };
        self.heads.push(Head {
            begins,
            fixed,
            parts: [(usable * middle) as f32, (usable * (1.0 - middle)) as f32],
            value: for_white(*value as f32),
            result: 0.5 + for_white(result - 0.5),
        });
    }

    /// Counts a variable once more, if there is one; equal ones behind `begin` are added up.
    fn count(&mut self, begin: u32, variable: Option<u16>, times: i32) {
        let Some(variable) = variable else { return };
        let times = times as i16;
        let known = self.counts[begin as usize..].iter_mut().find(|count| count.variable == variable);
        match known {
            Some(count) => count.times += times,
            None => self.counts.push(Count { variable, times }),
        }
    }

    /// The counts of a position: of what has two halves, of White's danger, of Black's.
    fn counts(&self, i: usize) -> [&[Count]; 3] {
        let [a, b, c] = self.heads[i].begins.map(|begin| begin as usize);
        let end = self.heads.get(i + 1).map_or(self.counts.len(), |next| next.begins[0] as usize);
        [&self.counts[a..b], &self.counts[b..c], &self.counts[c..end]]
    }

    /// The value of a position in centipawns for White; `slope` is told how fast it grows with each variable.
    pub(super) fn value(&self, i: usize, values: &[f64], mut slope: impl FnMut(usize, f64)) -> f64 {
        let head = &self.heads[i];
        let [tapered, white, black] = self.counts(i);
        let sum = |counts: &[Count], half| counts.iter().map(|c| values[c.of(half)] * c.times()).sum::<f64>();
        let mut halves = [0, 1].map(|half| f64::from(head.fixed[half]) + sum(tapered, half));
        let parts = head.parts.map(f64::from);
        for c in tapered {
            slope(c.of(0), parts[0] * c.times());
            slope(c.of(1), parts[1] * c.times());
        }
        for (counts, sign) in [(white, 1.0), (black, -1.0)] {
            let (worth, slopes) = worth_of_danger(sum(counts, 0));
            for half in 0..2 {
                halves[half] += sign * worth[half];
            }
            let steep = sign * (parts[0] * slopes[0] + parts[1] * slopes[1]);
            if steep != 0.0 {
                counts.iter().for_each(|c| slope(c.of(0), steep * c.times()));
            }
        }
        parts[0] * halves[0] + parts[1] * halves[1]
    }

    /// The points of White in the game of a position.
    pub(super) fn result(&self, i: usize) -> f64 {
        f64::from(self.heads[i].result)
    }

    /// The value by the search in centipawns for White.
    pub(super) fn searched(&self, i: usize) -> f64 {
        f64::from(self.heads[i].value)
    }
}

#[cfg(test)]
impl Traces {
    /// Positions of random walks, with results and values by the seed.
    pub(super) fn of_walks<V: Variant>(number: usize, variables: &Variables) -> Self {
        let mut random = engine::bench::Random(5);
        let evaluator = HandMade::<V>::with_weights(variables.start().clone());
        let mut traces = Self::default();
        for _ in 0..number {
            let plies = random.below(60);
            let pos = *engine::bench::walk::<V>(plies, &mut random).position();
            let result = random.below(3) as f32 / 2.0;
            let value = random.below(400) as i32 - 200;
            traces.push(&evaluator, &Quiet { pos, value, result }, variables);
        }
        traces
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fitting::Sharing;
    use engine::bench::{Random, walk};
    use eval::Weights;
    use movegen::variants::{TURN_BASED, VisitTurnBased, with_turn_based};

    struct Agree;

    impl VisitTurnBased for Agree {
        type Out = ();
        fn turn_based<V: Variant>(self) {
            let mut random = Random(7);
            for sharing in [Sharing::default(), Sharing { split: true, mirror: false }] {
                let held = if sharing.split { vec!["purchasable".to_owned(), "value".to_owned()] } else { Vec::new() };
                let variables = Variables::holding(Weights::of_game(V::NAME, V::LETTERS), sharing, &held);
                let evaluator = HandMade::<V>::new();
                let mut traces = Traces::default();
                let mut scores = Vec::new();
                for plies in 0..60 {
                    let pos = *walk::<V>(plies, &mut random).position();
                    if let Some(score) = evaluator.trace(&pos).score() {
                        traces.push(&evaluator, &Quiet { pos, value: 0, result: 0.5 }, &variables);
                        scores.push(f64::from(score));
                    }
                }
                let values = variables.values();
                for (i, score) in scores.into_iter().enumerate() {
                    let value = traces.value(i, &values, |_, _| {});
                    assert!((value - score).abs() < 6.0, "{} {value} for {score}", V::NAME);
                }
            }
        }
    }

    #[test]
    fn the_value_of_the_counts_is_the_value_of_the_position() {
        TURN_BASED.into_iter().for_each(|name| with_turn_based(name, Agree).unwrap());
    }

    #[test]
    fn slopes_are_differences() {
        type Game = movegen::Subversion;
        let variables = Variables::new(Weights::of_game(Game::NAME, Game::LETTERS), Sharing::default());
        let evaluator = HandMade::<Game>::new();
        let mut traces = Traces::default();
        let pos = *walk::<Game>(40, &mut Random(3)).position();
        traces.push(&evaluator, &Quiet { pos, value: 0, result: 0.5 }, &variables);
        let values = variables.values();
        let mut slopes = vec![0.0; values.len()];
        let value = traces.value(0, &values, |variable, slope| slopes[variable] += slope);
        for (i, &slope) in slopes.iter().enumerate() {
            let mut other = values.clone();
            other[i] += 0.01;
            let found = (traces.value(0, &other, |_, _| {}) - value) / 0.01;
            assert!((found - slope).abs() < 0.01, "{i}: {found} for {slope}");
        }
    }
}
