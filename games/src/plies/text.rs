//! Notation of plies in games saved by XBoard.

use movegen::san::san;
use movegen::{Move, MoveKind, Piece, PieceType, Position, Variant};

use super::board::Board;
use super::definition::is_known;
use super::ply::{NO_PIECE, Ply, Step};
use super::script::script;
use crate::explain::At;

/// Writes a ply with both squares, a form that XBoard reads even if it believes the move illegal.
///
/// ```
/// use upheaval_games::plies::{Board, Ply, read, write};
/// let board = Board::new("4k3/8/8/4p3/8/5N2/8/4K3", &[]);
/// let ply = Ply::parse("f3e5p").expect("two squares and a letter");
/// assert_eq!(write(&board, &ply), "Nf3xe5=P");
/// // XBoard omits the origin of the only piece of a type.
/// assert_eq!(read(&board, true, "Nxe5=P"), Some(ply));
/// ```
pub fn write(board: &Board, ply: &Ply) -> String {
    let Ply::Go(Step { from, to, becomes, .. }) = *ply else {
        return if *ply == Ply::Pass { "--".to_owned() } else { ply.to_string() };
    };
    let piece = board.at(from).filter(|piece| !piece.eq_ignore_ascii_case(&'p'));
    let letter = piece.map(|piece| piece.to_ascii_uppercase().to_string()).unwrap_or_default();
    let capture = if board.at(to).is_some() { "x" } else { "" };
    let suffix = becomes.map(|letter| format!("={}", letter.to_ascii_uppercase())).unwrap_or_default();
    format!("{letter}{from}{capture}{to}{suffix}")
}

/// Reads a ply of a saved game, if the word names the origin or the letter of the only piece of its type. Other words, such as
/// plain algebraic notation and castling, return `None`.
pub fn read(board: &Board, by_white: bool, word: &str) -> Option<Ply> {
    let word = word.trim_end_matches(['+', '#', '!', '?']);
    if word == "--" || word == "@@@@" {
        return Some(Ply::Pass);
    }
    let colored = |letter| super::colored(letter, by_white);
    if let Some((piece, at)) = word.split_once('@') {
        let piece = piece.parse::<char>().ok().filter(char::is_ascii_alphabetic)?;
        return Some(Ply::Drop(colored(piece), At::parse(at)?));
    }
    let (letter, rest) = match word.chars().next()? {
        first if first.is_ascii_uppercase() => (Some(first), &word[1..]),
        _ => (None, word),
    };
    let (squares, becomes) = squares(rest)?;
    let only = |letter: char| board.only(colored(letter));
    // XBoard omits the origin: the letter is followed by the sign of a capture.
    let omits_origin = rest.starts_with(['x', '-']);
    let (from, stops) = match (squares.split_first()?, letter) {
        ((first, stops), letter) if !stops.is_empty() && !omits_origin => {
            let piece = board.at(*first)?;
            let is_named = letter.is_none_or(|letter| piece == colored(letter));
            (is_named.then_some(*first)?, stops)
        }
        (_, letter) => (only(letter?)?, &squares[..]),
    };
    Some(match *stops {
        [to] => Ply::go(from, to, becomes),
        [over, to] => Ply::trample(from, None, over, to, becomes),
        [first, over, to] => Ply::trample(from, Some(first), over, to, becomes),
        _ => return None,
    })
}

/// Parses the squares of a word and the letter of what the piece becomes.
fn squares(text: &str) -> Option<(Vec<At>, Option<char>)> {
    let mut rest = text;
    let mut squares = Vec::new();
    loop {
        rest = rest.trim_start_matches(['x', '-']);
        match rest.get(..2).and_then(At::parse) {
            Some(at) => squares.push(at),
            None => break,
        }
        rest = &rest[2..];
    }
    let mut rest = rest.strip_prefix('=').unwrap_or(rest).chars();
    let becomes = rest.next().map(|letter| letter.to_ascii_lowercase());
    let is_letter = becomes.is_none_or(|letter| letter.is_ascii_lowercase());
    (is_letter && rest.next().is_none()).then_some((squares, becomes))
}

