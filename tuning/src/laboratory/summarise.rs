//! From an archive to figures.

use std::path::Path;

use arena::arguments::quoted;
use movegen::variants::{Visit, VisitTurnBased};
use movegen::{Position, Variant};
use rayon::prelude::*;

use super::archive::{Contents, read};
use super::experiment::Experiment;
use super::figures::Figures;
use super::game::ArchivedGame;
use super::sheet::{Maps, Sheet};
use super::starts::Starts;
use super::watch::Watched;

/// Games that one task reads at a time.
const CHUNK: usize = 256;

/// The figures of an archive.
///
/// # Errors
/// One line: the archive cannot be read, or does not hold games of the rules it names.
pub fn figures_of(path: &Path) -> Result<Figures, String> {
    let contents: Contents<Experiment> = read(path)?;
    let figures = contents.header.clone().visit(Summarise(contents)).and_then(|figures| figures);
    figures.map_err(|error| format!("{}: {error}", quoted(path)))
}

struct Summarise(Contents<Experiment>);

impl Summarise {
    fn figures<G: Watched>(self) -> Result<Figures, String> {
        let Contents { header, games } = self.0;
        let starts = Starts::<G>::of(&header)?;
        let each = header.games_each() as usize;
        let chunks: Vec<(Vec<Sheet>, Maps)> = games
            .par_chunks(CHUNK)
            .enumerate()
            .map(|(chunk, games)| {
                let mut maps = Maps::default();
                let sheets = games.iter().enumerate().map(|(i, bytes)| {
                    let number = chunk * CHUNK + i;
                    let start = starts.of_game(number as u64);
                    let game = ArchivedGame::<G>::decode(bytes, &start)
                        .map_err(|why| format!("game {}: {why}", number + 1))?;
                    let sheet = G::watch(&start, &game, &mut maps);
                    Ok(Sheet { first_is_white: number.is_multiple_of(each), ..sheet })
                });
                sheets.collect::<Result<Vec<_>, String>>().map(|sheets| (sheets, maps))
            })
            .collect::<Result<_, String>>()?;
        let knowing = match header.is_between_equals() && header.odds.is_none() {
            true => G::knowing(starts.first(), &games, header.seed)?,
            false => None,
        };
        let (mut sheets, mut maps) = (Vec::with_capacity(games.len()), Maps::default());
        for (some, their_maps) in chunks {
            sheets.extend(some);
            maps += &their_maps;
        }
        Ok(Figures { knowing, ..Figures::of(&header, &G::vocabulary(), &sheets, &maps) })
    }
}

impl VisitTurnBased for Summarise {
    type Out = Result<Figures, String>;

    fn turn_based<V: Variant>(self) -> Self::Out {
        self.figures::<Position<V>>()
    }
}

impl Visit for Summarise {
    fn apocalypse(self) -> Self::Out {
        self.figures::<apocalypse::Position>()
    }
}
