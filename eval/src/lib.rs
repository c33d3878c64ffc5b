//! Values of positions. This crate knows no search.

pub mod score;

pub use score::Score;

use movegen::{Observer, Position, Variant};

/// An evaluator of a game's positions.
///
/// What can be kept while moves are played lives in the accumulator, which observes them; the rest is computed when a
/// score is asked for. Accumulators are copied with the search's ply, so taking a move back costs nothing.
pub trait Evaluate<V: Variant>: Clone + Send + Sync {
    /// What is kept while moves are played.
    type Accumulator: Observer + Copy + Send;

    /// The accumulator of a position, from nothing.
    fn refresh(&self, pos: &Position<V>) -> Self::Accumulator;

    /// The value of a position in centipawns for the side to move, within
    /// [`score::LARGEST_EVALUATION`].
    fn score(&self, pos: &Position<V>, accumulator: &Self::Accumulator) -> Score;
}
