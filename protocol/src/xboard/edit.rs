//! The command `edit` of the protocol's first version: lines such as `#` (empty board), `Pe4` (a piece, `x` for an empty square)
//! and `c` (the other colour), ended by a full stop. Converts them to a FEN.

use games::plies::Board;
use movegen::{Color, Square};

use super::marks::rows;

/// The FEN of a position after the lines. The side to move is unchanged. Kings and rooks at home have all castling rights, as the
/// first version of the protocol defines.
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
    let homes = [('K', 'R', 4, 7), ('Q', 'R', 4, 0), ('k', 'r', 60, 63), ('q', 'r', 60, 56)];
    let is_home = |&&(_, rook, king_at, rook_at): &&(char, char, usize, usize)| {
        let king = if rook == 'R' { 'K' } else { 'k' };
        pieces[king_at] == Some(king) && pieces[rook_at] == Some(rook)
    };
    let rights: String = homes.iter().filter(is_home).map(|&(right, ..)| right).collect();
    let rights = if rights.is_empty() { "-" } else { &rights };
    format!("{} {} {rights} - 0 1", rows(&pieces, 8), turn.letter())
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
        assert_eq!(edited(&["Pe2", "c", "pe7"]), "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1");
        assert_eq!(edited(&["#", "Ka1", "c", "Kh8"]), "7k/8/8/8/8/8/8/K7 w - - 0 1");
        assert_eq!(edited(&["Ra1", "Rg1", "c", "rh8"]), "4k2r/8/8/8/8/8/8/R3K1R1 w Qk - 0 1");
        assert_eq!(edited(&["Pe2", "xe2"]), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    }

    #[test]
    fn invalid_lines_are_ignored() {
        assert_eq!(edited(&["", "Pz9", "é", "Pe"]), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    }
}
