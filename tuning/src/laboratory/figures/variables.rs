//! What regressions explain scores by: pieces that one side has more, who rules, White's place.

use arena::statistics::results::Z95;

use crate::fitting::regression::{Found, Observations};
use crate::laboratory::interval::Interval;
use crate::laboratory::sheet::{PIECE_TYPES, Ply, Sheet, Vocabulary};

/// A piece is left out if the sides differ in it in fewer positions.
const LEAST: usize = 100;

/// The variables of the regression: numbers of pieces, then who rules, then White's place.
pub(super) const WHITE: usize = 2 * PIECE_TYPES;

/// White's expected score, 0 to 1, which the pieces are to explain.
pub(super) type Explained = fn(&Sheet, &Ply) -> f32;

/// How many more pieces of a piece type White has, without the kinds of which both sides have as many.
pub(super) fn counts(balance: [i8; PIECE_TYPES]) -> Vec<(u16, f32)> {
    let pieces = balance.into_iter().map(f32::from).zip(0..).filter(|&(more, _)| more != 0.0);
    pieces.map(|(more, piece_type)| (piece_type, more)).collect()
}

/// The same, then who rules where that is not as at the beginning of the game, then White's place.
pub(super) fn variables(sheet: &Sheet, ply: &Ply, balance: [i8; PIECE_TYPES]) -> Vec<(u16, f32)> {
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

/// What a variable is worth in pawns.
pub(super) fn in_pawns(found: &Found, variable: usize) -> Interval {
    let (ratio, half) = found.ratio(variable, 0);
    Interval::of(ratio, half / Z95)
}

/// Whether enough positions tell of a variable.
pub(super) fn is_told(observations: &Observations, variable: usize) -> bool {
    observations.seen(variable) >= LEAST
}

/// What the piece types are worth in pawns of which enough positions tell, by their letters: the variables from `first` on.
pub(super) fn by_piece_type(
    vocabulary: &Vocabulary,
    observations: &Observations,
    found: &Found,
    first: usize,
) -> Vec<(char, Interval)> {
    let told = vocabulary.piece_types.chars().zip(first..).filter(|&(_, variable)| is_told(observations, variable));
    told.map(|(letter, variable)| (letter, in_pawns(found, variable))).collect()
}
