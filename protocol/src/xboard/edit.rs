//! The command `edit` of the protocol's first version: lines such as `#` (empty board), `Pe4` (a piece, `x` for an empty square)
//! and `c` (the other colour), ended by a full stop. Converts them to a FEN.

use games::plies::Board;
use movegen::{Color, Square};

use super::marks::rows;

/// The FEN of a position after the lines. The side to move is unchanged. All castling rights are set, as the first version of
/// the protocol defines; those without king and rook at home are dropped later.
pub(crate) fn fen(before: &str, lines: &[String], turn: Color) -> String {
    let mut pieces = Board::new(before.split(' ').next().unwrap_or_default(), &[]).pieces().to_vec();
    pieces.resize(64, None);
    let mut is_white = true;
    for line in lines {
        match line.as_str() {
            "#" => pieces.fill(None),
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

#[cfg(test)]
mod tests {
    use super::*;

    fn edited(lines: &[&str]) -> String {
        let lines: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
        fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1", &lines, Color::White)
    }

    #[test]
    fn pieces_of_both_colors_are_put_and_removed() {
        assert_eq!(edited(&["Pe2", "c", "pe7"]), "4k3/4p3/8/8/8/8/4P3/4K3 w KQkq - 0 1");
        assert_eq!(edited(&["#", "Ka1", "c", "Kh8"]), "7k/8/8/8/8/8/8/K7 w KQkq - 0 1");
        assert_eq!(edited(&["Pe2", "xe2"]), "4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1");
    }

    #[test]
    fn invalid_lines_are_ignored() {
        assert_eq!(edited(&["", "Pz9", "é", "Pe"]), "4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1");
    }
}
