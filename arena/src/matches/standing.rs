//! The mutable state of a match.

use std::collections::BTreeSet;
use std::time::Duration;

use super::journal::Journal;
use super::output::Output;
use crate::config::Config;
use crate::games::finished::Finished;
use crate::games::pgn;
use crate::players::Identity;
use crate::schedule::Pairing;
use crate::tally::Tally;

/// The mutable state of a match.
pub(super) struct Standing {
    pub(super) next: usize,
    pub(super) done: BTreeSet<usize>,
    pub(super) tally: Tally,
    pub(super) journal: Journal,
    pub(super) pgn: Option<Output>,
    pub(super) epd: Option<Output>,
    pub(super) identities: Vec<Identity>,
    pub(super) failure: Option<String>,
    pub(super) decided: bool,
    pub(super) spent: (Duration, Duration),
}

impl Standing {
    /// Counts a game. Returns `true` if it completes an encounter.
    pub(super) fn count(&mut self, pairing: &Pairing, game: &Finished) -> bool {
        self.done.insert(game.id);
        self.spent = (self.spent.0 + game.spent.0, self.spent.1 + game.spent.1);
        self.tally.add(pairing.engines, game)
    }

    /// Writes a game to all files, the state last.
    pub(super) fn keep(&mut self, config: &Config, game: &Finished) -> Result<(), String> {
        if let (Some(file), Some(out)) = (&mut self.pgn, &config.pgn) {
            file.write(&pgn::of_match(config, out, game))?;
        }
        if let Some(file) = &mut self.epd {
            file.write(&game.epd())?;
        }
        let length = |file: &Option<Output>| file.as_ref().map_or(0, |file| file.length);
        self.journal.keep(game, [length(&self.pgn), length(&self.epd)])
    }
}
