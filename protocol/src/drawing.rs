//! Boards for human eyes, White below.

use std::fmt::Write as _;

use apocalypse::rules;
use movegen::fen::letter_of_piece;
use movegen::{Position, Square, Variant};

/// The board of a game in which the sides move in turn.
pub(crate) fn turn_based<V: Variant>(pos: &Position<V>) -> String {
    board(8, |file, rank| pos.piece_at(Square::at(file, rank)).map(letter_of_piece::<V>))
}

/// The board of Apocalypse.
pub(crate) fn apocalypse(pos: &rules::Position) -> String {
    board(5, |file, rank| pos.letter_at(rules::Square::at(file, rank)))
}

/// A square board of this size with its frame.
fn board(size: u8, letter_at: impl Fn(u8, u8) -> Option<char>) -> String {
    let frame = format!(" {}+\n", "+---".repeat(usize::from(size)));
    let mut text = frame.clone();
    for rank in (0..size).rev() {
        for file in 0..size {
            let _ = write!(text, " | {}", letter_at(file, rank).unwrap_or(' '));
        }
        let _ = writeln!(text, " | {}", rank + 1);
        text += &frame;
    }
    let files: Vec<String> = (b'a'..b'a' + size).map(|file| char::from(file).to_string()).collect();
    let _ = writeln!(text, "   {}", files.join("   "));
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::{Empire, Game};

    #[test]
    fn the_pieces_stand_where_the_fen_says() {
        let text = turn_based(&Position::<Empire>::start());
        let rows: Vec<&str> = text.lines().collect();
        assert_eq!(rows[0], " +---+---+---+---+---+---+---+---+");
        assert_eq!(rows[1], " | r | n | b | q | k | b | n | r | 8");
        assert_eq!(rows[11], " | P | P | P | S | S | P | P | P | 3");
        assert_eq!(rows[15], " | T | E | C | D | K | C | E | T | 1");
        assert_eq!(rows[17], "   a   b   c   d   e   f   g   h");
        let text = apocalypse(&rules::Position::start());
        let rows: Vec<&str> = text.lines().collect();
        assert_eq!((rows[0], rows[9]), (" +---+---+---+---+---+", " | N | P | P | P | N | 1"));
        assert_eq!(rows[11], "   a   b   c   d   e");
    }
}
