//! Puzzles of the games, taken from self-play: proved by exhaustive search and found by the engine. `docs/tuning.md` describes how the
//! files were made.

use eval::score::{Uci, win_in};
use movegen::variants::{VisitTurnBased, with_turn_based};
use movegen::{Position, Record, Variant, mate};
use upheaval_engine::{Control, Engine, Limits, Settings};

/// The games whose puzzles are tested.
const GAMES: [&str; 7] =
    ["chess", "empire", "insurrection", "insurrection-strict", "anarchism", "anarchism-strict", "subversion"];

/// The longest mates tested, in moves.
const LONGEST: u32 = 3;
/// About so many positions of each set are tested.
const MAX_TESTED: usize = 24;

/// Largest number of positions of a proof; the stored mates need far fewer.
const BUDGET: u64 = 1_000_000;
/// Nodes in which the search has to find a mate: some ten times what most take.
const NODES: u64 = 600_000;
/// One mate of so many may be missed: a quiet first move that a search far ahead prunes. `go mate` asks the solver.
const FOUND_OF: usize = 10;

fn read<V: Variant>(file: &str) -> Vec<(Position<V>, u32)> {
    let read_line = |line: &str| {
        let (fen, operations) = line.split_once(" dm ").unwrap();
        (fen.parse().unwrap(), operations.split(';').next().unwrap().parse().unwrap())
    };
    let short: Vec<_> = file.lines().map(read_line).filter(|&(_, moves)| moves <= LONGEST).collect();
    short.iter().step_by(1 + short.len() / MAX_TESTED).copied().collect()
}

/// Does the work for every set.
fn each_set<T: VisitTurnBased<Out = ()>>(work: impl Fn(&'static str) -> T) {
    for game in GAMES {
        with_turn_based(game, work(gamedata::puzzles(game).unwrap())).unwrap();
    }
}

struct Prove(&'static str);

impl VisitTurnBased for Prove {
    type Out = ();
    fn turn_based<V: Variant>(self, _: V) {
        for (pos, moves) in read::<V>(self.0) {
            assert_eq!(mate::distance(&pos, moves, &mut BUDGET.clone()), Some(moves), "{} {pos}", V::NAME);
        }
    }
}

#[test]
fn mates_are_proved_and_shortest() {
    each_set(Prove);
}

struct Solve(&'static str);

impl VisitTurnBased for Solve {
    type Out = ();
    fn turn_based<V: Variant>(self, _: V) {
        let mut engine = Engine::<V>::new(Settings { hash: Some(4), ..Settings::default() });
        let mates = read::<V>(self.0);
        let missed = mates.iter().filter_map(|&(pos, moves)| {
            let limits = Limits { nodes: Some(NODES), mate: Some(moves), ..Limits::default() };
            let control = Control::default();
            control.arm(false);
            engine.new_game();
            let answer = engine.go(&Record::new(pos), &limits, &control, &mut |_| {});
            let is_found = answer.score == win_in(2 * moves as usize - 1);
            (!is_found).then(|| format!("{pos}: mate in {moves}, not {}", Uci(answer.score)))
        });
        let missed: Vec<String> = missed.collect();
        assert!(missed.len() * FOUND_OF <= mates.len(), "{}: {missed:?}", V::NAME);
    }
}

#[test]
fn mates_of_the_sets_are_found() {
    each_set(Solve);
}

#[test]
fn every_game_has_mates_in_two_to_four() {
    for name in GAMES {
        let file = gamedata::puzzles(name).unwrap();
        let count = |moves: u32| file.lines().filter(|line| line.contains(&format!(" dm {moves};"))).count();
        let counts = [2, 3, 4].map(count);
        assert!(counts.iter().sum::<usize>() >= 20 && counts.iter().all(|&n| n > 0), "{name}: {counts:?}");
    }
}
