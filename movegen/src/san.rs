//! Standard algebraic notation (SAN) for every turn-based game.

use crate::error::MoveError;
use crate::fen::{letter_of_piece, piece_type_of_letter};
use crate::moves::{Move, MoveKind};
use crate::outcome::{Outcome, Reason};
use crate::piece::{Color, Piece, PieceType};
use crate::position::Position;
use crate::square::Square;
use crate::variant::Variant;

/// Writes a legal move in standard algebraic notation: `Nbd7`, `exd6`, `O-O`, `a8=Q+`. The origin is written only as far as needed
/// to distinguish the move from other legal moves. A capturing piece that changes its type has a suffix: `Nxd5=P`. `#` marks
/// checkmate only; a king that wins by reaching its goal has no mark.
/// Purchases, which no standard covers, are written in coordinate notation.
pub fn san<V: Variant>(pos: &Position<V>, m: Move) -> String {
    let mut text = without_mark(pos, m);
    let next = pos.after(m);
    match next.outcome() {
        Some(Outcome { reason: Reason::Checkmate, .. }) => text.push('#'),
        _ if next.checked_royals().any() => text.push('+'),
        _ => {}
    }
    text
}

/// Parses a legal move in standard algebraic or coordinate notation. Marks of check and mate, `!`, `?`, the `x` of a capture and
/// the `=` of a promotion are optional, and castling may be written with zeros. The text may contain more than necessary: `Nb1d2`
/// if only one knight can move there, `Nxe5=P` if the capturing knight becomes a pawn.
///
/// # Errors
/// The text is malformed or the move is illegal.
pub fn parse_san<V: Variant>(pos: &Position<V>, text: &str) -> Result<Move, MoveError> {
    let plain = text.trim_end_matches(['+', '#', '!', '?']);
    matching_move(pos, &plain.replace(['x', '='], "")).map_or_else(|| pos.parse_move(plain), Ok)
}

/// Returns the only legal move that matches a text without signs: an optional piece letter, an optional part of the origin, the
/// target, and an optional letter of what the piece becomes.
fn matching_move<V: Variant>(pos: &Position<V>, text: &str) -> Option<Move> {
    let (piece_type, rest) = match text.strip_prefix(|c: char| c.is_ascii_uppercase()) {
        Some(rest) => (piece_type_of_letter(pos.game(), text.chars().next()?.to_ascii_lowercase())?, rest),
        None => (PieceType::PAWN, text),
    };
    let squares = rest.trim_end_matches(|c: char| c.is_ascii_uppercase());
    let becomes = match &rest[squares.len()..] {
        "" => None,
        letter => Some(piece_type_of_letter(pos.game(), letter.parse::<char>().ok()?.to_ascii_lowercase())?),
    };
    let (from, to) = squares.split_at_checked(squares.len().checked_sub(2)?)?;
    let to = Square::parse(to)?;
    let matches_origin = |at: Square| {
        let name = at.to_string();
        from.is_empty() || name == from || from.len() == 1 && name.contains(from)
    };
    let matches_suffix = |m: Move| match (becomes, m.promotes_to()) {
        (None, promotion) => promotion.is_none(),
        (Some(_), Some(piece_type)) => becomes == Some(piece_type),
        (Some(becomes), None) => {
            becomes != piece_type && pos.after(m).piece_at(to).map(Piece::piece_type) == Some(becomes)
        }
    };
    let matches = |m: &Move| {
        m.to() == to
            && !m.is_purchase()
            && m.kind() != MoveKind::Castle
            && pos.piece_at(m.from()).is_some_and(|piece| piece.piece_type() == piece_type)
            && matches_origin(m.from())
            && matches_suffix(*m)
    };
    let moves = pos.legal_moves();
    let mut found = moves.into_iter().filter(matches);
    found.next().filter(|_| found.next().is_none())
}

/// Writes the move without a mark of check or mate.
fn without_mark<V: Variant>(pos: &Position<V>, m: Move) -> String {
    match (m.kind(), m.is_king_side()) {
        _ if m.is_purchase() => pos.write_move(m),
        (MoveKind::Castle, true) => "O-O".to_owned(),
        (MoveKind::Castle, false) => "O-O-O".to_owned(),
        _ => {
            let capture = if pos.is_capture(m) { "x" } else { "" };
            let becomes = becomes(pos, m)
                .map(|piece_type| format!("={}", letter_of_piece(pos.game(), Piece::new(Color::White, piece_type))))
                .unwrap_or_default();
            format!("{}{capture}{}{becomes}", mover(pos, m), m.to())
        }
    }
}

