//! Fuzz targets. Each target of [`TARGETS`] is a function of bytes that panics on an error. `fuzz/fuzz_targets/` has a libFuzzer
//! program for each; [`replay`] runs them with inputs changed by a fixed seed. See docs/fuzzing.md.
//!
//! | module | targets |
//! |---|---|
//! | `texts` | `fen`, `move_text`: positions and moves of each game |
//! | `play` | `play`, `play_apocalypse`: games, compared with the second implementation of the rules |
//! | `talk` | `uci`, `xboard`: whole conversations with the engine |
//! | `files` | `lists`, `pgn`, `games`, `network`, `weights`, `table`, `checkpoint`, `archive`, `definitions` |
//! | `matches` | `arena_state`, `arena_command`, `engine_output` |

#![allow(clippy::unwrap_used, clippy::missing_panics_doc, reason = "targets report errors by panicking")]

// Shared test code of these crates names them as their users do.
extern crate apocalypse as upheaval_apocalypse;
extern crate movegen as upheaval_movegen;

#[path = "../../../movegen/tests/common/mod.rs"]
mod common;
mod files;
mod known;
mod matches;
mod oracles;
mod play;
pub mod replay;
mod talk;
mod texts;

pub use known::scratch;

/// A fuzz target.
pub struct Target {
    /// The name of the target, its program and its corpus.
    pub name: &'static str,
    /// Runs the target with an input. Panics on an error.
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
    files::definitions,
    matches::arena_state,
    matches::arena_command,
    matches::engine_output,
];

/// Returns the target of that name.
///
/// # Panics
/// There is no such target.
pub fn target(name: &str) -> &'static Target {
    TARGETS.iter().find(|target| target.name == name).unwrap_or_else(|| panic!("no target '{name}'"))
}
