//! The search plays games that nothing in this workspace lists, by their own rules.

#[path = "../../movegen/examples/games/mod.rs"]
mod games;

use eval::score::{Score, win_in};
use games::{KingOfTheHill, ThreeCheck};
use movegen::{Position, Record, Variant};
use upheaval_engine::{Control, Engine, Limits, Settings};

/// The value of a position searched so deep, and the move chosen.
fn search<V: Variant>(fen: &str, depth: u32) -> (Score, String) {
    let record = Record::new(fen.parse::<Position<V>>().unwrap());
    let control = Control::default();
    control.arm(false);
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let mut engine = Engine::<V>::new(Settings { hash: Some(4), ..Settings::default() });
    let answer = engine.go(&record, &limits, &control, &mut |_| {});
    (answer.score, record.position().write_move(answer.best.unwrap()))
}

#[test]
fn a_king_climbs_the_hill_and_is_kept_off_it() {
    let (score, m) = search::<KingOfTheHill>("4k3/8/8/8/8/4K3/8/8 w - - 0 1", 2);
    assert!(score == win_in(1) && ["e3e4", "e3d4"].contains(&m.as_str()), "{score} {m}");
    assert_eq!(search::<KingOfTheHill>("8/8/8/8/8/8/4K3/k7 w - - 0 1", 6).0, win_in(3));
    // Only a check on the long diagonal keeps the white king off for a move.
    let (_, m) = search::<KingOfTheHill>("b7/8/8/8/8/4K3/8/k5r1 b - - 0 1", 4);
    assert!(["g1g3", "g1e1", "g1g4"].contains(&m.as_str()), "{m}");
}

#[test]
fn checks_are_given_until_the_third() {
    let fen = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
    assert_eq!(search::<ThreeCheck>(&format!("{fen} +2+0"), 2), (win_in(1), "a1a8".to_owned()));
    assert_eq!(search::<ThreeCheck>(&format!("{fen} +1+0"), 6).0, win_in(3));
}
