//! When games are called drawn or won, and on which processors they are played.

use movegen::fen::printable;

use super::part::{Part, flag, for_each, number};
use crate::config::{DrawRule, ResignRule};

/// `1,3-5`; nothing is every processor.
pub(super) fn processors(part: &Part<'_>) -> Result<Vec<usize>, String> {
    let wrong = || format!("-use-affinity: '{}' is no list of processors", printable(&part.words.join(" ")));
    let mut list = Vec::new();
    for piece in part.words.iter().flat_map(|word| word.split(',')).filter(|piece| !piece.is_empty()) {
        let (first, last) = piece.split_once('-').unwrap_or((piece, piece));
        let (first, last): (usize, usize) = first.parse().ok().zip(last.parse().ok()).ok_or_else(wrong)?;
        if first > last || last > 4095 {
            return Err(wrong());
        }
        list.extend(first..=last);
    }
    Ok(list)
}

/// When games are called drawn.
pub(super) fn draw_rule(part: &Part<'_>) -> Result<DrawRule, String> {
    let mut rule = DrawRule { from_move: 0, moves: 1, margin: 0 };
    for_each(part, |key, value| {
        match key {
            "movenumber" => rule.from_move = number(key, value)?,
            "movecount" => rule.moves = number(key, value)?,
            "score" => rule.margin = number::<u16>(key, value)?.into(),
            _ => return Err(part.unknown(key)),
        }
        Ok(())
    })?;
    Ok(DrawRule { moves: rule.moves.clamp(1, 10_000), ..rule })
}

/// When games are called won.
pub(super) fn resign_rule(part: &Part<'_>) -> Result<ResignRule, String> {
    let mut rule = ResignRule { moves: 1, margin: 0, is_twosided: false };
    for_each(part, |key, value| {
        match key {
            "movecount" => rule.moves = number(key, value)?,
            "score" => rule.margin = number::<u16>(key, value)?.into(),
            "twosided" => rule.is_twosided = flag(key, value)?,
            _ => return Err(part.unknown(key)),
        }
        Ok(())
    })?;
    Ok(ResignRule { moves: rule.moves.max(1), ..rule })
}