/// Returns the new piece type of a piece that promotes or changes its type by a capture.
fn becomes<V: Variant>(pos: &Position<V>, m: Move) -> Option<PieceType> {
    let changed = || {
        let [was, now] =
            [pos.piece_at(m.from()), pos.after(m).piece_at(m.to())].map(|piece| piece.map(Piece::piece_type));
        now.filter(|_| now != was)
    };
    m.promotes_to().or_else(|| if pos.is_capture(m) { changed() } else { None })
}

/// Writes the letter of the moving piece and the part of its origin that distinguishes it from other pieces of its type.
fn mover<V: Variant>(pos: &Position<V>, m: Move) -> String {
    let from = m.from();
    let piece_type = pos.piece_at(from).map_or(PieceType::PAWN, Piece::piece_type);
    let legal = pos.legal_moves();
    let is_rival = |rival: &&Move| {
        rival.to() == m.to()
            && rival.from() != from
            && !rival.is_purchase()
            && rival.kind() != MoveKind::Castle
            && pos.piece_at(rival.from()).is_some_and(|piece| piece.piece_type() == piece_type)
    };
    let rivals = || legal.iter().filter(is_rival).map(|rival| rival.from());
    let on_file = rivals().any(|at| at.file() == from.file());
    let on_rank = rivals().any(|at| at.rank() == from.rank());
    let square = from.to_string();
    let names_file = piece_type == PieceType::PAWN && pos.is_capture(m);
    let part = match (rivals().next().is_some() || names_file, on_file, on_rank) {
        (false, ..) => "",
        (true, false, _) => &square[..1],
        (true, true, false) if !names_file => &square[1..],
        (true, true, _) => &square,
    };
    match piece_type {
        PieceType::PAWN => part.to_owned(),
        _ => format!("{}{part}", letter_of_piece(pos.game(), Piece::new(Color::White, piece_type))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants::{Chess, Empire, Insurrection, Subversion, TURN_BASED, VisitTurnBased, with_turn_based};
    use rand::rngs::SmallRng;
    use rand::{RngExt, SeedableRng};

    fn written<V: Variant>(fen: &str, moves: &[(&str, &str)]) {
        let pos: Position<V> = fen.parse().unwrap();
        for (coordinates, expected) in moves {
            assert_eq!(&san(&pos, pos.parse_move(coordinates).unwrap()), expected, "{fen}");
        }
    }

    /// The PGN standard, section 8.2.3.
    #[test]
    fn moves_follow_pgn_standard() {
        written::<Chess>("4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1", &[("c3e2", "Nce2"), ("g1f3", "Nf3"), ("e1d2", "Kd2")]);
        written::<Chess>("4k3/8/8/R7/8/8/8/R3K3 w Q - 0 1", &[("a1a3", "R1a3"), ("a5a3", "R5a3"), ("e1c1", "O-O-O")]);
        let three_queens = "6k1/8/8/8/4Q2Q/8/8/K6Q w - - 0 1";
        written::<Chess>(three_queens, &[("h4e1", "Qh4e1"), ("h1e1", "Q1e1"), ("e4e1", "Qee1"), ("e4e8", "Qe8+")]);
        written::<Chess>(
            "4k3/P7/8/3pP3/8/8/8/4K2R w K d6 0 1",
            &[("e5d6", "exd6"), ("a7a8q", "a8=Q+"), ("e1g1", "O-O")],
        );
        written::<Chess>("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", &[("a1a8", "Ra8#")]);
        // The knight on c3 is pinned.
        written::<Chess>("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", &[("g1e2", "Ne2")]);
    }

    #[test]
    fn fairy_pieces_have_letters_and_campmate_no_mark() {
        let start = Position::<Empire>::start().to_string();
        written::<Empire>(&start, &[("d1d2", "Dd2"), ("e3e4", "Se4"), ("e1e2", "Ke2"), ("b3b4", "b4")]);
        written::<Empire>("8/K7/8/7k/8/8/8/8 w - - 0 1", &[("a7b8", "Kb8")]);
    }

    #[test]
    fn changes_of_capturing_pieces_are_written() {
        let moves = [("f3e5", "Nxe5=P"), ("f3d4", "Nd4"), ("b7a8", "bxa8=R")];
        written::<Insurrection>("r7/1P5k/8/4p3/8/5N2/8/4K3 w - - 0 1", &moves);
    }

    #[test]
    fn written_and_foreign_forms_are_parsed() {
        let pos: Position<Chess> = "4k3/P7/8/3pP3/8/8/8/4K2R w K d6 0 1".parse().unwrap();
        for m in pos.legal_moves() {
            assert_eq!(parse_san(&pos, &san(&pos, m)), Ok(m));
        }
        for (text, coordinates) in
            [("a8Q+", "a7a8q"), ("ed6!?", "e5d6"), ("0-0", "e1g1"), ("e1g1", "e1g1"), ("Rh7", "h1h7")]
        {
            assert_eq!(parse_san(&pos, text), pos.parse_move(coordinates), "{text}");
        }
        for text in ["", "+", "a8", "Ke8", "Qh5", "e2e4e5", "♔e2"] {
            assert!(parse_san(&pos, text).is_err(), "{text}");
        }
    }

    #[test]
    fn redundant_origins_and_suffixes_are_parsed() {
        let pos: Position<Chess> = "4k3/P7/8/8/8/2N5/8/4K3 w - - 0 1".parse().unwrap();
        for (text, coordinates) in
            [("Nc3d5", "c3d5"), ("Ncd5", "c3d5"), ("N3d5+", "c3d5"), ("a7a8=Q", "a7a8q"), ("aa8=N", "a7a8n")]
        {
            assert_eq!(parse_san(&pos, text), pos.parse_move(coordinates), "{text}");
        }
        for text in ["Nd3d5", "Nbd5", "Nc3d5=Q", "Nd5=N", "a7a8", "a7a8=K", "N", "=Q", "Qc3d5", "é5", "Né5"] {
            assert!(parse_san(&pos, text).is_err(), "{text}");
        }
        let coup: Position<Insurrection> = "4k3/8/8/4p3/8/5N2/8/4K3 w - - 0 1".parse().unwrap();
        for text in ["Nxe5", "Nxe5=P", "Nf3xe5=P", "Nf3e5", "f3e5p"] {
            assert_eq!(parse_san(&coup, text), coup.parse_move("f3e5p"), "{text}");
        }
        assert!(parse_san(&coup, "Nxe5=Q").is_err());
    }

    #[test]
    fn purchases_are_written_in_coordinates() {
        let pos: Position<Subversion> = "4k3/8/8/2q5/1N6/8/P7/7K w - - 0 1".parse().unwrap();
        let m = pos.parse_move("a2c5q").unwrap();
        assert_eq!((san(&pos, m).as_str(), parse_san(&pos, "a2c5q")), ("a2c5q", Ok(m)));
    }

    /// The other piece that reaches the target is pinned.
    #[test]
    fn pinned_rivals_need_no_disambiguation() {
        written::<Empire>("k2q4/8/8/8/8/3R4/8/3K3R w - - 0 1", &[("h1h3", "Rh3")]);
        written::<Empire>("4k2r/4r3/8/8/8/8/8/4T1K1 b - - 0 1", &[("h8h7", "Rh7")]);
        written::<Empire>("r5k1/8/8/8/8/C7/8/K4C2 w - - 0 1", &[("f1f3", "Cf3"), ("f1h1", "Ch1")]);
        written::<Subversion>("3rk3/8/8/8/8/3N3N/8/3K4 w - - 0 1", &[("h3f2", "Nf2")]);
    }

    /// Removing the origin from any move that has one makes the text ambiguous, in random games of every variant.
    #[test]
    fn origins_are_written_only_if_needed() {
        struct Walk;
        impl VisitTurnBased for Walk {
            type Out = ();
            fn turn_based<V: Variant>(self, _: V) {
                let mut random = SmallRng::seed_from_u64(23);
                for _ in 0..6 {
                    walk::<V>(&mut random);
                }
            }
        }
        fn walk<V: Variant>(random: &mut SmallRng) {
            let mut pos = Position::<V>::start();
            for _ in 0..150 {
                let moves = pos.legal_moves();
                if moves.is_empty() {
                    return;
                }
                for &m in moves.iter().filter(|m| !m.is_purchase() && m.kind() != MoveKind::Castle) {
                    let text = san(&pos, m);
                    assert_eq!(parse_san(&pos, &text), Ok(m), "{pos}: {text}");
                    let piece = pos.piece_at(m.from()).unwrap().piece_type();
                    let short = format!("{}{}", letter_of_piece(pos.game(), Piece::new(Color::White, piece)), m.to());
                    let plain = text.replace(['x', '+', '#'], "");
                    let plain = plain.split('=').next().unwrap_or_default();
                    if piece != PieceType::PAWN && plain != short {
                        assert!(parse_san(&pos, &short).is_err(), "{pos}: {text}");
                    }
                }
                pos.play(moves[random.random_range(0..moves.len())], &mut ());
            }
        }
        TURN_BASED.into_iter().for_each(|name| with_turn_based(name, Walk).unwrap());
    }
}
