//! Perft counts from the field's published tables, one file a game: `id`, `epd`, `perft DEPTH LEAVES`.

use crate::common::data;
use upheaval_movegen::perft::{divide, perft};
use upheaval_movegen::variants::{TURN_BASED, VisitTurnBased, with_turn_based};
use upheaval_movegen::{Position, Variant};

struct Suite;

impl VisitTurnBased for Suite {
    type Out = ();
    fn turn_based<V: Variant>(self, _: V) {
        let file = format!("perft/{}.perft", V::NAME);
        let Some(text) = data(&file, V::NAME) else { return };
        let mut id = "";
        let mut pos: Option<Position<V>> = None;
        for line in text.lines() {
            match line.split_once(' ') {
                Some(("id", name)) => id = name,
                Some(("epd", fen)) => pos = Some(fen.parse().unwrap()),
                Some(("perft", counts)) => {
                    let (depth, leaves) = counts.split_once(' ').unwrap();
                    let found = perft(pos.as_ref().unwrap(), depth.parse().unwrap());
                    assert_eq!(found, leaves.parse::<u64>().unwrap(), "{} {id} depth {depth}", V::NAME);
                }
                _ => {}
            }
        }
        assert!(pos.is_some(), "{file} holds no position");
    }
}

#[test]
fn perft_agrees_with_published_counts() {
    for name in TURN_BASED {
        with_turn_based(name, Suite).unwrap();
    }
}

#[test]
fn divide_adds_up_to_perft() {
    let pos = Position::<upheaval_movegen::Chess>::start();
    assert_eq!(divide(&pos, 4).iter().map(|(_, leaves)| leaves).sum::<u64>(), 197_281);
    assert_eq!(perft(&pos, 0), 1);
}
