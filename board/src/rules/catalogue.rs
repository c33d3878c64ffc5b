//! The list of games and their properties.

use games::names;
use movegen::Color;
use movegen::variants::{NAMES, loaded, loaded_names};

use super::{Shown, drawing, open};
use crate::messages::{GameInfo, PieceTypeInfo, Sides};

/// Returns all games.
pub(crate) fn games() -> Vec<GameInfo> {
    NAMES.into_iter().chain(loaded_names()).filter_map(|name| Some(open(name, None).ok()?.info())).collect()
}

/// Returns what all games have.
pub(super) fn info<G: Shown>(start: &G) -> GameInfo {
    let name = start.name();
    let game = gamedata::game(name);
    let piece_type = |letter: char| PieceTypeInfo {
        letter: letter.to_string(),
        drawing: drawing(name, letter),
        name: Sides::new(Color::BOTH.map(|color| names::piece(name, letter, color).to_owned())),
        about: names::moves(name, letter).into_owned(),
    };
    GameInfo {
        variant: name.to_owned(),
        title: game.map_or(name, |game| game.title).to_owned(),
        about: game.map_or("A game of your own.", |game| game.about).to_owned(),
        parent: loaded(name).and_then(|game| game.definition().parent.clone()),
        files: G::SIZE,
        ranks: G::SIZE,
        start: start.to_string(),
        piece_types: start.letters().chars().filter(char::is_ascii_alphabetic).map(piece_type).collect(),
        book: gamedata::book(name).is_some(),
        puzzles: gamedata::puzzle_count(name),
        ..GameInfo::default()
    }
}
