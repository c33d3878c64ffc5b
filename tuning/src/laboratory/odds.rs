//! Games at odds: first positions without one piece.

use movegen::Game;

/// A first position that lacks a piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Odds {
    /// The missing piece: `white n`.
    pub lacks: String,
    /// The position.
    pub fen: String,
}

impl Odds {
    /// Returns the letter of the piece, in upper case for White.
    pub fn letter(&self) -> Option<char> {
        let letter = self.lacks.chars().next_back();
        if self.lacks.starts_with('w') { letter.map(|letter| letter.to_ascii_uppercase()) } else { letter }
    }
}

/// Returns the first position without one piece of each colour and piece type, where that is legal.
pub fn odds<G: Game>() -> Vec<Odds> {
    let start = G::start().to_string();
    let Some((board, _)) = board_and_rest(&start) else { return Vec::new() };
    let mut letters: Vec<char> = board.chars().filter(char::is_ascii_alphabetic).collect();
    letters.sort_unstable();
    letters.dedup();
    let lacks = |letter: char| {
        let color = if letter.is_ascii_uppercase() { "white" } else { "black" };
        format!("{color} {}", letter.to_ascii_lowercase())
    };
    let without = |letter: char| lacking(&start, &[board.find(letter)?]).map(|pos: G| pos.to_string());
    letters.into_iter().filter_map(|letter| Some(Odds { lacks: lacks(letter), fen: without(letter)? })).collect()
}

/// Splits a FEN into the board and the other fields.
pub(super) fn board_and_rest(fen: &str) -> Option<(&str, &str)> {
    fen.split_once(' ')
}

/// Returns the position without the pieces at these indices of its board field; `None` if it is invalid or over.
pub(super) fn lacking<G: Game>(fen: &str, places: &[usize]) -> Option<G> {
    let (board, rest) = board_and_rest(fen)?;
    let board: String =
        board.char_indices().map(|(at, letter)| if places.contains(&at) { '1' } else { letter }).collect();
    // Castling rights without a rook are dropped by the FEN parser.
    let pos: Option<G> = format!("{} {rest}", joined(&board)).parse().ok();
    pos.filter(|pos| pos.outcome().is_none())
}

/// Merges adjacent digits of a board field.
fn joined(board: &str) -> String {
    let mut joined = String::new();
    let mut empty = 0;
    for c in board.chars().chain(['/']) {
        match c.to_digit(10) {
            Some(digit) => empty += digit,
            None => {
                if empty > 0 {
                    joined += &empty.to_string();
                }
                empty = 0;
                joined.push(c);
            }
        }
    }
    joined.pop();
    joined
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::{Chess, Empire, Position};

    #[test]
    fn missing_rook_removes_castling_right() {
        let odds = odds::<Position<Chess>>();
        let fen = |lacks: &str| odds.iter().find(|odds| odds.lacks == lacks).map(|odds| odds.fen.as_str());
        assert_eq!(fen("white n"), Some("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1"));
        assert_eq!(fen("black r"), Some("1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1"));
        assert_eq!(fen("white k"), None);
        assert_eq!(odds.len(), 10);
    }

    #[test]
    fn every_kind_of_both_armies_can_be_given() {
        let lacks: Vec<String> = odds::<Position<Empire>>().into_iter().map(|odds| odds.lacks).collect();
        for piece in ["white e", "white t", "white c", "white d", "white s", "black q", "black n"] {
            assert!(lacks.iter().any(|odds| odds == piece), "{piece}: {lacks:?}");
        }
        assert_eq!(odds::<apocalypse::Position>().len(), 4);
    }
}
