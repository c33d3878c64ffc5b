//! Tests of the search from outside, for each game by way of the crate's public functions.

#![allow(clippy::unwrap_used, reason = "a test that cannot read its positions has failed")]

// Shared examples of this crate name it as its users do.
extern crate movegen as upheaval_movegen;

// Contains the compiled code of every game. Without it, these tests would compile that code again.
use games as _;

mod book;
mod endings;
mod mates;
mod new_game;
mod reprosearch;
mod search;
mod skill;