/// Writes a legal move in algebraic notation that XBoard can read: [`san`], but with both squares if the piece changes by a capture,
/// or if XBoard, which ignores pins and checks, would find several pieces. Purchases are written in coordinates.
fn algebraic<V: Variant>(pos: &Position<V>, m: Move) -> String {
    let standard = san(pos, m);
    if is_known(pos.game().name()) || m.is_purchase() || m.kind() == MoveKind::Castle {
        return standard;
    }
    let board = Board::of(pos);
    let Some(ply @ Ply::Go(step)) = script(pos, &board, m).first().copied() else { return standard };
    let changes = step.becomes.is_some_and(|letter| letter != NO_PIECE) && m.promotes_to().is_none();
    if !changes && !is_ambiguous(pos, m) {
        return standard;
    }
    let mark = &standard[standard.trim_end_matches(['+', '#']).len()..];
    write(&board, &ply) + mark
}

/// Returns `true` if another piece of the same type could move to the target if there were no pins and checks.
fn is_ambiguous<V: Variant>(pos: &Position<V>, m: Move) -> bool {
    let (us, occupied) = (pos.turn(), pos.occupied());
    let piece_type = pos.piece_at(m.from()).map_or(PieceType::PAWN, Piece::piece_type);
    let goes = |from| match occupied.has(m.to()) {
        true => pos.game().captures(piece_type, us, from, occupied),
        false => pos.game().steps(piece_type, us, from, occupied),
    };
    let mut others = pos.of(us, piece_type).without(m.from()).into_iter();
    let moves = pos.legal_moves();
    let is_legal =
        |from| moves.iter().any(|other| other.from() == from && other.to() == m.to() && !other.is_purchase());
    piece_type != PieceType::PAWN && others.any(|from| goes(from).has(m.to()) && !is_legal(from))
}

