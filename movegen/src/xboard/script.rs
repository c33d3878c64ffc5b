//! From moves of the game to plies of XBoard: a *script* is a row of plies that turns the board that XBoard shows into the
//! one that stands after the move. Most moves are one ply; a purchase that costs two pieces or more takes several.
//!
//! A script is a function of the board shown and the move alone, so that an opponent who keeps the same board can find
//! the move again from the plies that reach it.

use crate::fen::{letter_of_piece, letter_of_piece_type};
use crate::{Move, Position, Square, Variant};

use super::board::Board;
use super::ply::{Ply, Spot};
use super::purchase;
use super::square::spot;

/// The pieces of a position as [`Board::pieces`] lists them.
pub fn pieces<V: Variant>(pos: &Position<V>) -> Vec<Option<char>> {
    Square::all().map(|at| pos.piece_at(at).map(letter_of_piece::<V>)).collect()
}

/// The small letter of the piece that stands on the target after the move, if any.
pub fn letter_after<V: Variant>(pos: &Position<V>, m: Move) -> Option<char> {
    pos.after(m).piece_at(m.to()).map(|piece| letter_of_piece_type::<V>(piece.piece_type()))
}

/// The plies by which XBoard's board, as it is shown, becomes the one after the move.
pub fn script<V: Variant>(pos: &Position<V>, shown: &Board, m: Move) -> Vec<Ply> {
    let letter = letter_after(pos, m);
    if m.is_purchase() {
        return purchase::script(pos, m, letter);
    }
    let truth = pieces(&pos.after(m));
    let (from, to) = (spot(m.from()), spot(m.to()));
    let errors = |ply: &Ply| {
        let mut board = shown.clone();
        board.play(ply);
        board.differs_from(&truth)
    };
    // The suffix is there when it mends something: a piece who has changed, or one who was shown wrongly before.
    let plain = Ply::go(from, to, None);
    let named = Ply::go(from, to, letter);
    vec![if errors(&named) < errors(&plain) { named } else { plain }]
}

/// What texts, as XBoard hands plies to another engine, say in this position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Understood {
    /// All of a move, of which this is the last ply.
    Move(Move, Ply),
    /// The beginning of some move, of which this is the ply heard last.
    Part(Ply),
}

/// Which legal move's script arrives in these texts, on the board that is shown before it. Only the moves of the pieces that
/// the texts name are scripted and compared.
pub fn understand<V: Variant>(pos: &Position<V>, shown: &Board, heard: &[Option<String>]) -> Option<Understood> {
    let named = NamedSquares::of(heard)?;
    let mut part = None;
    for m in pos.legal_moves().into_iter().filter(|&m| named.may_mean(pos, m)) {
        let plies = script(pos, shown, m);
        let ply = plies.get(heard.len() - 1).copied();
        let texts = shown.relay(&plies);
        if texts == heard {
            return ply.map(|ply| Understood::Move(m, ply));
        }
        if part.is_none() && texts.starts_with(heard) {
            part = ply;
        }
    }
    part.map(Understood::Part)
}

/// The squares that relayed texts name.
struct NamedSquares {
    /// Where legs begin.
    from: Vec<Spot>,
    /// Where the only leg ends, if there is one alone.
    to: Option<Spot>,
}

impl NamedSquares {
    fn of(heard: &[Option<String>]) -> Option<Self> {
        let legs: Vec<&str> = heard.iter().flatten().flat_map(|text| text.split(',')).collect();
        let from = legs.iter().map(|leg| Spot::parse(leg.get(..2)?)).collect::<Option<_>>()?;
        let to = if let ([leg], [_]) = (&legs[..], heard) { Some(Spot::parse(leg.get(2..4)?)?) } else { None };
        Some(Self { from, to })
    }

