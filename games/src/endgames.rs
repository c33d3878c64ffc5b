//! Endgame tables of the turn-based games.

use std::path::Path;

use ::endgames::syzygy;
use movegen::Variant;
use movegen::variants::{TURN_BASED, VisitTurnBased, with_turn_based};

use crate::options::EndgameFiles;

struct Load<'a>(&'a Path);

impl VisitTurnBased for Load<'_> {
    type Out = Result<usize, String>;

    fn turn_based<V: Variant>(self, _: V) -> Self::Out {
        ::endgames::load::<V>(self.0).map_err(|error| error.to_string())
    }
}

/// Loads endgame tables of the turn-based games for all engines of the process, and returns the number of files.
///
/// # Errors
/// The first unreadable or malformed file.
pub fn load_endgames(files: &EndgameFiles) -> Result<usize, String> {
    match files {
        EndgameFiles::Folder(folder) => {
            TURN_BASED.into_iter().filter_map(|game| with_turn_based(game, Load(Path::new(folder)))).sum()
        }
        EndgameFiles::Syzygy(folders) => syzygy::load(folders.as_deref()).map_err(|error| error.to_string()),
    }
}
