#![doc = include_str!("../README.md")]
//!
//! # Modules
//!
//! `threads`: the engine; `pool`: its helper threads. `deepen`: iterative deepening and the root. `search`, `moves`, `quiescence`: the
//! parts of a node; `node`, `searcher`: their shared data. `cycle`: upcoming repetitions. `picker`: staged move picking; `order`, `danger`:
//! move scores; `history`: history tables; `see`: static exchange evaluation; `pruning`: pruning conditions; `table`: transposition
//! table; `time`: time management, with the clock in [`system_clock`]. [`params`] has every tunable number; [`book`] is the opening
//! book. Games with simultaneous moves have a search of their own in another crate.

pub mod bench;
pub mod book;
mod cycle;
mod danger;
mod deepen;
mod endings;
mod history;
mod info;
mod limits;
mod moves;
mod node;
pub mod openings;
mod order;
pub mod params;
mod picker;
mod pool;
mod pruning;
mod quiescence;
mod search;
mod searcher;
mod see;
pub mod skill;
pub mod system_clock {
    //! The system's clock: the standard library's, or in a browser, where that has none, the page's.

    #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
    pub use std::time::{Instant, SystemTime, UNIX_EPOCH};
    #[cfg(all(target_family = "wasm", target_os = "unknown"))]
    pub use web_time::{Instant, SystemTime, UNIX_EPOCH};
}
mod table;
mod threads;
pub mod time;

pub use info::{Answer, Bound, Line, Progress, Report, TreeNode};
pub use limits::{Clock, Control, Limits};
pub use params::{ALL as PARAMETERS, Parameter};
pub use threads::{DEFAULT_HASH, Engine, Settings};
