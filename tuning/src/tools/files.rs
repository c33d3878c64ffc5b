//! What the tools have in common: which games they read.

use std::path::PathBuf;

use clap::Args;
use movegen::variants::{TURN_BASED, VisitTurnBased, with_turn_based};

/// The games that a tool reads.
#[derive(Args)]
pub(super) struct Games {
    /// The game: any in which the sides move in turn. Apocalypse, where both choose at once, has a tool of its own,
    /// `apocalypse`.
    #[arg(value_parser = TURN_BASED)]
    pub(super) game: String,
    /// Files of games: as `selfplay --jsonl` writes them, or PGN, either of which may be compressed by bzip2, or archives of the
    /// laboratory.
    #[arg(required = true)]
    pub(super) files: Vec<PathBuf>,
}

impl Games {
    /// Does the work for the game.
    pub(super) fn with<W: VisitTurnBased<Out = Result<String, String>>>(&self, work: W) -> Result<String, String> {
        with_turn_based(&self.game, work).unwrap_or_else(|| Err("there is no such game".to_owned()))
    }
}
