//! Plays the games of an experiment, several side by side, and adds them to its archive in their order.

use std::ops::Range;

use arena::Ending;
use arena::games::adjudicate::Adjudicator;
use arena::games::play::{Choice, Choices, Sides, play};
use movegen::zobrist::splitmix64;
use movegen::{Color, Record, Turn};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt, SeedableRng};

use super::experiment::Experiment;
use super::game::{ArchivedGame, Made, MadeBy, moves};
use super::players::{Playable, Player};
use super::starts::Starts;
use crate::in_order::in_order;

/// The players of one thread, and the one that draws the first moves.
struct Players<G: Playable> {
    players: [Player<G>; 2],
    sampler: Player<G>,
}

impl<G: Playable> Players<G> {
    fn of(experiment: &Experiment, start: &G) -> Self {
        Self {
            players: experiment.nodes.map(|nodes| Player::new(start, nodes, experiment.soft)),
            sampler: Player::new(start, experiment.sampling_nodes, false),
        }
    }
}

/// Plays the games with these numbers on the threads of the current rayon pool, and adds the bytes of each in their order. `is_stopped`
/// is polled before every game.
pub(crate) fn play_on<G: Playable>(
    experiment: &Experiment,
    starts: &Starts<G>,
    games: Range<u64>,
    is_stopped: &(impl Fn() -> bool + Sync),
    add: impl FnMut(Vec<u8>) -> Result<(), String> + Send,
) -> Result<(), String> {
    let play = |players: &mut _, number| {
        let start = starts.of_game(number);
        (!is_stopped()).then(|| play_one(experiment, &start, players, number).encode(&start))
    };
    in_order(games, || Players::of(experiment, starts.first()), play, add)
}

fn play_one<G: Playable>(experiment: &Experiment, start: &G, players: &mut Players<G>, number: u64) -> ArchivedGame<G> {
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
    let turns = plies.map_or_else(Vec::new, |plies| open_at_random(plies, &mut record, sampler, &mut random));
    let drawn = turns.len().max(experiment.sampled.into());
    let mut table = Table { players, sampler, first, experiment, random, turns };
    let mut adjudicator = Adjudicator::new(None, None, Some(experiment.longest.into()));
    let outcome = match play(&mut record, &mut adjudicator, &mut table) {
        Some(Ending::Rules(outcome)) => Some(outcome),
        _ => None,
    };
    ArchivedGame { sampled: drawn.min(table.turns.len()) as u8, turns: table.turns, outcome }
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

struct Table<'a, G: Playable> {
    players: &'a mut [Player<G>; 2],
    sampler: &'a mut Player<G>,
    first: Color,
    experiment: &'a Experiment,
    random: Xoshiro256PlusPlus,
    turns: Vec<MadeBy<G::Move>>,
}

impl<G: Playable> Sides<G> for Table<'_, G> {
    type Detail = Made<G::Move>;

    fn choose(&mut self, record: &Record<G>, side: Color) -> Result<Choice<G::Move, Self::Detail>, Ending> {
        let made = if self.turns.len() < usize::from(self.experiment.sampled) {
            self.sampler.sample(record, side, self.experiment.temperature, &mut self.random)
        } else {
            self.players[usize::from(side != self.first)].choose(record, side)
        };
        Ok(Choice { m: made.m, value: None, detail: made })
    }

    fn record_choices(&mut self, _before: &G, choices: Choices<G::Move, Self::Detail>) {
        self.turns.push(choices.map(|choice| choice.map(|choice| choice.detail)));
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use movegen::{Game, Insurrection, Position};

    use super::*;
    use crate::laboratory::archive::{Archive, read};
    use crate::selfplay::pool;

    fn experiment(game: &str, nodes: [u64; 2]) -> Experiment {
        let sampled = if game == apocalypse::Position::NAME { 0 } else { 4 };
        Experiment { nodes, sampled, sampling_nodes: 200, seed: 5, longest: 60, ..Experiment::usual(game, 1) }
    }

    /// Plays games, interrupted after `stop` of them and resumed; returns the bytes of the archive.
    fn played<G: Playable>(experiment: &Experiment, threads: usize, stop: u64) -> Vec<u8> {
        let path: PathBuf = std::env::temp_dir().join(format!(
            "upheaval-laboratory-{}-{threads}-{stop}-{}",
            experiment.name(),
            std::process::id()
        ));
        let mut number = 0;
        for games in [stop, 70] {
            let mut archive = Archive::open(&path, experiment, false).unwrap();
            let go_on = || {
                let starts = Starts::<G>::of(experiment, &G::start()).unwrap();
                play_on(experiment, &starts, archive.games()..games, &|| false, |bytes| {
                    number += 1;
                    archive.add(&bytes)
                })
            };
            pool(threads).unwrap().install(go_on).unwrap();
            archive.write().unwrap();
        }
        assert_eq!(number, 70);
        let bytes = std::fs::read(&path).unwrap();
        let contents = read::<Experiment>(&path).unwrap();
        assert_eq!((&contents.header, contents.games.len()), (experiment, 70));
        for game in &contents.games {
            ArchivedGame::decode(game, &G::start()).unwrap();
        }
        std::fs::remove_file(path).unwrap();
        bytes
    }

    #[test]
    fn archive_bytes_do_not_depend_on_threads() {
        type Games = Position<Insurrection>;
        let insurrection = experiment("insurrection", [30, 30]);
        let alone = played::<Games>(&insurrection, 1, 64);
        assert_eq!(played::<Games>(&insurrection, 3, 64), alone);
        let apocalypse = experiment("apocalypse", [50, 50]);
        assert_eq!(
            played::<apocalypse::Position>(&apocalypse, 3, 0),
            played::<apocalypse::Position>(&apocalypse, 1, 0)
        );
    }

    #[test]
    fn unequal_players_play_every_opening_with_both_colours() {
        let experiment = experiment("insurrection", [20, 60]);
        let mut players = Players::<Position<Insurrection>>::of(&experiment, &Position::start());
        let mut opening = |number| {
            let game = play_one(&experiment, &Position::start(), &mut players, number);
            game.turns.iter().take(4).map(|turn| turn.iter().flatten().next().unwrap().m).collect::<Vec<_>>()
        };
        let openings: Vec<_> = (0..6).map(&mut opening).collect();
        for pair in openings.chunks(2) {
            assert_eq!(pair[0], pair[1]);
        }
        assert!(openings[0] != openings[2] && openings[2] != openings[4]);
    }
}