    /// Whether a move's script can begin so: an ordinary move is one leg; in a purchase's legs the pieces go that it costs, and
    /// the last leg of several goes from the target to itself.
    fn may_mean<V: Variant>(&self, pos: &Position<V>, m: Move) -> bool {
        if !m.is_purchase() {
            return self.from == [spot(m.from())] && self.to == Some(spot(m.to()));
        }
        let pieces: Vec<Spot> = pos.payment(m).with(m.to()).into_iter().map(spot).collect();
        self.from.iter().all(|at| pieces.contains(at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants::{TURN_BASED, VisitTurnBased, with_turn_based};
    use crate::{Insurrection, Subversion};
    use rand::rngs::SmallRng;
    use rand::{RngExt, SeedableRng};

    fn texts<V: Variant>(fen: &str, text: &str) -> (Vec<String>, Vec<Option<String>>) {
        let pos: Position<V> = fen.parse().unwrap();
        let shown = Board::new(&pos.board_text(), &[]);
        let plies = script(&pos, &shown, pos.parse_move(text).unwrap());
        (plies.iter().map(ToString::to_string).collect(), shown.relay(&plies))
    }

    #[test]
    fn a_capture_that_changes_the_captor_carries_the_letter() {
        let fen = "4k3/8/8/4p3/8/5N2/8/4K3 w - - 0 1";
        assert_eq!(texts::<Insurrection>(fen, "f3e5").0, ["f3e5p"]);
        assert_eq!(texts::<Insurrection>(fen, "f3d4").0, ["f3d4"]);
    }

    #[test]
    fn pieces_who_are_paid_take_each_other_on_the_way_to_the_target() {
        let fen = "4k3/8/8/8/4r3/3N4/8/2B1KB2 w - - 0 1";
        let (said, heard) = texts::<Subversion>(fen, "c1f1e4r");
        assert_eq!(said, ["c1f1", "@@@@", "f1e4r"]);
        assert_eq!(heard, [Some("c1f1".to_owned()), None, Some("f1e4r".to_owned())]);
        let fen = "7k/8/8/8/4q3/3N4/8/2B1KB2 w - - 0 1";
        assert_eq!(texts::<Subversion>(fen, "c1f1d3e4q").0, ["c1f1", "@@@@", "f1d3", "@@@@", "d3e4q"]);
    }

    #[test]
    fn pieces_who_are_not_paid_have_no_part_in_a_purchase() {
        let fen = "4k3/5p2/8/8/4r3/3N4/5PP1/2B1KB2 w - - 0 1";
        assert_eq!(texts::<Subversion>(fen, "c1f1e4r").0, ["c1f1", "@@@@", "f1e4r"]);
        let fen = "4k3/8/8/4P3/3Pr3/8/6PP/4K3 w - - 0 1";
        let paid_in_pawns: Position<Subversion> = fen.parse().unwrap();
        for &m in paid_in_pawns.legal_moves().iter().filter(|m| m.is_purchase()) {
            let plies = script(&paid_in_pawns, &Board::new(&paid_in_pawns.board_text(), &[]), m);
            assert_eq!(plies.len() + 1, 2 * paid_in_pawns.payment(m).count() as usize);
        }
    }

    /// Every move of a position, as it arrives ply by ply.
    fn tells_all_moves<V: Variant>(pos: &Position<V>, shown: &Board) {
        for m in pos.legal_moves() {
            let plies = script(pos, shown, m);
            let texts = shown.relay(&plies);
            for (heard, ply) in plies.iter().enumerate() {
                let understood = understand(pos, shown, &texts[..=heard]);
                if heard + 1 < plies.len() {
                    assert!(
                        matches!(understood, Some(Understood::Part(part)) if part == *ply),
                        "{pos}: {}",
                        pos.write_move(m)
                    );
                } else {
                    assert_eq!(understood, Some(Understood::Move(m, *ply)), "{pos}: {}", pos.write_move(m));
                }
            }
        }
    }

    #[test]
    fn a_move_is_understood_ply_by_ply() {
        fn look<V: Variant>(fen: &str) {
            let pos: Position<V> = fen.parse().unwrap();
            tells_all_moves(&pos, &Board::new(&pos.board_text(), &[]));
        }
        look::<Subversion>("4k3/8/8/4q3/4r3/3N4/5PP1/2B1KB1R w K - 0 1");
        look::<Insurrection>("1r2k3/P7/8/3pP3/8/5N2/8/4K2R w K d6 0 1 Kk");
    }

    #[test]
    fn plies_that_begin_no_move_are_not_understood() {
        let pos: Position<Subversion> = "4k3/8/8/8/4r3/3N4/8/2B1KB2 w - - 0 1".parse().unwrap();
        let shown = Board::new(&pos.board_text(), &[]);
        let heard = |texts: &[&str]| {
            let texts: Vec<_> = texts.iter().map(|&text| (text != "@@@@").then(|| text.to_owned())).collect();
            understand(&pos, &shown, &texts)
        };
        assert!(matches!(heard(&["c1f1"]), Some(Understood::Part(_))));
        assert!(matches!(heard(&["c1f1", "@@@@", "f1e4r"]), Some(Understood::Move(..))));
        // The pieces in the other order, another target, another end, and more than the move has.
        let wrong: [&[&str]; 5] = [
            &["f1c1"],
            &["c1f8"],
            &["c1f1", "@@@@", "f1e4q"],
            &["c1f1", "@@@@", "f1d3"],
            &["c1f1", "@@@@", "f1e4r", "@@@@"],
        ];
        for texts in wrong {
            assert_eq!(heard(texts), None, "{texts:?}");
        }
    }

    /// Wherever a random game goes, every move's script ends with the true board, and the plies that arrive at the other
    /// side name the move.
    #[test]
    fn scripts_lead_to_the_true_board_and_can_be_told_apart() {
        struct Walk;
        impl VisitTurnBased for Walk {
            type Out = ();
            fn turn_based<V: Variant>(self) {
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
            // Once in a while, since this looks through all moves for each.
            if number % 8 == 0 {
                tells_all_moves(&pos, &shown);
            }
            let mut heard = std::collections::HashSet::new();
            for &m in &moves {
                let plies = script(&pos, &shown, m);
                let texts = shown.relay(&plies);
                assert!(heard.insert(texts), "{pos}: {}", pos.write_move(m));
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
