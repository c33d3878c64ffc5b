//! The openings of a match, from a file or random.

use std::collections::HashSet;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use movegen::zobrist::splitmix64;

use crate::arguments::quoted;
use crate::config::{Config, Openings, Source};
use crate::openings::positions::{self, shuffle};
use crate::openings::{Opening, OpeningsPlan, games, generate};
use ::games::PlayedGame;

/// The openings of a match, by number.
pub enum Suite<G: PlayedGame> {
    /// A list, used cyclically.
    List(Vec<Opening<G>>),
    /// Generated on demand.
    Random(Mutex<Generated<G>>),
}

/// Random openings generated so far.
#[derive(Debug)]
pub struct Generated<G> {
    start: G,
    plan: OpeningsPlan,
    batch: u64,
    list: Vec<G>,
    seen: HashSet<u64>,
}

/// Random openings generated at a time.
const BATCH: usize = 32;

impl<G: PlayedGame> Suite<G> {
    /// Returns the openings of a match.
    pub fn new(config: &Config, start: &G) -> Result<Self, String> {
        let Openings { source, is_shuffled, plies, first, .. } = &config.openings;
        let text = |path: &Path| std::fs::read_to_string(path).map_err(|error| about(path, &error));
        let mut list = match source {
            Source::Start => vec![start.clone().into()],
            Source::Random { plies, margin } => {
                let plan = OpeningsPlan {
                    number: BATCH,
                    seed: config.seed,
                    shortest: *plies,
                    longest: *plies,
                    margin: *margin,
                    ..OpeningsPlan::default()
                };
                let generated =
                    Generated { start: start.clone(), plan, batch: 0, list: Vec::new(), seen: HashSet::new() };
                let suite = Self::Random(Mutex::new(generated));
                return match suite.get(0) {
                    Some(_) => Ok(suite),
                    None => Err("no random opening keeps within the margin".to_owned()),
                };
            }
            Source::Positions(path) => {
                let list = positions::read(start, &text(path)?).map_err(|error| about(path, &error))?;
                list.into_iter().map(Opening::from).collect()
            }
            Source::Games(path) => games::read(start, &text(path)?, *plies).map_err(|why| about(path, &why))?,
        };
        if list.is_empty() {
            return Err("there are no openings in the file".to_owned());
        }
        if *is_shuffled {
            shuffle(&mut list, config.seed);
        }
        let begin = (first - 1) % list.len();
        list.rotate_left(begin);
        Ok(Self::List(list))
    }

    /// Returns the opening of this number, from 0; `None` if no more can be generated.
    pub fn get(&self, number: usize) -> Option<Opening<G>> {
        match self {
            Self::List(list) => list.get(number % list.len()).cloned(),
            Self::Random(generated) => {
                let mut generated = generated.lock().unwrap_or_else(PoisonError::into_inner);
                generated.extend_to(number);
                // A game with few openings repeats them.
                let number = number % generated.list.len().max(1);
                generated.list.get(number).cloned().map(Opening::from)
            }
        }
    }

    /// Returns the number of openings in a list.
    pub const fn count(&self) -> Option<usize> {
        match self {
            Self::List(list) => Some(list.len()),
            Self::Random(_) => None,
        }
    }
}

impl<G: PlayedGame> Generated<G> {
    /// Generates openings until there are more than `number`, or no new one is found.
    fn extend_to(&mut self, number: usize) {
        while self.list.len() <= number {
            let before = self.list.len();
            let plan = OpeningsPlan { seed: splitmix64(self.plan.seed ^ self.batch), ..self.plan };
            self.batch += 1;
            let fresh = generate(&self.start, &plan).into_iter().filter(|pos| self.seen.insert(pos.key()));
            self.list.extend(fresh);
            if self.list.len() == before {
                return;
            }
        }
    }
}

fn about(path: &Path, why: &dyn std::fmt::Display) -> String {
    format!("openings {}: {why}", quoted(path))
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::{Chess, Position};

    #[test]
    fn random_openings_do_not_depend_on_access_order() {
        let suite = || {
            let plan = OpeningsPlan { number: BATCH, seed: 3, shortest: 4, longest: 4, margin: 200, depth: 1 };
            Suite::<Position<Chess>>::Random(Mutex::new(Generated {
                start: Position::start(),
                plan,
                batch: 0,
                list: Vec::new(),
                seen: HashSet::new(),
            }))
        };
        let (one, two) = (suite(), suite());
        let late = one.get(BATCH + 3).unwrap();
        let early: Vec<_> = (0..BATCH + 4).map(|i| two.get(i).unwrap()).collect();
        assert_eq!(late, early[BATCH + 3]);
        assert_eq!(one.get(0).unwrap(), early[0]);
        let keys: HashSet<u64> = early.iter().map(|opening| opening.position.key()).collect();
        assert_eq!(keys.len(), early.len());
    }
}
