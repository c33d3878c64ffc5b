//! Every reported mate exists: a few positions of each game by a fixed seed. `matetrack` does thousands
//! (docs/tuning.md).

use movegen::Variant;
use movegen::variants::{TURN_BASED, VisitTurnBased, with_turn_based};
use upheaval_tuning::mating::{Known, Plan, Searching, Tally, apocalypse, turn_based};

const PLAN: Plan = Plan { positions: 21, seed: 5, longest: 3, budget: 30_000 };

const fn searching(threads: usize, lines: usize) -> Searching {
    Searching { threads, lines, nodes: 1_500, budget: 300_000 }
}

/// The positions are of every sort, something was claimed and proved, and nothing was wrong.
fn expect(tally: &Tally, name: &str) {
    assert!(tally.faults.is_empty(), "{name}: {:#?}", tally.faults);
    assert!(tally.proved > 0, "{name}: {tally}");
    let is_there = |known: Known| tally.found.contains_key(&known);
    assert!(is_there(Known::Wins(1)) && is_there(Known::Wins(2)) && is_there(Known::Neither), "{name}: {tally}");
}

struct Track;

impl VisitTurnBased for Track {
    type Out = ();
    fn turn_based<V: Variant>(self, _: V) {
        let positions = turn_based::positions(V::default(), &PLAN);
        assert_eq!(positions, turn_based::positions(V::default(), &PLAN), "the seed decides");
        for (threads, lines) in [(1, 1), (4, 1), (1, 3)] {
            expect(&turn_based::check(V::default(), &positions, &searching(threads, lines)), V::NAME);
        }
    }
}

#[test]
fn reported_mates_are_legal_and_exact() {
    std::thread::scope(|scope| {
        for name in TURN_BASED {
            scope.spawn(move || assert!(with_turn_based(name, Track).is_some()));
        }
    });
}

#[test]
fn apocalypse_wins_hold_against_every_reply() {
    let positions = apocalypse::positions(&Plan { longest: 2, ..PLAN });
    for threads in [1, 4] {
        expect(&apocalypse::check(&positions, &searching(threads, 1)), "apocalypse");
    }
}
