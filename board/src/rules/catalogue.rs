//! The list of games and their properties.

use apocalypse::rules::Position as BothPosition;
use movegen::variants::{self, NAMES, Visit, VisitTurnBased};
use movegen::{Bitboard, ByPieceType, Color, PieceType, Position, State, Variant};

use super::book::has_book;
use super::texts;
use crate::messages::{GameInfo, PieceTypeInfo, Sides};

/// Returns all games.
pub fn games() -> Vec<GameInfo> {
    NAMES.iter().filter_map(|name| variants::with(name, Describe)).collect()
}

struct Describe;

impl VisitTurnBased for Describe {
    type Out = GameInfo;

    fn turn_based<V: Variant>(self) -> GameInfo {
        let start = Position::<V>::start();
        let governments = V::ROYALS_CHANGE && start.state().to_field().is_some();
        let letters: Vec<char> = V::LETTERS.chars().take(V::ByPieceType::LEN).collect();
        let letter = |piece_type: PieceType| letters[piece_type.index()].to_string();
        GameInfo {
            files: 8,
            ranks: 8,
            start: V::START.to_owned(),
            piece_types: piece_types(V::NAME, letters.iter().copied()),
            promotions: V::PROMOTIONS.iter().map(|&piece_type| letter(piece_type)).collect(),
            simultaneous: false,
            governments,
            bribes: V::PURCHASES,
            campmate: V::goal(Color::White) != Bitboard::EMPTY,
            face_off: V::facing(&start, Color::White).any(),
            threats: true,
            book: has_book(V::NAME),
            ..named(V::NAME)
        }
    }
}

impl Visit for Describe {
    fn apocalypse(self) -> GameInfo {
        GameInfo {
            files: 5,
            ranks: 5,
            start: BothPosition::START.to_owned(),
            piece_types: piece_types(variants::APOCALYPSE, "pn".chars()),
            promotions: vec!["n".to_owned()],
            simultaneous: true,
            ..named(variants::APOCALYPSE)
        }
    }
}

fn named(variant: &str) -> GameInfo {
    let game = gamedata::game(variant);
    GameInfo {
        variant: variant.to_owned(),
        title: game.map_or(variant, |game| game.title).to_owned(),
        about: game.map_or("", |game| game.about).to_owned(),
        ..GameInfo::default()
    }
}

fn piece_types(variant: &str, letters: impl Iterator<Item = char>) -> Vec<PieceTypeInfo> {
    let piece_type = |letter: char| PieceTypeInfo {
        letter: letter.to_string(),
        drawing: texts::drawing(letter).to_owned(),
        name: Sides::new([true, false].map(|white| texts::name(variant, letter, white).to_owned())),
        about: texts::moves(variant, letter).to_owned(),
    };
    letters.map(piece_type).collect()
}
