//! Plays one game of an experiment. Number and seed determine it.

use games::Resources;
use movegen::zobrist::splitmix64;
use movegen::{Color, Record, Turn};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt, SeedableRng};

use crate::experiment::Experiment;
use crate::game::{ArchivedGame, Made, MadeBy, moves};
use crate::players::{Playable, Player};

/// The players of an experiment, and the one that draws the first moves.
pub struct Players<G: Playable> {
    players: [Player<G>; 2],
    sampler: Player<G>,
}

impl<G: Playable> Players<G> {
    /// Creates the players of an experiment whose games begin in `start`, or in this position without some pieces.
    ///
    /// # Errors
    /// The evaluator is none of this game.
    pub fn of(experiment: &Experiment, start: &G, data: &Resources) -> Result<Self, String> {
        let player = |nodes, soft| Player::new(start, nodes, soft, data).map_err(|error| error.to_string());
        let [first, second] = experiment.nodes;
        Ok(Self {
            players: [player(first, experiment.soft)?, player(second, experiment.soft)?],
            sampler: player(experiment.sampling_nodes, false)?,
        })
    }
}

/// Plays the game with this number from its first position.
pub fn play_one<G: Playable>(
    experiment: &Experiment,
    start: &G,
    players: &mut Players<G>,
    number: u64,
) -> ArchivedGame<G> {
    let opening = number / experiment.games_each();
    let first = Color::BOTH[(number % experiment.games_each()) as usize];
    let seed = splitmix64(experiment.seed ^ splitmix64(opening));
    let Players { players, sampler } = players;
    for (player, salt) in players.iter_mut().chain([&mut *sampler]).zip(1..) {
        player.begin(splitmix64(seed ^ salt ^ number << 32));
    }
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut record = Record::new(start.clone());
    let plies = experiment.random;
    let mut turns = plies.map_or_else(Vec::new, |plies| open_at_random(plies, &mut record, sampler, &mut random));
    let drawn = turns.len().max(experiment.sampled.into());
    let mut choices = 0;
    while record.outcome().is_none() && choices < experiment.longest.into() {
        let mut turn: MadeBy<G::Move> = [None, None];
        for side in record.position().turn().sides() {
            turn[*side] = Some(if turns.len() < usize::from(experiment.sampled) {
                sampler.sample(&record, *side, experiment.temperature, &mut random)
            } else {
                players[usize::from(*side != first)].choose(&record, *side)
            });
            choices += 1;
        }
        record.play(moves(&turn));
        turns.push(turn);
    }
    ArchivedGame { sampled: drawn.min(turns.len()) as u8, turns, outcome: record.outcome() }
}

/// Plays random turns until neither side is lost, and returns them. They have no values.
fn open_at_random<G: Playable>(
    [least, most]: [u8; 2],
    record: &mut Record<G>,
    judge: &mut Player<G>,
    random: &mut impl Rng,
) -> Vec<MadeBy<G::Move>> {
    /// Centipawns beyond which a game is decided before it begins.
    const DECIDED: i16 = 600;
    /// Openings tried before one is taken that is decided.
    const MAX_OPENINGS: usize = 50;
    let begin = record.clone();
    let mut turns = Vec::new();
    for _ in 0..MAX_OPENINGS {
        (*record, turns) = (begin.clone(), Vec::new());
        let plies = random.random_range(least..=most.max(least));
        while turns.len() < plies.into() && record.outcome().is_none() {
            let pos = record.position();
            let turn = Color::BOTH.map(|side| pos.moves(side).choose(random).map(|&m| Made::new(m, 0)));
            record.play(moves(&turn));
            turns.push(turn);
        }
        if let (Turn::One(side), None) = (record.position().turn(), record.outcome())
            && judge.choose(record, side).value.abs() <= DECIDED
        {
            break;
        }
    }
    turns
}

#[cfg(test)]
mod tests {
    use movegen::{Insurrection, Position};

    use super::*;

    #[test]
    fn unequal_players_play_every_opening_with_both_colours() {
        let usual = Experiment::usual("insurrection", 1);
        let experiment = Experiment { nodes: [20, 60], sampled: 4, sampling_nodes: 200, seed: 5, longest: 60, ..usual };
        let start = Position::<Insurrection>::start();
        let mut players = Players::of(&experiment, &start, &Resources::default()).unwrap();
        let mut opening = |number| {
            let game = play_one(&experiment, &start, &mut players, number);
            game.turns.iter().take(4).map(|turn| turn.iter().flatten().next().unwrap().m).collect::<Vec<_>>()
        };
        let openings: Vec<_> = (0..6).map(&mut opening).collect();
        for pair in openings.chunks(2) {
            assert_eq!(pair[0], pair[1]);
        }
        assert!(openings[0] != openings[2] && openings[2] != openings[4]);
    }
}
