//! What pieces are worth against each other: for how many pawns a side that gives a knight has as good a game. That is told by positions in
//! which the sides have different pieces and are about level, as Kaufman has counted it in games of people ("The Evaluation of Material
//! Imbalances", Chess Life, March 1999): the pieces have been the same for three moves of each side, and pieces are left. A regression
//! over all positions tells something else, since those who are far ahead win with fewer pieces too.

use serde::{Deserialize, Serialize};

use super::variables::{Explained, WHITE, by_piece_type, in_pawns, is_told, variables};
use crate::fitting::regression::{Found, Observations};
use crate::laboratory::interval::Interval;
use crate::laboratory::sheet::{PIECE_TYPES, Settled, Sheet, Vocabulary};

/// What pieces are worth in pawns where sides that have different pieces are about level.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Level {
    /// Positions that this comes from.
    pub positions: usize,
    /// By the results of the games.
    pub results: Worth,
    /// By what the search expects in these positions.
    pub believed: Worth,
}

/// Values in pawns.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Worth {
    /// By the letter of the piece type.
    pub pieces: Vec<(char, Interval)>,
    /// What the bishop pair is worth beyond two bishops, if that is told.
    pub bishop_pair: Option<Interval>,
}

/// Both sides have at least so many pieces: what pieces are worth in the last endings is another matter.
pub const PIECES: u8 = 2;

/// Level is what lies within so many pawns by a first regression.
pub const WITHIN: f64 = 2.0;

/// The variable behind those of all values.
const BISHOP_PAIR: usize = WHITE + 1;

impl Level {
    /// The values in these games; `None` where too few positions tell of them.
    pub(super) fn of(vocabulary: &Vocabulary, sheets: &[Sheet]) -> Option<Self> {
        let by_result: Explained = |sheet, _| sheet.score() as f32;
        let all = observations(sheets, by_result, |_| true);
        if !is_told(&all, 0) {
            return None;
        }
        let first = all.regress().ok()?;
        let is_level = |counts: &[(u16, f32)]| {
            let pieces = counts.iter().filter(|(variable, _)| usize::from(*variable) != WHITE);
            let lead: f64 = pieces.map(|&(variable, more)| first.values[usize::from(variable)] * f64::from(more)).sum();
            (lead / first.values[0]).abs() <= WITHIN
        };
        let level = observations(sheets, by_result, is_level);
        if !is_told(&level, 0) {
            return None;
        }
        let worth = |found: &Found| Worth {
            pieces: by_piece_type(vocabulary, &level, found, 0),
            bishop_pair: is_told(&level, BISHOP_PAIR).then(|| in_pawns(found, BISHOP_PAIR)),
        };
        let believed = observations(sheets, |_, ply| ply.expected, is_level);
        Some(Self {
            positions: level.len(),
            results: worth(&level.regress().ok()?),
            believed: worth(&believed.regress().ok()?),
        })
    }
}

/// Settled positions in which one side has pieces that the other lacks, if `keeps` says so of the variables.
fn observations(sheets: &[Sheet], explained: Explained, keeps: impl Fn(&[(u16, f32)]) -> bool) -> Observations {
    let mut observations = Observations::new(BISHOP_PAIR + 1);
    for sheet in sheets {
        observations.begin_game();
        for (ply, settled) in sheet.plies.iter().skip(sheet.sampled).filter_map(|ply| Some((ply, ply.settled?))) {
            if !tells(&settled) {
                continue;
            }
            let mut counts = variables(sheet, ply, settled.balance);
            if settled.bishop_pair != 0 {
                counts.push((BISHOP_PAIR as u16, settled.bishop_pair.into()));
            }
            if keeps(&counts) {
                observations.add(explained(sheet, ply), counts);
            }
        }
    }
    observations
}

fn tells(settled: &Settled) -> bool {
    settled.balance != [0; PIECE_TYPES] && settled.pieces.iter().all(|&pieces| pieces >= PIECES)
}
