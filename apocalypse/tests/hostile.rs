//! Texts from outside: whatever the reader takes can be played, and whatever it refuses gets a short error.

#![allow(clippy::unwrap_used, reason = "a test that cannot read its data has failed")]

// Shared test code of this crate names it as its users do.
extern crate movegen as upheaval_movegen;

#[path = "../../movegen/tests/common/mod.rs"]
mod common;

use common::{Rng, good_fens, injure};
use movegen::{Color, Game, MoveError};
use upheaval_apocalypse::Position;

/// Every pair of choices leads to a position that can be written and read again, and to the same from the other side.
fn check_turn(pos: &Position) {
    let [white, black] = Color::BOTH.map(|c| pos.moves(c));
    assert_eq!(pos.outcome().is_none(), !white.is_empty() && !black.is_empty(), "{pos}");
    for &w in &white {
        for &b in &black {
            let next = pos.resolve([w, b]);
            assert_eq!(next.to_string().parse::<Position>(), Ok(next), "{pos} {w:?} {b:?}");
        }
    }
}

#[test]
fn whatever_fen_is_read_can_be_played() {
    let (seed, fens) = (0xbad_f00d, good_fens("apocalypse"));
    let mut rng = Rng(seed);
    let (mut read, mut refused) = (0, 0);
    for _ in 0..20_000 {
        let mut text = rng.pick(&fens).clone();
        for _ in 0..=rng.below(2) {
            text = injure(&text, &mut rng);
        }
        match text.parse::<Position>() {
            Ok(pos) => {
                check_turn(&pos);
                read += 1;
            }
            Err(error) => {
                let error = error.to_string();
                assert!(error.len() < 400 && !error.contains(char::is_control), "{error}");
                refused += 1;
            }
        }
    }
    assert!(read > 500 && refused > 1_000, "seed {seed:#x}: {read} read, {refused} refused");
}

#[test]
fn whatever_choice_is_read_may_be_made() {
    let (seed, fens) = (0xbad_30fe, good_fens("apocalypse"));
    let mut rng = Rng(seed);
    let mut found = 0;
    for _ in 0..20_000 {
        let pos: Position = rng.pick(&fens).parse().unwrap();
        let side = *rng.pick(&Color::BOTH);
        let choices = pos.moves(side);
        let text = choices.get(rng.below(choices.len().max(1))).map_or("a1a2".to_owned(), ToString::to_string);
        match pos.parse_move(side, &injure(&text, &mut rng)) {
            Ok(choice) => {
                assert!(choices.contains(&choice), "{pos} {text}");
                found += 1;
            }
            Err(MoveError::Malformed(quoted) | MoveError::Illegal(quoted)) => {
                assert!(quoted.len() < 400 && !quoted.contains(char::is_control), "{pos} {quoted}");
            }
        }
    }
    assert!(found > 100, "seed {seed:#x}: {found} choices");
}
