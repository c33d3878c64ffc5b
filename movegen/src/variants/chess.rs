//! Orthodox chess: every default of the rules.

use crate::bitboard::Bitboard;
use crate::variant::Variant;

/// Orthodox chess by the FIDE Laws (2023), threefold repetition and the 50-move rule ending the game at once.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Chess;

impl Variant for Chess {
    const NAME: &'static str = "chess";
    const SYZYGY: bool = true;
    type ByPieceType = [Bitboard; 6];
    type State = ();
}
