//! Values of positions. This crate knows no search.

pub mod score;

pub use score::Score;

use movegen::{Kind, Observer, Position, Variant};

/// An evaluator of a game's positions.
///
/// What can be kept while moves are played lives in the accumulator, which observes them; the rest is computed when a
/// score is asked for. Accumulators are copied with the search's ply, so taking a move back costs nothing.
pub trait Evaluate<V: Variant>: Clone + Send + Sync {
    /// What is kept while moves are played.
    type Accumulator: Observer + Copy + Send;

    /// What a kind of man is worth in exchanges, in centipawns; 0 for the king.
    fn value(&self, kind: Kind) -> Score;

    /// The accumulator of a position, from nothing.
    fn refresh(&self, pos: &Position<V>) -> Self::Accumulator;

    /// The value of a position in centipawns for the side to move, within
    /// [`score::LARGEST_EVALUATION`].
    fn score(&self, pos: &Position<V>, accumulator: &Self::Accumulator) -> Score;
}
