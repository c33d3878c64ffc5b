//! Piece values: logistic regression of results on the difference of pieces ([`crate::regression`]), over quiet
//! positions of many games, which are not independent within a game, or over first positions that lack pieces, one per game.
//!
//! Values in balanced positions follow Kaufman ("The Evaluation of Material Imbalances", Chess Life, March 1999): positions in which
//! the sides have different pieces and are about level, the pieces have been the same for three moves of each side, and pieces are
//! left. A regression over all positions differs, because a side that is far ahead wins with fewer pieces too.

use serde::{Deserialize, Serialize};

use crate::interval::Interval;
use crate::logistic::logistic;
use crate::regression::{Counts, Found, Observations};
use crate::sheet::{PIECE_TYPES, Ply, Sheet, Vocabulary};

/// Values in pawns by the letter of the piece type.
type ByPiece = Vec<(char, Interval)>;

/// Piece values from results.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Values {
    /// Number of positions.
    pub positions: usize,
    /// The values by results.
    pub pieces: ByPiece,
    /// The same from the expected scores of the searches instead of results: the beliefs of the players, with much smaller
    /// errors.
    #[serde(default)]
    pub believed: ByPiece,
    /// Values in balanced positions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<Level>,
    /// Value of royals of this piece type instead of those at the start.
    pub rulers: ByPiece,
    /// Value of playing White.
    pub white: Interval,
    /// Value of a pawn at level prospects: the expected score with one more, minus one half.
    pub pawn: Interval,
}

/// Piece values in balanced positions, by results and by what the search expects.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Level {
    /// Number of positions.
    pub positions: usize,
    /// The values by results.
    pub results: Worth,
    /// The values by expected scores.
    pub believed: Worth,
}

/// Piece values in balanced positions.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Worth {
    /// The values.
    pub pieces: ByPiece,
    /// Value of the bishop pair in addition to two bishops, if enough positions have it.
    pub bishop_pair: Option<Interval>,
}

/// Distance of plies: neighbours carry no new information. Odd, so that both sides are to move.
const STEP: usize = 5;

/// Smallest number of pieces of each side in balanced positions: values in the last endings differ.
pub const MIN_PIECES: u8 = 2;

/// Largest imbalance of balanced positions in pawns by a first regression.
pub const WITHIN: f64 = 2.0;

/// Smallest number of positions in which the sides differ in a variable.
const LEAST: usize = 100;

/// The variables of the regressions: numbers of pieces, then piece types of royals, then playing White, then the bishop pair.
const WHITE: usize = 2 * PIECE_TYPES;
const BISHOP_PAIR: usize = WHITE + 1;

/// The explained value: White's score, 0 to 1.
type Explained = fn(&Sheet, &Ply) -> f32;

const BY_RESULT: Explained = |sheet, _| sheet.score() as f32;
const BY_SEARCH: Explained = |_, ply| ply.expected;

impl Values {
    /// Computes the values in quiet positions; `None` if there are too few with a pawn more, or the regression fails.
    pub fn of(vocabulary: &Vocabulary, sheets: &[Sheet]) -> Option<Self> {
        let values = Self::regressed(vocabulary, sheets, quiet)?;
        Some(Self { level: Level::of(vocabulary, sheets), ..values })
    }

    /// Computes the values from the pieces missing at the start.
    pub(super) fn of_starts(vocabulary: &Vocabulary, sheets: &[Sheet]) -> Option<Self> {
        Self::regressed(vocabulary, sheets, first)
    }

    fn regressed(
        vocabulary: &Vocabulary,
        sheets: &[Sheet],
        positions: fn(&Sheet) -> Vec<(&Ply, Counts)>,
    ) -> Option<Self> {
        let of_results = observations(sheets, BY_RESULT, positions);
        if !is_significant(&of_results, 0) {
            return None;
        }
        let found = of_results.regress().ok()?;
        let of_variables = |found: &Found, first: usize| by_piece_type(vocabulary, &of_results, found, first);
        let believed = observations(sheets, BY_SEARCH, positions).regress().ok();
        Some(Self {
            positions: of_results.count(),
            pieces: of_variables(&found, 0),
            believed: believed.map(|believed| of_variables(&believed, 0)).unwrap_or_default(),
            level: None,
            rulers: of_variables(&found, PIECE_TYPES),
            white: found.ratio(WHITE, 0),
            pawn: Interval::of(found.values[0], found.covariances[0][0].sqrt()).map(|b| logistic(b) - 0.5),
        })
    }
}

