//! The squares and pieces of Apocalypse as the board shows them.

use apocalypse::{Position, Square};
use movegen::Color;
use movegen::variants::APOCALYPSE;

use crate::messages::PieceView;
use crate::rules::texts;

/// Returns the piece on a square as the board shows it.
pub(super) fn piece_at(pos: &Position, at: Square) -> Option<PieceView> {
    let letter = pos.letter_at(at)?;
    Some(piece_view(if letter.is_ascii_uppercase() { Color::White } else { Color::Black }, letter.to_ascii_lowercase()))
}

/// Returns a piece of a side as the board shows it.
pub(super) fn piece_view(side: Color, letter: char) -> PieceView {
    PieceView {
        side: side.into(),
        letter: letter.to_string(),
        drawing: texts::drawing(letter).to_owned(),
        name: texts::name(APOCALYPSE, letter, side == Color::White).to_owned(),
        royal: false,
    }
}

/// Returns the squares of the board, a1 first.
pub(super) fn squares() -> impl Iterator<Item = Square> {
    apocalypse::rules::squares(apocalypse::rules::BOARD)
}
