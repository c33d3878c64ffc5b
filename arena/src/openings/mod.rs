//! Openings of games: lists of positions ([`positions`]), games of a PGN ([`games`]), or random openings of [`engine::openings`],
//! evaluated on all processors.

pub mod games;
pub mod positions;

use engine::openings::Judge;
pub use engine::openings::OpeningsPlan;
use movegen::{Game, Position, Variant};
use rayon::prelude::*;

/// The beginning of a game.
#[derive(Clone, PartialEq, Eq)]
pub struct Opening<G: Game> {
    /// The position.
    pub position: G,
    /// The choices played from there before the players choose.
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

/// Generates random openings; fewer than planned if the margin rejects nearly all. They do not depend on the number of processors.
pub fn generate<V: Variant>(plan: &OpeningsPlan) -> Vec<Position<V>> {
    collected(|judge, taken| engine::openings::generate(plan, &[], judge, taken))
}

/// Generates random openings of Apocalypse, see [`generate`].
pub fn generate_apocalypse(plan: &OpeningsPlan) -> Vec<apocalypse::Position> {
    collected(|judge, taken| apocalypse::openings::generate(plan, &[], judge, taken))
}

fn collected<P: Send>(generate: impl FnOnce(Judge<'_, P>, &mut dyn FnMut(P) -> bool)) -> Vec<P> {
    let mut openings = Vec::new();
    let judge =
        |batch: Vec<P>, keep: &(dyn Fn(&P) -> bool + Sync)| batch.into_par_iter().filter(|pos| keep(pos)).collect();
    generate(&judge, &mut |pos| {
        openings.push(pos);
        true
    });
    openings
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::openings::one_by_one;
    use movegen::Empire;

    #[test]
    fn openings_do_not_depend_on_processors() {
        let plan = OpeningsPlan { number: 6, seed: 7, shortest: 4, longest: 6, margin: 80, depth: 4 };
        let mut alone: Vec<Position<Empire>> = Vec::new();
        engine::openings::generate(&plan, &[], &one_by_one, &mut |pos| {
            alone.push(pos);
            true
        });
        assert_eq!(generate::<Empire>(&plan), alone);
    }
}
