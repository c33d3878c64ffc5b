//! Piece values in balanced positions, after Kaufman ("The Evaluation of Material Imbalances", Chess Life, March 1999): positions
//! in which the sides have different pieces and are about level, the pieces have been the same for three moves of each side, and
//! pieces are left. A regression over all positions differs, because a side that is far ahead wins with fewer pieces too.

use serde::{Deserialize, Serialize};

use super::variables::{Explained, WHITE, by_piece_type, in_pawns, is_significant, variables};
use crate::laboratory::interval::Interval;
use crate::laboratory::regression::{Found, Observations};
use crate::laboratory::sheet::{PIECE_TYPES, Settled, Sheet, Vocabulary};

/// Piece values in pawns in balanced positions.
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
    /// Value of the bishop pair in addition to two bishops, if enough positions have it.
    pub bishop_pair: Option<Interval>,
}

/// Smallest number of pieces of each side: values in the last endings differ.
pub const PIECES: u8 = 2;

/// Largest imbalance in pawns by a first regression.
pub const WITHIN: f64 = 2.0;

/// The variable behind those of all values.
const BISHOP_PAIR: usize = WHITE + 1;

impl Level {
    /// Computes the values; `None` if there are too few positions.
    pub(super) fn of(vocabulary: &Vocabulary, sheets: &[Sheet]) -> Option<Self> {
        let by_result: Explained = |sheet, _| sheet.score() as f32;
        let all = observations(sheets, by_result, |_| true);
        if !is_significant(&all, 0) {
            return None;
        }
        let first = all.regress().ok()?;
        let is_level = |counts: &[(u16, f32)]| {
            let pieces = counts.iter().filter(|(variable, _)| usize::from(*variable) != WHITE);
            let lead: f64 = pieces.map(|&(variable, more)| first.values[usize::from(variable)] * f64::from(more)).sum();
            (lead / first.values[0]).abs() <= WITHIN
        };
        let level = observations(sheets, by_result, is_level);
        if !is_significant(&level, 0) {
            return None;
        }
        let worth = |found: &Found| Worth {
            pieces: by_piece_type(vocabulary, &level, found, 0),
            bishop_pair: is_significant(&level, BISHOP_PAIR).then(|| in_pawns(found, BISHOP_PAIR)),
        };
        let believed = observations(sheets, |_, ply| ply.expected, is_level);
        Some(Self {
            positions: level.len(),
            results: worth(&level.regress().ok()?),
            believed: worth(&believed.regress().ok()?),
        })
    }
}

/// Settled positions in which the sides have different pieces and `keeps` accepts the variables.
fn observations(sheets: &[Sheet], explained: Explained, keeps: impl Fn(&[(u16, f32)]) -> bool) -> Observations {
    let mut observations = Observations::new(BISHOP_PAIR + 1);
    for sheet in sheets {
        observations.begin_game();
        for (ply, settled) in sheet.plies.iter().skip(sheet.sampled).filter_map(|ply| Some((ply, ply.settled?))) {
            if !is_usable(&settled) {
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

fn is_usable(settled: &Settled) -> bool {
    settled.balance != [0; PIECE_TYPES] && settled.pieces.iter().all(|&pieces| pieces >= PIECES)
}
