//! From an archive to figures.

use std::path::Path;

use movegen::variants::{Visit, VisitTurnBased};
use movegen::{Game, Position, Variant};
use rayon::prelude::*;

use super::archive::{Contents, read};
use super::experiment::Experiment;
use super::figures::Figures;
use super::game::ArchivedGame;
use super::players::Playable;
use super::sheet::{Maps, Sheet};
use super::starts::Starts;
use crate::about;

pub(crate) fn figures_of(path: &Path) -> Result<Figures, String> {
    let contents: Contents<Experiment> = read(path)?;
    let figures = contents.header.clone().visit(Summarise(contents)).and_then(|figures| figures);
    figures.map_err(about(path))
}

struct Summarise(Contents<Experiment>);

/// Computes the figures of games whose game begins in `first`.
pub(crate) fn figures<G: Playable>(contents: &Contents<Experiment>, first: &G) -> Result<Figures, String> {
    let Contents { header, games } = contents;
    let starts = Starts::of(header, first)?;
    let each = header.games_each() as usize;
    let watch = |(mut sheets, mut maps): (Vec<Sheet>, Maps), (number, bytes): (usize, &Vec<u8>)| {
        let start = starts.of_game(number as u64);
        let game = ArchivedGame::<G>::decode(bytes, &start).map_err(|why| format!("game {}: {why}", number + 1))?;
        let sheet = G::watch(&start, &game, &mut maps);
        sheets.push(Sheet { first_is_white: number.is_multiple_of(each), ..sheet });
        Ok::<_, String>((sheets, maps))
    };
    let add = |(mut sheets, mut maps): (Vec<Sheet>, Maps), (more, their_maps): (Vec<Sheet>, Maps)| {
        sheets.extend(more);
        maps.add(&their_maps);
        Ok((sheets, maps))
    };
    let (sheets, maps) =
        games.par_iter().enumerate().try_fold(Default::default, watch).try_reduce(Default::default, add)?;
    let knowing = match header.is_between_equals() && header.odds.is_none() {
        true => G::knowing(starts.first(), games, header.seed)?,
        false => None,
    };
    let mut figures = Figures::of(header, &first.vocabulary(), &sheets, &maps);
    figures.knowing = knowing;
    Ok(figures)
}

impl VisitTurnBased for Summarise {
    type Out = Result<Figures, String>;

    fn turn_based<V: Variant>(self, game: V) -> Self::Out {
        figures(&self.0, &Position::start_of(game))
    }
}

impl Visit for Summarise {
    fn apocalypse(self) -> Self::Out {
        figures(&self.0, &apocalypse::Position::start())
    }
}
