#![doc = include_str!("../README.md")]

pub mod bench;
pub mod matrix;
pub mod openings;
pub mod rules;
pub mod search;
pub mod tables;
mod threads;
pub mod values;

pub use rules::{Choice, Position, Square};
pub use search::{Answer, Asked, DEFAULT_HASH, Engine, MAX_DEPTH, Report, Settings, Strategy, draw, played};
