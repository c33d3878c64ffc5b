//! Experiments of the crate `laboratory` on disk: `play` adds games to an [`archive`], from which figures, opening books and
//! reports are made.

pub mod archive;
pub(crate) mod book;
pub(crate) mod compare;
pub(crate) mod play;
pub(crate) mod report;
#[cfg(test)]
pub(crate) mod tests;

use std::path::Path;

use laboratory::experiment::Experiment;
use laboratory::figures::Figures;
use laboratory::summarise::figures;
use movegen::variants::{Visit, VisitTurnBased};
use movegen::{Game, Position, Variant};

use crate::about;
use archive::Contents;

/// Computes the figures of an archive.
pub(crate) fn figures_of(path: &Path) -> Result<Figures, String> {
    let contents: Contents<Experiment> = archive::read(path)?;
    let figures = contents.header.clone().visit(Summarise(contents)).and_then(|figures| figures);
    figures.map_err(about(path))
}

struct Summarise(Contents<Experiment>);

impl VisitTurnBased for Summarise {
    type Out = Result<Figures, String>;

    fn turn_based<V: Variant>(self, game: V) -> Self::Out {
        figures(&self.0.header, &self.0.games, &Position::start_of(game))
    }
}

impl Visit for Summarise {
    fn apocalypse(self) -> Self::Out {
        figures(&self.0.header, &self.0.games, &apocalypse::Position::start())
    }
}
