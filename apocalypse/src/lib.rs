//! Apocalypse: both sides choose in secret, then both choices are played at once, on a board of 5x5 squares.
//!
//! Every position is a matrix game, and good play is a mixed strategy. Nothing of the turn-based games' boards, moves or
//! alpha-beta fits that, so the whole game stands in this crate: [`rules`], [`values`], [`matrix`] games and their
//! equilibria, [`search`], and [`tables`] of endings. What it shares with the other games comes from the crates below:
//! colours, outcomes and records of games from `movegen`; limits, clocks and counts from `engine`.
//!
//! ```
//! use upheaval_apocalypse::{Engine, Position, Settings};
//! use engine::{Control, Limits};
//! use movegen::{Color, Game, Record};
//! let mut engine = Engine::new(Settings { seed: 1, ..Settings::default() });
//! let limits = Limits { depth: Some(2), ..Limits::default() };
//! let record = Record::new(Position::start());
//! let answer = engine.go(&record, Color::White.into(), &limits, &Control::default(), &mut |_| {});
//! let strategy = answer.strategy.expect("the game is not over");
//! assert!(strategy.value_to(Color::White).abs() < 0.2, "the start is even");
//! ```

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub mod bench;
pub mod matrix;
pub mod openings;
pub mod rules;
pub mod search;
pub mod tables;
pub mod values;

pub use rules::{Choice, Position, Square};
pub use search::{Answer, Asked, Engine, MAX_DEPTH, Report, Settings, Strategy, draw, played};
