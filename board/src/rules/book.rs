//! Arrows of moves, and the opening books.

use std::collections::HashMap;

use engine::book::AnyBook;
use movegen::san::san;
use movegen::{Color, Position, Variant};

use crate::messages::{BookLine, BookView};

/// Returns the ends of a move's arrow: the first and the last square that its text names.
pub(crate) fn arrow(text: &str) -> Option<[String; 2]> {
    let squares = text.trim_end_matches(|letter: char| letter.is_ascii_lowercase());
    let last = squares.len().checked_sub(2)?;
    Some([text.get(..2)?.to_owned(), squares.get(last..)?.to_owned()])
}

/// The opening books, each parsed on first use.
#[derive(Debug, Default)]
pub(crate) struct Books {
    read: HashMap<&'static str, Option<AnyBook>>,
}

impl Books {
    /// Returns the book of a game, if there is one.
    pub(crate) fn of(&mut self, variant: &'static str) -> Option<&AnyBook> {
        let read = || match AnyBook::read(gamedata::book(variant)?) {
            Ok(book) => Some(book),
            Err(why) => {
                log::error!("the book of {variant}: {why}");
                None
            }
        };
        self.read.entry(variant).or_insert_with(read).as_ref()
    }
}

/// Returns the book moves of a position; none if the book is of another game.
pub(super) fn played<V: Variant>(pos: &Position<V>, book: &AnyBook) -> BookView {
    let known = book.of_game::<V>().map(|book| book.moves(pos)).unwrap_or_default();
    let moves = known.into_iter().filter_map(|known| {
        let m = pos.write_move(known.m);
        let mine = f64::from(known.half_points) / 2.0;
        Some(BookLine {
            arrow: arrow(&m)?,
            m,
            san: san(pos, known.m),
            games: known.games,
            white: if pos.turn() == Color::White { mine } else { f64::from(known.games) - mine },
        })
    });
    BookView { about: book.about.clone(), moves: moves.collect() }
}
