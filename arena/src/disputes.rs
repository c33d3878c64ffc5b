//! Illegal moves that other programs are known to allow.

use std::any::Any;

use games::registry::{TurnBasedVisitor, visit_turn_based};
use movegen::{Color, Game, MoveKind, Position, Record, Square, Variant};

/// Returns why the rules of other programs allow this illegal move, if they are known to allow it.
pub fn disputed<G: Game>(record: &Record<G>, of: Color, text: &str) -> Option<&'static str> {
    struct Check<'a>(&'a dyn Any, Color, &'a str);
    impl TurnBasedVisitor for Check<'_> {
        type Out = Option<&'static str>;
        fn turn_based<V: Variant>(self, _: V) -> Self::Out {
            opens_face_off::<V>(self.0.downcast_ref()?, self.1, self.2)
        }
    }
    visit_turn_based(record.position().name(), Check(record, of, text)).flatten()
}

/// Fairy-Stockfish does not check for a face-off when a pawn captures en passant, although both pawns leave the line at once.
fn opens_face_off<V: Variant>(record: &Record<Position<V>>, of: Color, text: &str) -> Option<&'static str> {
    let pos = record.position();
    let last = record.moves().last()?[!of].filter(|m| m.kind() == MoveKind::DoubleStep)?;
    let from = Square::parse(text.get(0..2)?)?;
    let to = Square::parse(text.get(2..)?)?;
    let victim = last.to();
    let passes = victim.file() == to.file() && from.rank() == victim.rank();
    let is_pawn = pos.of(of, movegen::PieceType::PAWN).has(from);
    let is_capture = movegen::attacks::pawn(of, from).has(to) && !pos.occupied().has(to);
    if !(passes && is_pawn && is_capture) || V::facing(pos, !of).is_empty() {
        return None;
    }
    let occupied = pos.occupied().without(from).without(victim).with(to);
    let is_attacked = |royal| V::attackers(pos, royal, !of, occupied).without(victim).any();
    (!V::royals(pos, of).into_iter().any(is_attacked)).then_some("captures en passant and opens a face-off")
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::{Chess, Empire};

    fn after<V: Variant>(fen: &str, text: &str) -> Record<Position<V>> {
        let mut record = Record::new(fen.parse::<Position<V>>().unwrap());
        let m = record.position().parse_move(text).unwrap();
        record.push(m);
        record
    }

    #[test]
    fn en_passant_that_opens_a_face_off_is_disputed() {
        // Only the pawns on d5 and e5 stand between the kings.
        let record = after::<Empire>("8/3p4/8/k3P2K/8/8/8/8 b - - 0 1", "d7d5");
        assert!(record.position().parse_move("e5d6").is_err());
        let reason = |text| disputed(&record, Color::White, text);
        assert_eq!(reason("e5d6"), Some("captures en passant and opens a face-off"));
        for other in ["e5f6", "h5h8", "e5d6q", "x", "", "e5", "d5d6"] {
            assert_eq!(reason(other), None, "{other}");
        }
    }

    #[test]
    fn en_passant_into_check_is_not_disputed() {
        let record = after::<Empire>("k7/3p4/8/r3P2K/8/8/8/8 b - - 0 1", "d7d5");
        assert!(record.position().parse_move("e5d6").is_err());
        assert_eq!(disputed(&record, Color::White, "e5d6"), None);
        let record = after::<Chess>("k7/3p4/8/r3P2K/8/8/8/8 b - - 0 1", "d7d5");
        assert_eq!(disputed(&record, Color::White, "e5d6"), None);
    }
}
