//! Variables of the regressions: differences of pieces, royals, playing White.

use arena::statistics::results::Z95;

use crate::laboratory::interval::Interval;
use crate::laboratory::regression::{Found, Observations};
use crate::laboratory::sheet::{PIECE_TYPES, Ply, Sheet, Vocabulary};

/// Smallest number of positions in which the sides differ in a variable.
const LEAST: usize = 100;

/// The variables of the regression: numbers of pieces, then who rules, then White's place.
pub(super) const WHITE: usize = 2 * PIECE_TYPES;

/// The explained value: White's score, 0 to 1.
pub(super) type Explained = fn(&Sheet, &Ply) -> f32;

/// Returns the differences of pieces by piece type, White minus Black, without zeros.
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

/// Returns the value of a variable in pawns.
pub(super) fn in_pawns(found: &Found, variable: usize) -> Interval {
    let (ratio, half) = found.ratio(variable, 0);
    Interval::of(ratio, half / Z95)
}

/// Returns `true` if enough positions have the variable.
pub(super) fn is_significant(observations: &Observations, variable: usize) -> bool {
    observations.seen(variable) >= LEAST
}

/// Returns the values in pawns of the piece types that enough positions have: the variables from `first` on.
pub(super) fn by_piece_type(
    vocabulary: &Vocabulary,
    observations: &Observations,
    found: &Found,
    first: usize,
) -> Vec<(char, Interval)> {
    let known =
        vocabulary.piece_types.chars().zip(first..).filter(|&(_, variable)| is_significant(observations, variable));
    known.map(|(letter, variable)| (letter, in_pawns(found, variable))).collect()
}
