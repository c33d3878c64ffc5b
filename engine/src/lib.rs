//! The search: alpha-beta over any turn-based game, generic over its rules and its evaluator.
//!
//! An [`Engine`] belongs to one game. It is handed a [`movegen::Record`] (so that repetitions are seen), [`Limits`], a
//! [`Control`] through which others can stop it, and a function that takes its [`Report`]s. This crate knows no text
//! and no protocol.

pub mod bench;
mod danger;
mod deepen;
mod history;
mod info;
mod limits;
mod moves;
mod node;
mod order;
pub mod params;
mod picker;
mod pruning;
mod quiescence;
mod search;
mod searcher;
mod see;
pub mod skill;
mod table;
mod threads;
pub mod time;

pub use info::{Answer, Bound, Line, Progress, Report};
pub use limits::{Clock, Control, Limits};
pub use params::{ALL as PARAMETERS, Parameter};
pub use threads::{Engine, Settings};
