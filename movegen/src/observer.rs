//! Observers of a move: accumulators of an evaluation.

use crate::piece::Piece;
use crate::square::Square;

/// Receives every change of the board and the state while a move is played. `()` ignores them at no cost.
pub trait Observer {
    /// A piece has been put on a square.
    #[inline]
    fn put(&mut self, _piece: Piece, _at: Square) {}
    /// A piece has been taken off a square.
    #[inline]
    fn take(&mut self, _piece: Piece, _at: Square) {}
    /// A feature of the state is active from now on, or remains active.
    #[inline]
    fn gain(&mut self, _feature: usize) {}
    /// A feature of the state is inactive, unless it is gained right afterwards.
    #[inline]
    fn lose(&mut self, _feature: usize) {}
}

impl Observer for () {}
