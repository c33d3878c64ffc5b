//! Apocalypse by `gamedata/games/apocalypse/specification.md`, sentence by sentence, on a board of letters.

#![allow(clippy::unwrap_used, reason = "a test that cannot find a choice has failed")]

// Shared test code of this crate names it as its users do.
extern crate movegen as upheaval_movegen;

mod board;

#[path = "../../../movegen/tests/common/mod.rs"]
mod common;

use board::{compare, random};
use common::Rng;

#[test]
fn apocalypse_agrees_in_every_pair_of_choices() {
    let mut rng = Rng(0xa90c_a195);
    let mut pairs = 0;
    for _ in 0..3_000 {
        pairs += compare(&random(&mut rng));
    }
    assert!(pairs > 200_000, "{pairs}");
}
