//! Squares of our board as XBoard names them.

use crate::Square;

use super::ply::Spot;

/// XBoard's name for a square.
pub const fn spot(at: Square) -> Spot {
    Spot { file: at.file() as usize, rank: at.rank() as usize }
}
