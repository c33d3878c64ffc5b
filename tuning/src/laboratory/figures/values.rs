//! What men are worth: the logistic regression of results on the men that one side has more, over quiet positions of many games
//! ([`crate::fitting::regression`], which knows that positions of one game are not independent).

use arena::statistics::results::Z95;
use serde::{Deserialize, Serialize};

use crate::fitting::regression::{Found, Observations};
use crate::laboratory::interval::Interval;
use crate::laboratory::sheet::{KINDS, Ply, Sheet, Vocabulary};
use crate::logistic::logistic;

/// What men are worth in pawns.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Values {
    /// Positions that the values come from.
    pub positions: usize,
    /// By the letter of the kind, in pawns.
    pub men: Vec<(char, Interval)>,
    /// The same by what the search expects in these positions and not by results: what the players believe, known far more
    /// closely than what comes of it.
    #[serde(default)]
    pub believed: Vec<(char, Interval)>,
    /// What it is worth, in pawns, that such men rule a side and not the kind that rules at the start.
    pub rulers: Vec<(char, Interval)>,
    /// What White's place is worth beside the men, in pawns.
    pub white: Interval,
    /// What a pawn is worth at level prospects: the expected score with one more, less a half.
    pub pawn: Interval,
}

/// Of so many plies one is taken: those close to each other tell nothing new. Odd, so that both sides are to move.
const STEP: usize = 5;

/// A man is left out if the sides differ in it in fewer positions.
const LEAST: usize = 100;

/// The variables of the regression: numbers of men, then who rules, then White's place.
const WHITE: usize = 2 * KINDS;

impl Values {
    /// The values in these games; `None` where there are too few positions with a pawn more, or the games do not tell.
    pub fn of(vocabulary: &Vocabulary, sheets: &[Sheet]) -> Option<Self> {
        let observations = observations(sheets, |sheet, _| sheet.score() as f32);
        let letters: Vec<char> = vocabulary.kinds.chars().collect();
        let is_told = |variable: usize| observations.seen(variable) >= LEAST;
        if !is_told(0) {
            return None;
        }
        let found = observations.regress().ok()?;
        let of_variables = |found: &Found, first: usize| {
            let told = letters.iter().enumerate().filter(|&(kind, _)| is_told(first + kind));
            told.map(|(kind, &letter)| (letter, in_pawns(found, first + kind))).collect()
        };
        let believed = self::observations(sheets, |_, ply| ply.expected).regress().ok();
        Some(Self {
            positions: observations.len(),
            men: of_variables(&found, 0),
            believed: believed.map(|believed| of_variables(&believed, 0)).unwrap_or_default(),
            rulers: of_variables(&found, KINDS),
            white: in_pawns(&found, WHITE),
            pawn: Interval::of(found.values[0], found.covariances[0][0].sqrt()).map(|b| logistic(b) - 0.5),
        })
    }
}

/// Quiet positions of games; what is to be explained is White's expected score, 0 to 1.
fn observations(sheets: &[Sheet], explained: impl Fn(&Sheet, &Ply) -> f32) -> Observations {
    let mut observations = Observations::new(WHITE + 1);
    for sheet in sheets {
        observations.begin_game();
        let usual = sheet.plies.first().and_then(|ply| ply.rulers);
        for ply in sheet.plies.iter().skip(sheet.sampled).step_by(STEP) {
            let Some(balance) = ply.balance else { continue };
            let men = balance.into_iter().map(f32::from).zip(0..).filter(|&(more, _)| more != 0.0);
            let mut counts: Vec<(u16, f32)> = men.map(|(more, kind)| (kind, more)).collect();
            if let (Some(rulers), Some(usual)) = (ply.rulers, usual)
                && rulers[0] != rulers[1]
            {
                for (side, sign) in [(0, 1.0), (1, -1.0)].into_iter().filter(|&(side, _)| rulers[side] != usual[side]) {
                    counts.push((KINDS as u16 + u16::from(rulers[side]), sign));
                }
            }
            counts.push((WHITE as u16, 1.0));
            observations.add(explained(sheet, ply), counts);
        }
    }
    observations
}

fn in_pawns(found: &Found, variable: usize) -> Interval {
    let (ratio, half) = found.ratio(variable, 0);
    Interval::of(ratio, half / Z95)
}
