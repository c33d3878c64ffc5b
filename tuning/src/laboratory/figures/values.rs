//! What pieces are worth: the logistic regression of results on the pieces that one side has more ([`crate::fitting::regression`]), over
//! quiet positions of many games, which are not independent within a game, or over first positions that lack pieces, one a game.

use serde::{Deserialize, Serialize};

use super::level::Level;
use super::variables::{Explained, WHITE, by_piece_type, counts, in_pawns, is_told, variables};
use crate::fitting::regression::{Found, Observations};
use crate::laboratory::interval::Interval;
use crate::laboratory::sheet::{PIECE_TYPES, Sheet, Vocabulary};
use crate::logistic::logistic;

/// What pieces are worth in pawns.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Values {
    /// Positions that the values come from.
    pub positions: usize,
    /// By the letter of the piece type, in pawns.
    pub pieces: Vec<(char, Interval)>,
    /// The same by what the search expects in these positions and not by results: what the players believe, known far more
    /// closely than what comes of it.
    #[serde(default)]
    pub believed: Vec<(char, Interval)>,
    /// What pieces are worth against each other, where sides that lack different pieces are about level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<Level>,
    /// What it is worth, in pawns, that such pieces rule a side and not the piece type that rules at the start.
    pub rulers: Vec<(char, Interval)>,
    /// What White's place is worth beside the pieces, in pawns.
    pub white: Interval,
    /// What a pawn is worth at level prospects: the expected score with one more, less a half.
    pub pawn: Interval,
}

/// Of so many plies one is taken: those close to each other tell nothing new. Odd, so that both sides are to move.
const STEP: usize = 5;

impl Values {
    /// The values in quiet positions of these games; `None` where there are too few with a pawn more, or the games do not tell.
    pub fn of(vocabulary: &Vocabulary, sheets: &[Sheet]) -> Option<Self> {
        let values = Self::regressed(vocabulary, |explained| observations(sheets, explained))?;
        Some(Self { level: Level::of(vocabulary, sheets), ..values })
    }

    /// The same where every game began with other pieces missing: from what was missing alone, whatever came of it.
    pub fn of_starts(vocabulary: &Vocabulary, sheets: &[Sheet]) -> Option<Self> {
        Self::regressed(vocabulary, |explained| observations_of_starts(sheets, explained))
    }

    fn regressed(vocabulary: &Vocabulary, observations: impl Fn(Explained) -> Observations) -> Option<Self> {
        let of_results = observations(|sheet, _| sheet.score() as f32);
        if !is_told(&of_results, 0) {
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

/// First positions of games, each with what was expected when the first move was chosen that nobody drew.
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
