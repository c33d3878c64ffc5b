//! Endgame tables of the turn-based games.

use std::path::Path;

use movegen::Variant;
use movegen::variants::{TURN_BASED, VisitTurnBased, with_turn_based};

struct Load<'a>(&'a Path);

impl VisitTurnBased for Load<'_> {
    type Out = Result<usize, String>;

    fn turn_based<V: Variant>(self, _: V) -> Self::Out {
        ::endgames::load::<V>(self.0).map_err(|error| error.to_string())
    }
}

/// Loads the endgame tables of all turn-based games in a folder, for all engines of the process, and returns their number.
///
/// # Errors
/// The first unreadable or malformed file.
pub fn load_endgames(folder: &Path) -> Result<usize, String> {
    TURN_BASED.into_iter().filter_map(|game| with_turn_based(game, Load(folder))).sum()
}
