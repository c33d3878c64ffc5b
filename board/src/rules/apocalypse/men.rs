//! The squares and men of Apocalypse as the board shows them.

use apocalypse::{Position, Square};
use movegen::Color;
use movegen::variants::APOCALYPSE;

use crate::messages::ManView;
use crate::rules::texts::{self, GameTexts};

/// The man on a square as the board shows it.
pub(super) fn man_at(pos: &Position, at: Square) -> Option<ManView> {
    let letter = pos.letter_at(at)?;
    Some(man_view(if letter.is_ascii_uppercase() { Color::White } else { Color::Black }, letter.to_ascii_lowercase()))
}

/// A man of a side as the board shows it.
pub(super) fn man_view(side: Color, letter: char) -> ManView {
    ManView {
        side: side.into(),
        letter: letter.to_string(),
        drawing: texts::drawing(letter).to_owned(),
        name: GameTexts::for_game(APOCALYPSE).name(letter, side == Color::White).to_owned(),
        royal: false,
    }
}

/// The squares of the board, a1 first.
pub(super) fn squares() -> impl Iterator<Item = Square> {
    apocalypse::rules::squares(apocalypse::rules::BOARD)
}
