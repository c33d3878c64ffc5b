//! The arguments that name files of games.

use std::path::PathBuf;

use clap::Args;
use movegen::variants::{TURN_BASED, VisitTurnBased, with_turn_based};

/// Games to read.
#[derive(Args)]
pub(super) struct Games {
    /// The game. Apocalypse has its own subcommand, `apocalypse`.
    #[arg(value_parser = TURN_BASED)]
    pub(super) game: String,
    /// Files of games: JSON lines of `selfplay`, PGN (both also compressed by bzip2), or archives of the laboratory.
    #[arg(required = true)]
    pub(super) files: Vec<PathBuf>,
}

impl Games {
    /// Calls `work` with the rules of the game.
    pub(super) fn with<W: VisitTurnBased<Out = Result<String, String>>>(&self, work: W) -> Result<String, String> {
        with_turn_based(&self.game, work).unwrap_or_else(|| Err("there is no such game".to_owned()))
    }
}
