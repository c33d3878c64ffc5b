//! Scripts: the plies that turn the board shown by XBoard into the board after a move: one, or several for a purchase. A script
//! depends only on the board shown and the move, so an opponent with the same board can decode the move.

use movegen::fen::letter_of_piece_type;
use movegen::{Move, MoveKind, PieceType, Position, Variant};

use super::board::Board;
use super::ply::Ply;
use crate::explain::At;
use crate::game::PlayedGame;

/// Returns the pieces of a position in the order of [`Board::pieces`].
pub fn pieces<G: PlayedGame>(pos: &G) -> Vec<Option<char>> {
    (0..G::SIZE).flat_map(|rank| (0..G::SIZE).map(move |file| pos.letter_at(file, rank))).collect()
}

/// Returns the lower-case letter of the piece on the target after the move, if any.
pub fn letter_after<V: Variant>(pos: &Position<V>, m: Move) -> Option<char> {
    pos.after(m).piece_at(m.to()).map(|piece| letter_of_piece_type(pos.game(), piece.piece_type()))
}

/// Returns the plies that turn the board shown into the board after the move.
pub fn script<V: Variant>(pos: &Position<V>, shown: &Board, m: Move) -> Vec<Ply> {
    let letter = letter_after(pos, m);
    if m.is_purchase() {
        return purchase_script(pos, m, letter);
    }
    let (from, to) = (m.from().into(), m.to().into());
    if V::CASTLES_ONTO_ROOK && m.kind() == MoveKind::Castle {
        return vec![Ply::Castle(from, to)];
    }
    let truth = pieces(&pos.after(m));
    let errors = |ply: &Ply| {
        let mut board = shown.clone();
        board.play(ply);
        board.differs_from(&truth)
    };
    // The suffix is written only if it corrects the board: a piece has changed, or was shown incorrectly before.
    let plain = Ply::go(from, to, None);
    let named = Ply::go(from, to, letter);
    vec![if errors(&named) < errors(&plain) { named } else { plain }]
}

/// Returns the plies of a purchase. The first paid piece captures the other paid pieces one after the other and then moves to the
/// target; the other side passes between these plies. XBoard could not read plies of several legs from a saved game.
fn purchase_script<V: Variant>(pos: &Position<V>, m: Move, letter: Option<char>) -> Vec<Ply> {
    let all = pos.payment(m);
    let pawns = all & pos.piece_type(PieceType::PAWN);
    // Pawns last: XBoard applies en passant only to moves of pawns.
    let mut stops: Vec<At> = (all - pawns).into_iter().chain(pawns).map(At::from).collect();
    stops.push(m.to().into());
    let last = stops.len().saturating_sub(2);
    let go = |(index, way): (usize, &[At])| Ply::go(way[0], way[1], letter.filter(|_| index == last));
    let plies = stops.windows(2).enumerate().map(go).flat_map(|ply| [Ply::Pass, ply]);
    plies.skip(1).collect()
}

/// The meaning of relayed texts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decoded {
    /// A complete move and its last ply.
    Move(Move, Ply),
    /// The beginning of at least one move, and the last ply received.
    Part(Ply),
}

/// Returns the legal move whose script consists of these relayed texts; `shown` is the board before the script.
pub fn decode<V: Variant>(pos: &Position<V>, shown: &Board, received: &[Option<String>]) -> Option<Decoded> {
    let named = NamedSquares::of(received)?;
    let mut part = None;
    for m in pos.legal_moves().into_iter().filter(|&m| named.can_begin(pos, m)) {
        let plies = script(pos, shown, m);
        let ply = plies.get(received.len() - 1).copied();
        let texts = shown.relay(&plies);
        if texts == received {
            return ply.map(|ply| Decoded::Move(m, ply));
        }
        if part.is_none() && texts.starts_with(received) {
            part = ply;
        }
    }
    part.map(Decoded::Part)
}

/// The squares named by relayed texts.
struct NamedSquares {
    /// The origins of all legs.
    from: Vec<At>,
    /// The target, if there is only one leg.
    to: Option<At>,
}