/// Writes the plies of a legal move for XBoard, one word per ply; the board shown is [`Board::of`] the position.
pub fn words<V: Variant>(pos: &Position<V>, m: Move) -> Vec<String> {
    if !m.is_purchase() {
        return vec![algebraic(pos, m)];
    }
    let mut board = Board::of(pos);
    let plies = script(pos, &board, m);
    let word = |ply: &Ply| {
        let word = write(&board, ply);
        board.play(ply);
        word
    };
    plies.iter().map(word).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::variants::{TURN_BASED, VisitTurnBased, with_turn_based};
    use movegen::{Anarchism, Chess, Empire, Insurrection, Subversion};
    use rand::rngs::SmallRng;
    use rand::{RngExt, SeedableRng};

    fn board(pieces: &str) -> Board {
        Board::new(pieces, &[])
    }

    #[test]
    fn words_of_xboard_are_read() {
        let pieces = board("4k3/8/2n5/4p3/8/5N2/P7/2B1KB1N");
        let read = |word| read(&pieces, true, word).map(|ply| ply.to_string());
        assert_eq!(read("Nf3xe5=P").as_deref(), Some("f3e5p"));
        assert_eq!(read("Ke1xe5=P+").as_deref(), Some("e1e5p"));
        assert_eq!(read("Kxe5=P#").as_deref(), Some("e1e5p"), "the only king");
        assert_eq!(read("a2xc6=N").as_deref(), Some("a2c6n"));
        assert_eq!(read("--").as_deref(), Some("@@@@"));
        assert_eq!(read("N@c4").as_deref(), Some("N@c4"));
        assert_eq!(read("Bc1xf1xc6-c6n").as_deref(), Some("c1xf1xc6-c6n"));
        assert_eq!(read("a2xc6-c7n").as_deref(), Some("a2xc6-c7n"));
        assert_eq!(read("@@@@").as_deref(), Some("@@@@"));
        assert_eq!(read("Kxe5-d4").as_deref(), Some("e1xe5-d4"));
        assert_eq!(write(&pieces, &Ply::Drop('N', At::parse("c4").unwrap())), "N@c4");
        for word in
            ["Nf3xe5=1", "Nxe5", "Bf3xe5", "Nf9e5", "e4", "O-O", "", "N", "=", "Nf3xe5=Px", "@", "N@", "é@a1", "Qxe5=P"]
        {
            assert_eq!(read(word), None, "{word}");
        }
    }

    #[test]
    fn bribe_is_one_word_per_ply() {
        let pos: Position<Subversion> = "4k3/8/8/8/4r3/3N4/8/2B1KB2 w - - 0 1".parse().unwrap();
        assert_eq!(words(&pos, pos.parse_move("c1f1e4r").unwrap()), ["Bc1xf1", "--", "Bf1xe4=R"]);
    }

    #[test]
    fn pinned_rival_needs_both_squares() {
        let pos: Position<Empire> = "r6k/8/8/8/8/C7/8/K4C2 w - - 0 1".parse().unwrap();
        let m = pos.parse_move("f1f3").unwrap();
        assert_eq!(algebraic(&pos, m), "Cf1f3");
        assert_eq!(algebraic(&pos, pos.parse_move("f1h1").unwrap()), "Ch1");
    }

    #[test]
    fn unchanged_piece_is_written_as_san() {
        let pos: Position<Anarchism> = "4k3/8/8/4n3/8/5N2/8/4K3 w - - 0 1".parse().unwrap();
        assert_eq!(algebraic(&pos, pos.parse_move("f3e5").unwrap()), san(&pos, pos.parse_move("f3e5").unwrap()));
    }

    fn written<V: Variant>(fen: &str, text: &str) -> String {
        let pos: Position<V> = fen.parse().unwrap();
        let m = pos.parse_move(text).unwrap();
        let text = algebraic(&pos, m);
        assert!(m.is_purchase() || words(&pos, m) == [text.as_str()]);
        text
    }

    #[test]
    fn both_squares_are_written_only_if_needed() {
        assert_eq!(written::<Chess>(Chess::START, "e2e4"), "e4");
        assert_eq!(written::<Empire>("7k/8/8/8/8/8/P7/4K3 w - - 0 1", "a2a3"), "a3");
        assert_eq!(written::<Insurrection>("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"), "O-O");
        assert_eq!(written::<Subversion>("7k/8/8/8/3r4/4N3/P7/7K w - - 0 1", "a2d4r"), "a2d4r");
        assert_eq!(written::<Insurrection>("4k3/8/8/4p3/8/5N2/8/4K3 w - - 0 1", "f3e5"), "Nf3xe5=P");
        // Both cardinals may legally move there.
        assert_eq!(written::<Empire>("7k/8/8/8/8/C7/8/K4C2 w - - 0 1", "f1f3"), "Cff3");
    }

    /// Random games of every variant.
    #[test]
    fn words_read_back_as_their_ply() {
        struct Walk;
        impl VisitTurnBased for Walk {
            type Out = ();
            fn turn_based<V: Variant>(self, _: V) {
                let mut random = SmallRng::seed_from_u64(3);
                let mut pos = Position::<V>::start();
                for _ in 0..200 {
                    let moves = pos.legal_moves();
                    if moves.is_empty() {
                        break;
                    }
                    let m = moves[random.random_range(0..moves.len())];
                    let mut shown = Board::of(&pos);
                    for ply in script(&pos, &shown.clone(), m) {
                        let word = write(&shown, &ply);
                        let white = pos.turn() == movegen::Color::White;
                        // Castling by its name is algebraic notation.
                        let read = read(&shown, white, &word);
                        assert!(read == Some(ply) || matches!(ply, Ply::Castle(..)), "{pos}: {word}");
                        shown.play(&ply);
                    }
                    pos.play(m, &mut ());
                }
            }
        }
        TURN_BASED.into_iter().for_each(|name| with_turn_based(name, Walk).unwrap());
    }
}
