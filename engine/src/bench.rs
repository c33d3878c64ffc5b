//! A fixed amount of work for each game. The number of nodes that a new engine with one thread searches is the signature of the search,
//! the same on every machine: it shows if a change alters the search, and measures speed, not strength.
//!
//! A game's positions are in `bench.epd` in its folder of `gamedata`. A game without that file is measured at its start and in
//! positions of random games.

use std::time::Duration;

use movegen::zobrist::splitmix64;
use movegen::{Position, Record, Variant};

use crate::limits::{Control, Limits};
use crate::system_clock::Instant;
use crate::threads::{Engine, Settings};

/// Depth of the signature in plies.
pub const DEPTH: u32 = 14;

/// Counters of a bench.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Positions searched.
    pub positions: usize,
    /// Nodes of all searches.
    pub nodes: u64,
    /// Time of all searches.
    pub time: Duration,
}

/// Returns `true` if a game counts in the bench. One that shares the data of a base counts only with positions of its own.
pub fn includes<V: Variant>(game: V) -> bool {
    gamedata::bench(game.name()).is_some() || gamedata::game(game.name()).is_none_or(|game| game.base.is_none())
}

/// Returns the bench positions of a game.
pub fn positions<V: Variant>(game: V) -> Vec<Position<V>> {
    match gamedata::bench(game.name()) {
        Some(file) => {
            let read = |fen: &str| Position::read(game, fen).expect("the tests read every bench position");
            file.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(read).collect()
        }
        None => wandering(game),
    }
}

/// Searches every bench position of a game to `depth` plies with one new engine, until `control` stops it. `watch` is called before
/// each position.
pub fn run<V: Variant>(
    game: V,
    settings: Settings,
    depth: u32,
    control: &Control,
    mut watch: impl FnMut(&Position<V>),
) -> Counts {
    // Node counts must not depend on the tables that a build contains.
    let mut engine = Engine::for_game(game, Settings { endgames: false, syzygy_pieces: 0, ..settings });
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let mut counts = Counts::default();
    for pos in positions(game) {
        if control.is_stopped() {
            break;
        }
        watch(&pos);
        let begin = Instant::now();
        let answer = engine.go(&Record::new(pos), &limits, control, &mut |_| {});
        counts.time += begin.elapsed();
        counts.nodes += answer.nodes;
        counts.positions += 1;
    }
    counts
}

/// Returns the start position and positions of random games of increasing length.
fn wandering<V: Variant>(game: V) -> Vec<Position<V>> {
    const PLIES: [usize; 11] = [4, 8, 12, 16, 20, 26, 32, 40, 50, 60, 80];
    let mut random = Random(0x7570_6865_6176_616c);
    let walks = PLIES.map(|plies| *walk_from(Position::start_of(game), plies, &mut random).position());
    std::iter::once(Position::start_of(game)).chain(walks).collect()
}

/// Plays random moves from the start. Stops one ply before the end of the game, if that comes first.
pub fn walk<V: Variant>(plies: usize, random: &mut Random) -> Record<Position<V>> {
    walk_from(Position::start(), plies, random)
}

/// Plays random moves like [`walk`], from this position.
pub fn walk_from<V: Variant>(start: Position<V>, plies: usize, random: &mut Random) -> Record<Position<V>> {
    let mut record = Record::new(start);
    for _ in 0..plies {
        let pos = record.position();
        let moves = pos.legal_moves();
        let m = moves[random.below(moves.len())];
        let mut next = record.clone();
        next.push(m);
        if next.outcome().is_some() {
            break;
        }
        record = next;
    }
    record
}

/// A random generator whose sequence never changes between versions.
#[derive(Clone, Debug)]
pub struct Random(pub u64);

impl Random {
    /// Returns a number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = splitmix64(self.0);
        ((u128::from(self.0) * n as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::variants::{TURN_BASED, VisitTurnBased, with_turn_based};

    struct Check;
    impl VisitTurnBased for Check {
        type Out = ();
        fn turn_based<V: Variant>(self, game: V) {
            let mut keys: Vec<u64> = positions(game).iter().map(Position::key).collect();
            assert!(keys.len() >= 10, "{} has {} bench positions", V::NAME, keys.len());
            keys.sort_unstable();
            keys.dedup();
            assert_eq!(keys.len(), positions(game).len(), "a bench position of {} occurs twice", V::NAME);
            assert!(positions(game).iter().all(|pos| pos.outcome().is_none()), "{}: a game is over", V::NAME);
        }
    }

    #[test]
    fn every_game_has_enough_bench_positions() {
        TURN_BASED.into_iter().for_each(|name| with_turn_based(name, Check).unwrap());
    }

    #[test]
    fn random_positions_are_reproducible() {
        let fens = || wandering(movegen::Empire::default()).iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(fens(), fens());
        assert_eq!(fens().len(), 12);
    }
}
