//! The list of games and their properties.

use games::names;
use movegen::Color;
use movegen::variants::NAMES;

use super::{Shown, open};
use crate::messages::{GameInfo, PieceTypeInfo, Sides};
use crate::pieces::Drawing;

/// Returns all games.
pub(crate) fn games() -> Vec<GameInfo> {
    NAMES.iter().filter_map(|name| Some(open(name, None).ok()?.info())).collect()
}

/// Returns the number of puzzles of a game.
pub(crate) fn puzzles(variant: &str) -> usize {
    gamedata::puzzles(variant).map_or(0, |file| file.lines().count())
}

/// Returns what all games have.
pub(super) fn info<G: Shown>() -> GameInfo {
    let game = gamedata::game(G::NAME);
    let piece_type = |letter: char| PieceTypeInfo {
        letter: letter.to_string(),
        drawing: Drawing::name_of(letter).to_owned(),
        name: Sides::new(Color::BOTH.map(|color| names::piece(G::NAME, letter, color).to_owned())),
        about: names::moves(G::NAME, letter).to_owned(),
    };
    GameInfo {
        variant: G::NAME.to_owned(),
        title: game.map_or(G::NAME, |game| game.title).to_owned(),
        about: game.map_or("", |game| game.about).to_owned(),
        files: G::SIZE,
        ranks: G::SIZE,
        start: G::start().to_string(),
        piece_types: G::LETTERS.chars().map(piece_type).collect(),
        book: gamedata::book(G::NAME).is_some(),
        puzzles: puzzles(G::NAME),
        ..GameInfo::default()
    }
}
