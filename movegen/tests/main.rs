//! Tests of the rules from outside, by way of the crate's public functions.

#![allow(clippy::unwrap_used, reason = "a test that cannot read its positions has failed")]

// Contains the compiled code of every game. Without it, these tests would compile that code again.
use games as _;

mod common;
mod fen;
mod invariants;
mod naive;
mod new_game;
mod perft;
mod rules_chess;
mod rules_coups;
mod rules_empire;
mod rules_subversion;
mod vectors;
