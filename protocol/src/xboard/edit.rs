//! The oldest way to set up a position: `edit`, lines such as `#` (empty board), `Pe4` (a piece, or `x` for none), `c` (the
//! other colour), and a full stop. Turns them into a FEN.

use movegen::{Color, Square};

use super::rows::rows;

/// The FEN of the position that the lines make of the one given. The turn stays; of castling only what the old protocol
/// says: whoever has king and rook at home may castle.
pub(crate) fn fen(before: &str, lines: &[String], turn: Color) -> String {
    let mut pieces = board(before);
    let mut is_white = true;
    for line in lines {
        match line.as_str() {
            "#" => pieces = [None; 64],
            "c" => is_white = !is_white,
            line => {
                let mut letters = line.chars();
                let (Some(letter), Some(at)) = (letters.next(), Square::parse(letters.as_str())) else { continue };
                let piece = if is_white { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() };
                pieces[at.index()] = (!letter.eq_ignore_ascii_case(&'x')).then_some(piece);
            }
        }
    }
    format!("{} {} KQkq - 0 1", rows(&pieces, 8), turn.letter())
}

fn board(fen: &str) -> [Option<char>; 64] {
    let mut pieces = [None; 64];
    let rows = fen.split(' ').next().unwrap_or_default().split('/');
    for (row, squares) in rows.zip((0..8).rev()) {
        let mut at = squares * 8;
        for letter in row.chars() {
            match letter.to_digit(10) {
                Some(empty) => at += empty as usize,
                None => {
                    if let Some(piece) = pieces.get_mut(at) {
                        *piece = Some(letter);
                    }
                    at += 1;
                }
            }
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edited(lines: &[&str]) -> String {
        let lines: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
        fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1", &lines, Color::White)
    }

    #[test]
    fn pieces_are_put_and_taken_for_one_colour_after_the_other() {
        assert_eq!(edited(&["Pe2", "c", "pe7"]), "4k3/4p3/8/8/8/8/4P3/4K3 w KQkq - 0 1");
        assert_eq!(edited(&["#", "Ka1", "c", "Kh8"]), "7k/8/8/8/8/8/8/K7 w KQkq - 0 1");
        assert_eq!(edited(&["Pe2", "xe2"]), "4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1");
    }

    #[test]
    fn lines_without_meaning_are_passed_over() {
        assert_eq!(edited(&["", "Pz9", "é", "Pe"]), "4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1");
    }
}
