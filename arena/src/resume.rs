//! Going on with a match that was stopped, by whatever.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::command::{self, Command};
use crate::matches::{End, journal, runner};

/// The whole of going on with a match: reads the state, takes the match's folder and command line, plays.
///
/// # Errors
/// What makes it impossible, in one line.
pub fn resume(path: &Path, stop: &Arc<AtomicBool>) -> Result<End, String> {
    let state = journal::read(path)?;
    let path = std::path::absolute(path).map_err(|error| error.to_string())?;
    std::env::set_current_dir(&state.head.folder)
        .map_err(|error| format!("folder '{}': {error}", state.head.folder.display()))?;
    let Command::Match(mut config, _) = command::parse(&state.head.arguments)? else {
        return Err("the state is not that of a match".to_owned());
    };
    config.seed = state.head.seed;
    runner::resume(&config, &path, state, stop)
}