impl Level {
    /// Computes the values; `None` if there are too few positions.
    fn of(vocabulary: &Vocabulary, sheets: &[Sheet]) -> Option<Self> {
        let all = observations(sheets, BY_RESULT, settled);
        if !is_significant(&all, 0) {
            return None;
        }
        let first = all.regress().ok()?;
        let is_level = |counts: &Counts| {
            let pieces = counts.iter().filter(|(variable, _)| usize::from(*variable) != WHITE);
            let lead: f64 = pieces.map(|&(variable, more)| first.values[usize::from(variable)] * f64::from(more)).sum();
            (lead / first.values[0]).abs() <= WITHIN
        };
        let about_level = |explained| {
            observations(sheets, explained, |sheet| {
                let mut positions = settled(sheet);
                positions.retain(|(_, counts)| is_level(counts));
                positions
            })
        };
        let level = about_level(BY_RESULT);
        if !is_significant(&level, 0) {
            return None;
        }
        let worth = |found: &Found| Worth {
            pieces: by_piece_type(vocabulary, &level, found, 0),
            bishop_pair: is_significant(&level, BISHOP_PAIR).then(|| found.ratio(BISHOP_PAIR, 0)),
        };
        Some(Self {
            positions: level.count(),
            results: worth(&level.regress().ok()?),
            believed: worth(&about_level(BY_SEARCH).regress().ok()?),
        })
    }
}

fn observations<'a>(
    sheets: &'a [Sheet],
    explained: Explained,
    positions: impl Fn(&'a Sheet) -> Vec<(&'a Ply, Counts)>,
) -> Observations {
    let mut observations = Observations::new(BISHOP_PAIR + 1);
    for sheet in sheets {
        observations.begin_game();
        for (ply, counts) in positions(sheet) {
            observations.add(explained(sheet, ply), counts);
        }
    }
    observations
}

/// Returns the first position with the ply of the first search that was not sampled.
fn first(sheet: &Sheet) -> Vec<(&Ply, Counts)> {
    let mut counts = counts(sheet.start);
    counts.push((WHITE as u16, 1.0));
    sheet.plies.get(sheet.sampled).map(|ply| (ply, counts)).into_iter().collect()
}

fn quiet(sheet: &Sheet) -> Vec<(&Ply, Counts)> {
    let plies = sheet.plies.iter().skip(sheet.sampled).step_by(STEP);
    plies.filter_map(|ply| Some((ply, variables(sheet, ply, ply.balance?)))).collect()
}

/// Returns the settled positions in which the sides have different pieces, and enough of them.
fn settled(sheet: &Sheet) -> Vec<(&Ply, Counts)> {
    let plies = sheet.plies.iter().skip(sheet.sampled).filter_map(|ply| Some((ply, ply.settled?)));
    let usable = plies.filter(|(_, settled)| {
        settled.balance != [0; PIECE_TYPES] && settled.pieces.iter().all(|&pieces| pieces >= MIN_PIECES)
    });
    let with_variables = usable.map(|(ply, settled)| {
        let mut counts = variables(sheet, ply, settled.balance);
        if settled.bishop_pair != 0 {
            counts.push((BISHOP_PAIR as u16, settled.bishop_pair.into()));
        }
        (ply, counts)
    });
    with_variables.collect()
}

/// Returns the differences of pieces by piece type, White minus Black, without zeros.
fn counts(balance: [i8; PIECE_TYPES]) -> Counts {
    let pieces = balance.into_iter().map(f32::from).zip(0..).filter(|&(more, _)| more != 0.0);
    pieces.map(|(more, piece_type)| (piece_type, more)).collect()
}

/// Returns the same, then the royals where they are not those of the beginning of the game, then playing White.
fn variables(sheet: &Sheet, ply: &Ply, balance: [i8; PIECE_TYPES]) -> Counts {
    let mut counts = counts(balance);
    let usual = sheet.plies.first().and_then(|ply| ply.rulers);
    if let (Some(rulers), Some(usual)) = (ply.rulers, usual)
        && rulers[0] != rulers[1]
    {
        for (side, sign) in [(0, 1.0), (1, -1.0)].into_iter().filter(|&(side, _)| rulers[side] != usual[side]) {
            counts.push((PIECE_TYPES as u16 + u16::from(rulers[side]), sign));
        }
    }
    counts.push((WHITE as u16, 1.0));
    counts
}

fn is_significant(observations: &Observations, variable: usize) -> bool {
    observations.seen(variable) >= LEAST
}

/// Returns the values in pawns of the piece types that enough positions have: the variables from `first` on.
fn by_piece_type(vocabulary: &Vocabulary, observations: &Observations, found: &Found, first: usize) -> ByPiece {
    let variables = vocabulary.piece_types.chars().zip(first..);
    let known = variables.filter(|&(_, variable)| is_significant(observations, variable));
    known.map(|(letter, variable)| (letter, found.ratio(variable, 0))).collect()
}