impl NamedSquares {
    fn of(received: &[Option<String>]) -> Option<Self> {
        let legs: Vec<&str> = received.iter().flatten().flat_map(|text| text.split(',')).collect();
        let from = legs.iter().map(|leg| At::parse(leg.get(..2)?)).collect::<Option<_>>()?;
        let to = if let ([leg], [_]) = (&legs[..], received) { Some(At::parse(leg.get(2..4)?)?) } else { None };
        Some(Self { from, to })
    }

    /// Returns `true` if a move's script can begin with these squares. An ordinary move is one leg; the legs of a purchase
    /// begin on squares of its payment, or on the target.
    fn can_begin<V: Variant>(&self, pos: &Position<V>, m: Move) -> bool {
        if !m.is_purchase() {
            return self.from == [At::from(m.from())] && self.to == Some(At::from(m.to()));
        }
        let pieces: Vec<At> = pos.payment(m).with(m.to()).into_iter().map(At::from).collect();
        self.from.iter().all(|at| pieces.contains(at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::variants::{TURN_BASED, VisitTurnBased, with_turn_based};
    use movegen::{Chess960, Insurrection, Subversion};
    use rand::rngs::SmallRng;
    use rand::{RngExt, SeedableRng};

    fn texts<V: Variant>(fen: &str, text: &str) -> (Vec<String>, Vec<Option<String>>) {
        let pos: Position<V> = fen.parse().unwrap();
        let shown = Board::new(&pos.board_text(), &[]);
        let plies = script(&pos, &shown, pos.parse_move(text).unwrap());
        (plies.iter().map(ToString::to_string).collect(), shown.relay(&plies))
    }

    #[test]
    fn chess960_castles_by_its_name() {
        let fen = "1k5r/8/8/8/8/8/8/R3K1R1 w KQk - 0 1";
        assert_eq!(texts::<Chess960>(fen, "e1g1"), (vec!["O-O".to_owned()], vec![Some("O-O".to_owned())]));
        let pos: Position<Chess960> = fen.parse().unwrap();
        for text in ["O-O", "O-O-O"] {
            let m = pos.parse_move(text).unwrap();
            let mut shown = Board::of(&pos);
            script(&pos, &shown, m).iter().for_each(|ply| shown.play(ply));
            assert_eq!(shown.differs_from(&pieces(&pos.after(m))), 0, "{text}");
        }
    }

    #[test]
    fn changing_capture_has_a_suffix() {
        let fen = "4k3/8/8/4p3/8/5N2/8/4K3 w - - 0 1";
        assert_eq!(texts::<Insurrection>(fen, "f3e5").0, ["f3e5p"]);
        assert_eq!(texts::<Insurrection>(fen, "f3d4").0, ["f3d4"]);
    }

    #[test]
    fn purchase_is_shown_as_captures_of_paid_pieces() {
        let fen = "4k3/8/8/8/4r3/3N4/8/2B1KB2 w - - 0 1";
        let (plies, relayed) = texts::<Subversion>(fen, "c1f1e4r");
        assert_eq!(plies, ["c1f1", "@@@@", "f1e4r"]);
        assert_eq!(relayed, [Some("c1f1".to_owned()), None, Some("f1e4r".to_owned())]);
        let fen = "7k/8/8/8/4q3/3N4/8/2B1KB2 w - - 0 1";
        assert_eq!(texts::<Subversion>(fen, "c1f1d3e4q").0, ["c1f1", "@@@@", "f1d3", "@@@@", "d3e4q"]);
    }

    #[test]
    fn purchase_moves_only_paid_pieces() {
        let fen = "4k3/5p2/8/8/4r3/3N4/5PP1/2B1KB2 w - - 0 1";
        assert_eq!(texts::<Subversion>(fen, "c1f1e4r").0, ["c1f1", "@@@@", "f1e4r"]);
        let fen = "4k3/8/8/4P3/3Pr3/8/6PP/4K3 w - - 0 1";
        let paid_in_pawns: Position<Subversion> = fen.parse().unwrap();
        for &m in paid_in_pawns.legal_moves().iter().filter(|m| m.is_purchase()) {
            let plies = script(&paid_in_pawns, &Board::new(&paid_in_pawns.board_text(), &[]), m);
            assert_eq!(plies.len() + 1, 2 * paid_in_pawns.payment(m).count() as usize);
        }
    }

    /// Decodes every move of a position ply by ply.
    fn check_decoding<V: Variant>(pos: &Position<V>, shown: &Board) {
        for m in pos.legal_moves() {
            let plies = script(pos, shown, m);
            if matches!(plies[..], [Ply::Castle(..)]) {
                // `O-O` is read as notation.
                continue;
            }
            let texts = shown.relay(&plies);
            for (index, ply) in plies.iter().enumerate() {
                let decoded = decode(pos, shown, &texts[..=index]);
                if index + 1 < plies.len() {
                    assert!(
                        matches!(decoded, Some(Decoded::Part(part)) if part == *ply),
                        "{pos}: {}",
                        pos.write_move(m)
                    );
                } else {
                    assert_eq!(decoded, Some(Decoded::Move(m, *ply)), "{pos}: {}", pos.write_move(m));
                }
            }
        }
    }

    #[test]
    fn moves_are_decoded_ply_by_ply() {
        fn check<V: Variant>(fen: &str) {
            let pos: Position<V> = fen.parse().unwrap();
            check_decoding(&pos, &Board::new(&pos.board_text(), &[]));
        }
        check::<Subversion>("4k3/8/8/4q3/4r3/3N4/5PP1/2B1KB1R w K - 0 1");
        check::<Insurrection>("1r2k3/P7/8/3pP3/8/5N2/8/4K2R w K d6 0 1 Kk");
    }

    #[test]
    fn plies_of_no_move_are_not_decoded() {
        let pos: Position<Subversion> = "4k3/8/8/8/4r3/3N4/8/2B1KB2 w - - 0 1".parse().unwrap();
        let shown = Board::new(&pos.board_text(), &[]);
        let decoded = |texts: &[&str]| {
            let texts: Vec<_> = texts.iter().map(|&text| (text != "@@@@").then(|| text.to_owned())).collect();
            decode(&pos, &shown, &texts)
        };
        assert!(matches!(decoded(&["c1f1"]), Some(Decoded::Part(_))));
        assert!(matches!(decoded(&["c1f1", "@@@@", "f1e4r"]), Some(Decoded::Move(..))));
        // Reversed pieces, another target, another suffix, another square, too many plies.
        let wrong: [&[&str]; 5] = [
            &["f1c1"],
            &["c1f8"],
            &["c1f1", "@@@@", "f1e4q"],
            &["c1f1", "@@@@", "f1d3"],
            &["c1f1", "@@@@", "f1e4r", "@@@@"],
        ];
        for texts in wrong {
            assert_eq!(decoded(texts), None, "{texts:?}");
        }
    }

    /// Random games of every variant.
    #[test]
    fn scripts_are_distinct_and_reach_the_position() {
        struct Walk;
        impl VisitTurnBased for Walk {
            type Out = ();
            fn turn_based<V: Variant>(self, _: V) {
                let mut random = SmallRng::seed_from_u64(11);
                for _ in 0..30 {
                    walk::<V>(&mut random);
                }
            }
        }
        for name in TURN_BASED {
            with_turn_based(name, Walk).unwrap();
        }
    }

    fn walk<V: Variant>(random: &mut SmallRng) {
        let mut pos = Position::<V>::start();
        let mut shown = Board::new(&pos.board_text(), &[]);
        for number in 0..120 {
            let moves = pos.legal_moves();
            if moves.is_empty() {
                break;
            }
            // Not at every move: this compares all moves with each other.
            if number % 8 == 0 {
                check_decoding(&pos, &shown);
            }
            let mut seen = std::collections::HashSet::new();
            for &m in &moves {
                let plies = script(&pos, &shown, m);
                let texts = shown.relay(&plies);
                assert!(seen.insert(texts), "{pos}: {}", pos.write_move(m));
                let mut board = shown.clone();
                plies.iter().for_each(|ply| board.play(ply));
                assert_eq!(board.differs_from(&pieces(&pos.after(m))), 0, "{pos}: {}", pos.write_move(m));
            }
            let m = moves[random.random_range(0..moves.len())];
            script(&pos, &shown, m).iter().for_each(|ply| shown.play(ply));
            pos.play(m, &mut ());
        }
    }
}
