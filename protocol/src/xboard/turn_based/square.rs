//! Squares of our board as XBoard names them.

use movegen::Square;

use crate::xboard::ply::Spot;

/// XBoard's name for a square.
pub(crate) const fn spot(at: Square) -> Spot {
    Spot { file: at.file() as usize, rank: at.rank() as usize }
}
