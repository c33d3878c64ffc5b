//! King of the Hill: as chess, and a king that reaches one of the four squares in the middle wins.

use upheaval_movegen::{Bitboard, Color, Outcome, PieceType, Position, Reason, Square, Variant};

/// King of the Hill.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct KingOfTheHill;

const HILL: Bitboard =
    Bitboard::from_squares(&[Square::at(3, 3), Square::at(4, 3), Square::at(3, 4), Square::at(4, 4)]);

impl Variant for KingOfTheHill {
    const NAME: &'static str = "kingofthehill";
    type ByPieceType = [Bitboard; 6];
    type State = ();

    /// Steps to a winning goal are noisy, so that quiescence search examines them.
    fn goal(self, _us: Color) -> Bitboard {
        HILL
    }

    /// The side that has moved is on the hill.
    fn decided(pos: &Position<Self>) -> Option<Outcome> {
        let winner = !pos.turn();
        let is_there = pos.of(winner, PieceType::KING).meets(HILL);
        is_there.then_some(Outcome::win(winner, Reason::Rule("king of the hill")))
    }

    /// A king alone may still reach the hill.
    fn cannot_win(_pos: &Position<Self>, _us: Color) -> bool {
        false
    }
}
