#![doc = include_str!("../README.md")]
//!
//! # How it is built
//!
//! `threads` holds the engine and its threads, `deepen` the iterations and the root, `search`, `moves` and `quiescence` the
//! three parts of a node, `node` and `searcher` what they share, `cycle` which repetitions are near. `picker` says which move
//! comes next, `order` and `danger` how promising it looks, `history` what has been learnt, `see` what exchanges win, `pruning`
//! when a rule holds, `table` what is remembered, `time` how long to think, by the clock in [`system_clock`]. Every number
//! stands in [`params`]; [`book`] answers without a search where it is asked to. Games in which both sides move at once are
//! searched by a crate of their own.

pub mod bench;
pub mod book;
mod cycle;
mod danger;
mod deepen;
mod history;
mod info;
mod limits;
mod moves;
mod node;
pub mod openings;
mod order;
pub mod params;
mod picker;
mod pruning;
mod quiescence;
mod search;
mod searcher;
mod see;
pub mod skill;
pub mod system_clock;
mod table;
mod threads;
pub mod time;

pub use info::{Answer, Bound, Line, Progress, Report};
pub use limits::{Clock, Control, Limits};
pub use params::{ALL as PARAMETERS, Parameter};
pub use threads::{Engine, Settings};
