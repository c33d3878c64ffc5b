//! Observers of a move: accumulators of an evaluation.

use crate::piece::Piece;
use crate::square::Square;

/// Receives every change of the board and the state while a move is played. `()` ignores them at no cost.
///
/// ```
/// use upheaval_movegen::{Chess, Piece, Observer, Position, Square};
/// #[derive(Default)]
/// struct Lost(Vec<Piece>);
/// impl Observer for Lost {
///     fn put(&mut self, _piece: Piece, _at: Square) {
///         self.0.pop();
///     }
///     fn take(&mut self, piece: Piece, _at: Square) {
///         self.0.push(piece);
///     }
///     fn gain(&mut self, _feature: usize) {}
///     fn lose(&mut self, _feature: usize) {}
/// }
/// let mut pos: Position<Chess> = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1".parse().unwrap();
/// let (m, mut lost) = (pos.parse_move("e4d5").unwrap(), Lost::default());
/// pos.play(m, &mut lost);
/// assert_eq!(lost.0.len(), 1, "the attacker left its square and arrived, its victim only left");
/// ```
pub trait Observer {
    /// A piece has been put on a square.
    fn put(&mut self, piece: Piece, at: Square);
    /// A piece has been taken off a square.
    fn take(&mut self, piece: Piece, at: Square);
    /// A feature of the state is active from now on, or remains active.
    fn gain(&mut self, feature: usize);
    /// A feature of the state is inactive, unless it is gained right afterwards.
    fn lose(&mut self, feature: usize);
}

impl Observer for () {
    #[inline]
    fn put(&mut self, _piece: Piece, _at: Square) {}
    #[inline]
    fn take(&mut self, _piece: Piece, _at: Square) {}
    #[inline]
    fn gain(&mut self, _feature: usize) {}
    #[inline]
    fn lose(&mut self, _feature: usize) {}
}
