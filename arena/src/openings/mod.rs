//! Openings of games: lists of positions ([`positions`]), games of a PGN ([`games`]), or random openings of [`engine::openings`],
//! evaluated on all processors.

pub mod games;
pub mod positions;

use ::games::PlayedGame;
pub use engine::openings::OpeningsPlan;
use movegen::Game;
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

/// Generates random openings of a game that begins in `start`; fewer than planned if the margin rejects nearly all. They do not depend on the number of processors.
pub fn generate<G: PlayedGame>(start: &G, plan: &OpeningsPlan) -> Vec<G> {
    let judge =
        |batch: Vec<G>, keep: &(dyn Fn(&G) -> bool + Sync)| batch.into_par_iter().filter(|pos| keep(pos)).collect();
    let mut openings = Vec::new();
    G::openings(plan, std::slice::from_ref(start), &judge, &mut |pos| {
        openings.push(pos);
        true
    });
    openings
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::openings::one_by_one;
    use movegen::{Empire, Position};

    #[test]
    fn openings_do_not_depend_on_processors() {
        let plan = OpeningsPlan { number: 6, seed: 7, shortest: 4, longest: 6, margin: 80, depth: 4 };
        let mut alone: Vec<Position<Empire>> = Vec::new();
        engine::openings::generate(&plan, &[], &one_by_one, &mut |pos| {
            alone.push(pos);
            true
        });
        assert_eq!(generate(&Position::<Empire>::start(), &plan), alone);
    }
}
