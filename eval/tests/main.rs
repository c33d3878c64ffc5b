//! Tests of the evaluation from outside, by way of the crate's public functions.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

// Contains the compiled code of every game. Without it, these tests would compile that code again.
use games as _;

mod common;
mod handmade;
mod install;
mod network;
