//! What is fed with arbitrary bytes, and what must hold all the same. [`TARGETS`] is the list: each is a function of bytes
//! that panics when something is wrong. `fuzz/fuzz_targets/` has a program for each, which libFuzzer drives; [`replay`] drives
//! them by seeds alone. docs/fuzzing.md says how.
//!
//! | module | targets |
//! |---|---|
//! | `texts` | `fen`, `move_text`: positions and moves of each game |
//! | `play` | `play`, `play_apocalypse`: games, beside the second implementation of the rules |
//! | `talk` | `uci`, `xboard`: whole conversations with the engine |
//! | `files` | `lists`, `pgn`, `games`, `network`, `weights`, `table`, `checkpoint`, `archive` |
//! | `matches` | `arena_state`, `arena_command`, `engine_output` |

#![allow(clippy::unwrap_used, clippy::missing_panics_doc, reason = "to panic is how a fault is told")]

#[path = "../../../movegen/tests/common/mod.rs"]
mod common;
mod files;
mod known;
mod matches;
mod naive;
mod play;
pub mod replay;
mod seeds;
mod talk;
mod texts;

pub use known::scratch;
pub use seeds::seeds;

/// What is fed, by name.
pub struct Target {
    /// Its name, which is that of its program and of its corpus.
    pub name: &'static str,
    /// Takes the bytes; panics when something is wrong.
    pub run: fn(&[u8]),
}

macro_rules! targets {
    ($($module:ident::$name:ident),+ $(,)?) => {
        /// All targets.
        pub const TARGETS: &[Target] = &[$(Target { name: stringify!($name), run: $module::$name }),+];
    };
}

targets![
    texts::fen,
    texts::move_text,
    play::play,
    play::play_apocalypse,
    talk::uci,
    talk::xboard,
    files::lists,
    files::pgn,
    files::games,
    files::network,
    files::weights,
    files::table,
    files::checkpoint,
    files::archive,
    matches::arena_state,
    matches::arena_command,
    matches::engine_output,
];

/// The target of that name.
///
/// # Panics
/// There is none.
pub fn target(name: &str) -> &'static Target {
    TARGETS.iter().find(|target| target.name == name).unwrap_or_else(|| panic!("no target '{name}'"))
}
