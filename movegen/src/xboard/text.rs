//! Plies in the games that XBoard saves: written so that it reads them again, and read as it writes them.

use crate::moves::{Move, MoveKind};
use crate::piece::{Piece, PieceType};
use crate::position::Position;
use crate::san::san;
use crate::variant::Variant;

use super::board::Board;
use super::definition::is_known;
use super::ply::{NOBODY, Ply, Spot, Step};
use super::script::script;

/// The ply as XBoard reads it in a game: with both squares, which it believes whatever it thinks of the move.
///
/// ```
/// use movegen::xboard::{Board, Ply, read, write};
/// let board = Board::new("4k3/8/8/4p3/8/5N2/8/4K3", &[]);
/// let ply = Ply::parse("f3e5p").expect("two squares and a letter");
/// assert_eq!(write(&board, &ply), "Nf3xe5=P");
/// // XBoard itself leaves the square out for the only piece of a piece type.
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

/// The ply that a word of a saved game means, if it says enough: the square that the piece comes from, or that of the only piece
/// with this letter. Other words are those of algebraic notation, and castling.
pub fn read(board: &Board, by_white: bool, word: &str) -> Option<Ply> {
    let word = word.trim_end_matches(['+', '#', '!', '?']);
    if word == "--" || word == "@@@@" {
        return Some(Ply::Pass);
    }
    let coloured = |letter: char| if by_white { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() };
    if let Some((piece, at)) = word.split_once('@') {
        let piece = piece.parse::<char>().ok().filter(char::is_ascii_alphabetic)?;
        return Some(Ply::Drop(coloured(piece), Spot::parse(at)?));
    }
    let (letter, rest) = match word.chars().next()? {
        first if first.is_ascii_uppercase() => (Some(first), &word[1..]),
        _ => (None, word),
    };
    let (squares, becomes) = squares(rest)?;
    let only = |letter: char| board.only(coloured(letter));
    let (from, stops) = match (squares.split_first()?, letter) {
        ((first, stops), letter) if !stops.is_empty() && !is_cut_off(rest) => {
            let piece = board.at(*first)?;
            let is_named = letter.is_none_or(|letter| piece == coloured(letter));
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

/// Whether a word behind its letter begins with the sign of a capture: the square that the piece comes from is left out.
fn is_cut_off(rest: &str) -> bool {
    rest.starts_with(['x', '-'])
}

/// The squares that a word names, and what the piece becomes.
fn squares(text: &str) -> Option<(Vec<Spot>, Option<char>)> {
    let mut rest = text;
    let mut squares = Vec::new();
    loop {
        rest = rest.trim_start_matches(['x', '-']);
        match rest.get(..2).and_then(Spot::parse) {
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

/// The legal move in algebraic notation as XBoard reads it: [`san`], but with both squares and the letter of what the piece
/// becomes where a captor changes, and with both squares where XBoard, which does not know the game's checks, would not know
/// which of several pieces is meant. A purchase is written as everywhere else.
///
/// ```
/// use movegen::{Insurrection, Position, xboard};
/// let pos: Position<Insurrection> = "4k3/8/8/4p3/8/5N2/8/4K3 w - - 0 1".parse()?;
/// assert_eq!(xboard::algebraic(&pos, pos.parse_move("f3e5").unwrap()), "Nf3xe5=P");
/// assert_eq!(xboard::algebraic(&pos, pos.parse_move("f3d4").unwrap()), "Nd4");
/// # Ok::<(), movegen::FenError>(())
/// ```
pub fn algebraic<V: Variant>(pos: &Position<V>, m: Move) -> String {
    let standard = san(pos, m);
    if is_known(V::NAME) || m.is_purchase() || m.kind() == MoveKind::Castle {
        return standard;
    }
    let board = Board::of(pos);
    let Some(ply @ Ply::Go(step)) = script(pos, &board, m).first().copied() else { return standard };
    let changes = step.becomes.is_some_and(|letter| letter != NOBODY) && m.promotes_to().is_none();
    if !changes && !is_ambiguous(pos, m) {
        return standard;
    }
    let mark = &standard[standard.trim_end_matches(['+', '#']).len()..];
    write(&board, &ply) + mark
}

/// Whether another piece of the piece type, to whom it is not legal, could go there if nothing were pinned or in check.
fn is_ambiguous<V: Variant>(pos: &Position<V>, m: Move) -> bool {
    let (us, occupied) = (pos.turn(), pos.occupied());
    let piece_type = pos.piece_at(m.from()).map_or(PieceType::PAWN, Piece::piece_type);
    let goes = |from| match occupied.has(m.to()) {
        true => V::captures(piece_type, us, from, occupied),
        false => V::steps(piece_type, us, from, occupied),
    };
    let mut others = pos.of(us, piece_type).without(m.from()).into_iter();
    let moves = pos.legal_moves();
    let is_legal =
        |from| moves.iter().any(|other| other.from() == from && other.to() == m.to() && !other.is_purchase());
    piece_type != PieceType::PAWN && others.any(|from| goes(from).has(m.to()) && !is_legal(from))
}

/// The words by which XBoard reads a legal move, one for each ply that it takes; the board is [`Board::of`] the position.
/// White's and Black's plies alternate.
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
    use crate::variants::{
        Anarchism, Chess, Empire, Insurrection, Subversion, TURN_BASED, VisitTurnBased, with_turn_based,
    };
    use rand::rngs::SmallRng;
    use rand::{RngExt, SeedableRng};

    fn board(pieces: &str) -> Board {
        Board::new(pieces, &[])
    }

    #[test]
    fn what_xboard_writes_is_read() {
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
        assert_eq!(write(&pieces, &Ply::Drop('N', Spot::parse("c4").unwrap())), "N@c4");
        for word in
            ["Nf3xe5=1", "Nxe5", "Bf3xe5", "Nf9e5", "e4", "O-O", "", "N", "=", "Nf3xe5=Px", "@", "N@", "é@a1", "Qxe5=P"]
        {
            assert_eq!(read(word), None, "{word}");
        }
    }

    #[test]
    fn a_bribe_is_one_word_for_each_ply() {
        let pos: Position<Subversion> = "4k3/8/8/8/4r3/3N4/8/2B1KB2 w - - 0 1".parse().unwrap();
        assert_eq!(words(&pos, pos.parse_move("c1f1e4r").unwrap()), ["Bc1xf1", "--", "Bf1xe4=R"]);
    }

    #[test]
    fn a_piece_is_told_from_those_who_are_pinned() {
        let pos: Position<Empire> = "r6k/8/8/8/8/C7/8/K4C2 w - - 0 1".parse().unwrap();
        let m = pos.parse_move("f1f3").unwrap();
        assert_eq!(algebraic(&pos, m), "Cf1f3");
        assert_eq!(algebraic(&pos, pos.parse_move("f1h1").unwrap()), "Ch1");
    }

    #[test]
    fn pieces_who_keep_their_kind_are_written_as_the_standard_says() {
        let pos: Position<Anarchism> = "4k3/8/8/4n3/8/5N2/8/4K3 w - - 0 1".parse().unwrap();
        assert_eq!(algebraic(&pos, pos.parse_move("f3e5").unwrap()), san(&pos, pos.parse_move("f3e5").unwrap()));
    }

    fn told<V: Variant>(fen: &str, text: &str) -> String {
        let pos: Position<V> = fen.parse().unwrap();
        let m = pos.parse_move(text).unwrap();
        let told = algebraic(&pos, m);
        assert!(m.is_purchase() || words(&pos, m) == [told.as_str()]);
        told
    }

    #[test]
    fn squares_are_told_where_xboard_would_not_know_them_and_nowhere_else() {
        assert_eq!(told::<Chess>(Chess::START, "e2e4"), "e4");
        assert_eq!(told::<Empire>("7k/8/8/8/8/8/P7/4K3 w - - 0 1", "a2a3"), "a3");
        assert_eq!(told::<Insurrection>("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"), "O-O");
        assert_eq!(told::<Subversion>("7k/8/8/8/3r4/4N3/P7/7K w - - 0 1", "a2d4r"), "a2d4r");
        assert_eq!(told::<Insurrection>("4k3/8/8/4p3/8/5N2/8/4K3 w - - 0 1", "f3e5"), "Nf3xe5=P");
        // Both cardinals may go there, which the standard tells apart.
        assert_eq!(told::<Empire>("7k/8/8/8/8/C7/8/K4C2 w - - 0 1", "f1f3"), "Cff3");
    }

    /// Each word is read again as the ply that it was written for, in random games of every piece type.
    #[test]
    fn words_are_read_as_they_were_meant() {
        struct Walk;
        impl VisitTurnBased for Walk {
            type Out = ();
            fn turn_based<V: Variant>(self) {
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
                        let white = pos.turn() == crate::Color::White;
                        assert_eq!(read(&shown, white, &word), Some(ply), "{pos}: {word}");
                        shown.play(&ply);
                    }
                    pos.play(m, &mut ());
                }
            }
        }
        TURN_BASED.into_iter().for_each(|name| with_turn_based(name, Walk).unwrap());
    }
}
