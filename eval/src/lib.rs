//! Values of positions. This crate knows no search.
//!
//! [`Evaluator`] is what the engine uses: the game's [`Network`] where there is one, else the hand-made evaluation, whose terms
//! `eval` lists. That one is generic over the game and asks the rules what a piece can do. Weights and networks are files in the
//! folders of the games in `gamedata`; a game without them uses the weights of chess, and its network if it resembles chess.
//!
//! ```
//! use upheaval_eval::{Evaluate, Evaluator};
//! use movegen::{Chess, Position};
//! let evaluator = Evaluator::<Chess>::hand_made();
//! let start = Position::<Chess>::start();
//! let mut accumulator = evaluator.refresh(&start);
//! let mut next = start;
//! next.play(start.parse_move("e2e4")?, &mut accumulator);
//! assert!(evaluator.score(&next, &accumulator) < evaluator.score(&start, &evaluator.refresh(&start)));
//! # Ok::<(), movegen::MoveError>(())
//! ```

/// The examples of the README, tested like all others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod estimate;
mod evaluator;
mod handmade;
mod mop_up;
pub mod network;
mod objectives;
mod pair;
pub mod score;
mod terms;
mod wdl;
pub mod weights;

pub use evaluator::{Evaluator, EvaluatorError};
pub use handmade::Trace;
pub use network::Network;
pub use pair::Pair;
pub use score::Score;
pub use wdl::Wdl;
pub use weights::Weights;

use movegen::{Color, Observer, PieceType, Position, Square, Variant};

/// Returns the square as its owner sees it: rank 1 is the owner's first.
#[inline]
pub(crate) const fn own_view(color: Color, at: Square) -> Square {
    match color {
        Color::White => at,
        Color::Black => at.flip(),
    }
}

/// An evaluator of a game's positions.
///
/// The accumulator is updated by each move; the rest is computed for each score. Accumulators are copied with the search's ply,
/// so undoing a move is free.
pub trait Evaluate<V: Variant>: Copy + Send + Sync {
    /// State updated move by move.
    type Accumulator: Observer + Copy + Send;

    /// A cache of accumulators, one for each thread.
    type Cache: Send;

    /// Returns the value of a piece type in exchanges, in centipawns; 0 for a king that cannot be captured.
    fn value(&self, piece_type: PieceType) -> Score;

    /// Computes the accumulator of a position from scratch.
    fn refresh(&self, pos: &Position<V>) -> Self::Accumulator;

    /// Returns a new cache for [`Evaluate::refresh_stale`].
    fn cache(&self) -> Self::Cache;

    /// Recomputes the parts of an accumulator that could not be updated. Must be called after each move, with a cache of this
    /// evaluator. Accumulators do not depend on what is in the cache.
    fn refresh_stale(&self, _pos: &Position<V>, _accumulator: &mut Self::Accumulator, _cache: &mut Self::Cache) {}

    /// Returns a cheap estimate of [`Evaluate::score`], for callers that only compare with a distant bound; `None` if the score
    /// itself is as cheap.
    fn lazy_score(&self, _pos: &Position<V>, _accumulator: &Self::Accumulator) -> Option<Score> {
        None
    }

    /// Returns the value of a position in centipawns for the side to move, within [`score::LARGEST_EVALUATION`].
    fn score(&self, pos: &Position<V>, accumulator: &Self::Accumulator) -> Score;

    /// Returns the value without an accumulator.
    fn score_afresh(&self, pos: &Position<V>) -> Score {
        self.score(pos, &self.refresh(pos))
    }
}
