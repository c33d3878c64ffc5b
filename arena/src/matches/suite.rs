//! The openings of a match: read from a file, or made up by the seed.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use movegen::zobrist::splitmix64;

use crate::config::{Config, Openings, Source};
use crate::openings::positions::{self, shuffle};
use crate::openings::{Opening, OpeningsPlan, games};
use crate::rules::Refereed;

/// The openings of a match, by number.
pub enum Suite<G: Refereed> {
    /// A list, begun again when it is at its end.
    List(Vec<Opening<G>>),
    /// Made when they are needed.
    Random(Mutex<Made<G>>),
}

/// Random openings made so far.
#[derive(Debug)]
pub struct Made<G> {
    plan: OpeningsPlan,
    block: u64,
    list: Vec<G>,
    seen: HashSet<u64>,
}

/// Random openings made at a time.
const BLOCK: usize = 32;

impl<G: Refereed> Suite<G> {
    /// The openings that a match asks for.
    ///
    /// # Errors
    /// What is wrong with them, in one line.
    pub fn new(config: &Config) -> Result<Self, String> {
        let Openings { source, is_shuffled, plies, first, .. } = &config.openings;
        let mut list = match source {
            Source::Start => vec![G::start().into()],
            Source::Random { plies, margin } => {
                let plan = OpeningsPlan {
                    number: BLOCK,
                    seed: config.seed,
                    shortest: *plies,
                    longest: *plies,
                    margin: *margin,
                    ..OpeningsPlan::default()
                };
                let made = Made { plan, block: 0, list: Vec::new(), seen: HashSet::new() };
                let suite = Self::Random(Mutex::new(made));
                return match suite.get(0) {
                    Some(_) => Ok(suite),
                    None => Err("no random opening keeps within the margin".to_owned()),
                };
            }
            Source::Positions(path) => {
                let list = positions::read::<G>(&read(path)?).map_err(|error| about(path, &error))?;
                list.into_iter().map(Opening::from).collect()
            }
            Source::Games(path) => games::read(&read(path)?, *plies).map_err(|why| about(path, &why))?,
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

    /// The opening of this number, from 0; `None` if no more can be made.
    pub fn get(&self, number: usize) -> Option<Opening<G>> {
        match self {
            Self::List(list) => list.get(number % list.len()).cloned(),
            Self::Random(made) => {
                let mut made = made.lock().unwrap_or_else(PoisonError::into_inner);
                made.reach(number);
                // A game with few openings has them again.
                let position = made.list.get(number).or_else(|| made.list.get(number % made.list.len().max(1)))?;
                Some(position.clone().into())
            }
        }
    }

    /// The number of openings in a list.
    pub const fn count(&self) -> Option<usize> {
        match self {
            Self::List(list) => Some(list.len()),
            Self::Random(_) => None,
        }
    }
}

impl<G: Refereed> Made<G> {
    /// Makes openings until there are more than `number`, or no new one is found.
    fn reach(&mut self, number: usize) {
        while self.list.len() <= number {
            let before = self.list.len();
            let plan = OpeningsPlan { seed: splitmix64(self.plan.seed ^ self.block), ..self.plan };
            self.block += 1;
            let fresh = G::openings(&plan).into_iter().filter(|pos| self.seen.insert(pos.key()));
            self.list.extend(fresh);
            if self.list.len() == before {
                return;
            }
        }
    }
}

fn about(path: &std::path::Path, why: &dyn std::fmt::Display) -> String {
    format!("openings '{}': {why}", movegen::fen::printable(&path.to_string_lossy()))
}

fn read(path: &std::path::Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| about(path, &error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::{Chess, Position};

    #[test]
    fn random_openings_are_the_same_in_whatever_order_they_are_asked_for() {
        let suite = || {
            let plan = OpeningsPlan { number: BLOCK, seed: 3, shortest: 4, longest: 4, margin: 200, depth: 1 };
            Suite::<Position<Chess>>::Random(Mutex::new(Made {
                plan,
                block: 0,
                list: Vec::new(),
                seen: HashSet::new(),
            }))
        };
        let (one, two) = (suite(), suite());
        let late = one.get(BLOCK + 3).unwrap();
        let early: Vec<_> = (0..BLOCK + 4).map(|i| two.get(i).unwrap()).collect();
        assert_eq!(late, early[BLOCK + 3]);
        assert_eq!(one.get(0).unwrap(), early[0]);
        let keys: HashSet<u64> = early.iter().map(|opening| opening.position.key()).collect();
        assert_eq!(keys.len(), early.len());
    }
}
