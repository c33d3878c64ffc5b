//! Piece values: logistic regression of results on the difference of pieces ([`crate::laboratory::regression`]), over quiet
//! positions of many games, which are not independent within a game, or over first positions that lack pieces, one per game.

use serde::{Deserialize, Serialize};

use super::level::Level;
use super::variables::{Explained, WHITE, by_piece_type, counts, in_pawns, is_significant, variables};
use crate::laboratory::interval::Interval;
use crate::laboratory::regression::{Found, Observations};
use crate::laboratory::sheet::{PIECE_TYPES, Sheet, Vocabulary};
use crate::logistic::logistic;

/// Piece values in pawns.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Values {
    /// Positions that the values come from.
    pub positions: usize,
    /// By the letter of the piece type, in pawns.
    pub pieces: Vec<(char, Interval)>,
    /// The same from the expected scores of the searches instead of results: the beliefs of the players, with much smaller
    /// errors.
    #[serde(default)]
    pub believed: Vec<(char, Interval)>,
    /// Piece values in balanced positions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<Level>,
    /// Value in pawns of royals of this piece type instead of those at the start.
    pub rulers: Vec<(char, Interval)>,
    /// Value of playing White in pawns.
    pub white: Interval,
    /// Value of a pawn at level prospects: the expected score with one more, minus one half.
    pub pawn: Interval,
}

/// Distance of plies: neighbours carry no new information. Odd, so that both sides are to move.
const STEP: usize = 5;

impl Values {
    /// Computes the values in quiet positions; `None` if there are too few with a pawn more, or the regression fails.
    pub fn of(vocabulary: &Vocabulary, sheets: &[Sheet]) -> Option<Self> {
        let values = Self::regressed(vocabulary, |explained| observations(sheets, explained))?;
        Some(Self { level: Level::of(vocabulary, sheets), ..values })
    }

    /// Computes the values from the pieces missing at the start.
    pub fn of_starts(vocabulary: &Vocabulary, sheets: &[Sheet]) -> Option<Self> {
        Self::regressed(vocabulary, |explained| observations_of_starts(sheets, explained))
    }

    fn regressed(vocabulary: &Vocabulary, observations: impl Fn(Explained) -> Observations) -> Option<Self> {
        let of_results = observations(|sheet, _| sheet.score() as f32);
        if !is_significant(&of_results, 0) {
            return None;
        }
        let found = of_results.regress().ok()?;
        let of_variables = |found: &Found, first: usize| by_piece_type(vocabulary, &of_results, found, first);
        let believed = observations(|_, ply| ply.expected).regress().ok();
        Some(Self {
            positions: of_results.len(),
            pieces: of_variables(&found, 0),
            believed: believed.map(|believed| of_variables(&believed, 0)).unwrap_or_default(),
            level: None,
            rulers: of_variables(&found, PIECE_TYPES),
            white: in_pawns(&found, WHITE),
            pawn: Interval::of(found.values[0], found.covariances[0][0].sqrt()).map(|b| logistic(b) - 0.5),
        })
    }
}

/// First positions with the expected score of the first search that was not sampled.
fn observations_of_starts(sheets: &[Sheet], explained: Explained) -> Observations {
    let mut observations = Observations::new(WHITE + 1);
    for (sheet, ply) in sheets.iter().filter_map(|sheet| Some((sheet, sheet.plies.get(sheet.sampled)?))) {
        observations.begin_game();
        let mut counts = counts(sheet.start);
        counts.push((WHITE as u16, 1.0));
        observations.add(explained(sheet, ply), counts);
    }
    observations
}

/// Quiet positions of games.
fn observations(sheets: &[Sheet], explained: Explained) -> Observations {
    let mut observations = Observations::new(WHITE + 1);
    for sheet in sheets {
        observations.begin_game();
        for ply in sheet.plies.iter().skip(sheet.sampled).step_by(STEP) {
            let Some(balance) = ply.balance else { continue };
            observations.add(explained(sheet, ply), variables(sheet, ply, balance));
        }
    }
    observations
}
