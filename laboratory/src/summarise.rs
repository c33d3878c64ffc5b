//! From games to figures.

use crate::experiment::Experiment;
use crate::figures::Figures;
use crate::game::ArchivedGame;
use crate::parallel;
use crate::players::Playable;
use crate::sheet::{Maps, Sheet};
use crate::starts::Starts;

/// Number of games that share counts by square.
const PART: usize = 64;

/// Computes the figures of the games of an experiment, numbered from 0, whose game begins in `first`.
///
/// # Errors
/// The bytes are no games of the experiment.
pub fn figures<G: Playable>(experiment: &Experiment, games: &[Vec<u8>], first: &G) -> Result<Figures, String> {
    let starts = Starts::of(experiment, first)?;
    let each = experiment.games_each() as usize;
    let watch = |(): &mut (), (part, games): &(usize, &[Vec<u8>])| {
        let (mut sheets, mut maps) = (Vec::with_capacity(games.len()), Maps::default());
        for (number, bytes) in (part * PART..).zip(*games) {
            let start = starts.of_game(number as u64);
            let game = ArchivedGame::<G>::decode(bytes, &start).map_err(|why| format!("game {}: {why}", number + 1))?;
            let sheet = G::watch(&start, &game, &mut maps);
            sheets.push(Sheet { first_is_white: number.is_multiple_of(each), ..sheet });
        }
        Ok::<_, String>((sheets, maps))
    };
    let parts: Vec<(usize, &[Vec<u8>])> = games.chunks(PART).enumerate().collect();
    let (mut sheets, mut maps) = (Vec::with_capacity(games.len()), Maps::default());
    for part in parallel::map(&parts, || (), watch) {
        let (more, counts) = part?;
        sheets.extend(more);
        maps.add(&counts);
    }
    let knowing = match experiment.is_between_equals() && experiment.odds.is_none() {
        true => G::knowing(starts.first(), games, experiment.seed)?,
        false => None,
    };
    let mut figures = Figures::of(experiment, &first.vocabulary(), &sheets, &maps);
    figures.knowing = knowing;
    Ok(figures)
}
