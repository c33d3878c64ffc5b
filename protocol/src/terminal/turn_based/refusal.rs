//! Why a move cannot be played, in one line.

use movegen::fen::{piece_type_of_letter, printable};
use movegen::san::san;
use movegen::{Move, Piece, PieceType, Position, Square, Variant};

use crate::names;

/// Why this text is no legal move; `None` where nothing better can be said than that it is none.
pub(super) fn reason<V: Variant>(pos: &Position<V>, text: &str) -> Option<String> {
    let bare: String = text.chars().filter(|c| !matches!(c, 'x' | '=' | '-' | '+' | '#' | '!' | '?')).collect();
    if !bare.is_ascii() {
        return None;
    }
    let square = |at: usize| bare.get(at..at + 2).and_then(Square::parse);
    match (square(0), square(2)) {
        (Some(from), Some(to)) if bare.len() <= 5 => Some(by_squares(pos, text, from, to)),
        _ => by_name(pos, text, &bare),
    }
}

/// Why nobody goes from here to there.
fn by_squares<V: Variant>(pos: &Position<V>, text: &str, from: Square, to: Square) -> String {
    let Some(piece) = pos.piece_at(from) else { return format!("nobody stands on {from}") };
    let (us, name) = (pos.turn(), names::of_piece_type::<V>(piece.piece_type()));
    if piece.color() != us {
        return format!("the {name} on {from} is {}'s, and {} is to move", piece.color().name(), us.name());
    }
    let goes: Vec<Move> =
        pos.legal_moves().into_iter().filter(|m| m.from() == from && m.to() == to && !m.is_purchase()).collect();
    if goes.iter().any(|m| m.promotes_to().is_some()) {
        let ways: Vec<String> = goes.iter().map(|&m| pos.write_move(m)).collect();
        return format!("say what the pawn becomes: {}", ways.join(", "));
    }
    if !goes.is_empty() {
        return format!("the {name} goes to {to}, but not as '{}'", printable(text));
    }
    match pos.piece_at(to) {
        Some(other) if other.color() == us => {
            format!("your own {} stands on {to}", names::of_piece_type::<V>(other.piece_type()))
        }
        other if reaches(pos, piece, from, to, other.is_some()) => forbidden(pos),
        Some(_) => format!("the {name} on {from} cannot capture on {to}"),
        None => format!("the {name} on {from} cannot go to {to}"),
    }
}

/// Whether the piece could go there if nothing forbade it.
fn reaches<V: Variant>(pos: &Position<V>, piece: Piece, from: Square, to: Square, is_capture: bool) -> bool {
    let occupied = pos.occupied();
    if piece.piece_type() == PieceType::PAWN && !is_capture {
        let ahead = from.file() == to.file();
        let rank = |square: Square| i16::from(square.rank());
        let steps = (rank(to) - rank(from)) * i16::from(piece.color().forward().signum());
        return ahead && (steps == 1 || steps == 2 && from.rank() == piece.color().rank(1));
    }
    match is_capture {
        true => V::captures(piece.piece_type(), piece.color(), from, occupied).has(to),
        false => V::steps(piece.piece_type(), piece.color(), from, occupied).has(to),
    }
}

/// Why a piece may not go where it could.
fn forbidden<V: Variant>(pos: &Position<V>) -> String {
    let checked: Vec<String> = pos.checked_royals().into_iter().map(|at| names::of_piece_at(pos, at)).collect();
    match checked.is_empty() {
        false => format!("check: that does not help the {}", checked.join(", ")),
        true if V::facing(pos, !pos.turn()).any() => {
            "that leaves your king open to capture or to the other king's face".to_owned()
        }
        true => "that leaves your royal open to capture".to_owned(),
    }
}

/// Why no piece of that letter goes there, or which of several is meant.
fn by_name<V: Variant>(pos: &Position<V>, text: &str, bare: &str) -> Option<String> {
    let mut letters = bare.chars();
    let first = letters.next()?;
    let (piece_type, rest) = match first.is_ascii_uppercase() {
        true => (piece_type_of_letter::<V>(first.to_ascii_lowercase())?, letters.as_str()),
        false => (PieceType::PAWN, bare),
    };
    let goal = rest.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let to = Square::parse(goal.get(goal.len().checked_sub(2)?..)?)?;
    let is_meant = |m: &Move| !m.is_purchase() && m.to() == to && pos.of(pos.turn(), piece_type).has(m.from());
    let ways: Vec<Move> = pos.legal_moves().into_iter().filter(is_meant).collect();
    let name = names::of_piece_type::<V>(piece_type);
    match &ways[..] {
        [] if pos.of(pos.turn(), piece_type).is_empty() => Some(format!("you have no {name}")),
        [] => Some(match pos.of(pos.turn(), piece_type).first() {
            Some(only) if !pos.of(pos.turn(), piece_type).many() => by_squares(pos, text, only, to),
            _ => format!("none of your {name}s can go to {to}{}", in_check(pos)),
        }),
        _ => {
            let texts: Vec<String> = ways.iter().map(|&m| san(pos, m)).collect();
            Some(format!("which one? {}", texts.join(", ")))
        }
    }
}

fn in_check<V: Variant>(pos: &Position<V>) -> &'static str {
    if pos.checked_royals().any() { ", as there is a check to be answered" } else { "" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::{Chess, Empire};

    fn refused<V: Variant>(fen: &str, text: &str, expected: &str) {
        let pos: Position<V> = fen.parse().unwrap();
        assert_eq!(reason(&pos, text).as_deref(), Some(expected), "{text}");
    }

    #[test]
    fn squares_say_what_is_wrong_with_them() {
        let start = Chess::START;
        refused::<Chess>(start, "e4e5", "nobody stands on e4");
        refused::<Chess>(start, "e7e5", "the pawn on e7 is Black's, and White is to move");
        refused::<Chess>(start, "a1a2", "your own pawn stands on a2");
        refused::<Chess>(start, "g1g3", "the knight on g1 cannot go to g3");
        refused::<Chess>(start, "e2e5", "the pawn on e2 cannot go to e5");
        refused::<Chess>(start, "e2e4q", "the pawn goes to e4, but not as 'e2e4q'");
        refused::<Chess>("4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1", "e2e3", "the pawn on e2 cannot capture on e3");
        refused::<Chess>(
            "7k/P7/8/8/8/8/8/K7 w - - 0 1",
            "a7a8",
            "say what the pawn becomes: a7a8q, a7a8n, a7a8r, a7a8b",
        );
    }

    #[test]
    fn checks_and_pins_are_named() {
        refused::<Chess>("4k3/8/8/8/8/8/4r3/K1R5 w - - 0 1", "Kb2", "that leaves your royal open to capture");
        refused::<Chess>("4k3/8/8/8/1b6/8/P7/4K3 w - - 0 1", "a2a3", "check: that does not help the king e1");
        refused::<Chess>("4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1", "Nd5", "that leaves your royal open to capture");
        refused::<Empire>(
            "4k3/8/8/8/8/8/8/3K4 w - - 0 1",
            "d1e1",
            "that leaves your king open to capture or to the other king's face",
        );
    }

    #[test]
    fn names_say_who_is_meant_or_that_nobody_is() {
        let fen = "4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1";
        refused::<Chess>(fen, "Ne2", "which one? Nge2, Nce2");
        refused::<Chess>(fen, "Nh8", "none of your knights can go to h8");
        refused::<Chess>(fen, "Qh5", "you have no queen");
        refused::<Chess>(fen, "Ke3", "the king on e1 cannot go to e3");
    }

    #[test]
    fn what_is_no_move_at_all_has_no_reason() {
        let pos = Position::<Chess>::start();
        for text in ["", "joho", "é2e4", "e", "K", "99", "x", "e9", "Zf3"] {
            assert_eq!(reason(&pos, text), None, "{text}");
        }
    }
}
