//! Values of positions. This crate knows no search.
//!
//! [`Evaluator`] is what the engine uses: the game's [`Network`] where there is one, else the hand-made evaluation.
//!
//! [`HandMade`] is material and piece squares kept while moves are played ([`psqt`]), and terms that are found on the
//! board when a value is asked for. It is generic over the game and asks the rules what a piece can do; how much that is
//! worth is data: weights and networks are files in the folders of the games in `gamedata`, and a game without them plays
//! with the weights of chess.
//!
//! ```
//! use eval::{Evaluate, HandMade};
//! use movegen::{Chess, Position};
//! let evaluator = HandMade::<Chess>::new();
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

mod evaluator;
mod handmade;
mod ledger;
pub mod network;
pub mod pair;
pub mod psqt;
pub mod score;
mod survey;
mod tables;
mod terms;
pub mod trace;
mod wdl;
pub mod weights;

pub use evaluator::{Evaluator, EvaluatorError};
pub use handmade::HandMade;
pub use network::Network;
pub use pair::Pair;
pub use score::Score;
pub use terms::attack::worth_of_danger;
pub use trace::{Trace, trace};
pub use wdl::Wdl;
pub use weights::Weights;

use movegen::{Observer, PieceType, Position, Variant};

/// An evaluator of a game's positions.
///
/// What can be kept while moves are played lives in the accumulator, which observes them; the rest is computed when a
/// score is asked for. Accumulators are copied with the search's ply, so taking a move back costs nothing.
pub trait Evaluate<V: Variant>: Clone + Send + Sync {
    /// What is kept while moves are played.
    type Accumulator: Observer + Copy + Send;

    /// What a kind of piece is worth in exchanges, in centipawns; 0 for a king that can never be taken.
    fn value(&self, piece_type: PieceType) -> Score;

    /// The accumulator of a position, from nothing.
    fn refresh(&self, pos: &Position<V>) -> Self::Accumulator;

    /// To be called after each move that the accumulator has observed: finds anew what could not be kept.
    fn refresh_stale(&self, _pos: &Position<V>, _accumulator: &mut Self::Accumulator) {}

    /// A first guess at [`Evaluate::score`] from what is kept anyway, for callers that only need to know which side of a
    /// distant bound the value is on; `None` if the value itself costs no more.
    fn lazy_score(&self, _pos: &Position<V>, _accumulator: &Self::Accumulator) -> Option<Score> {
        None
    }

    /// The value of a position in centipawns for the side to move, within
    /// [`score::LARGEST_EVALUATION`].
    fn score(&self, pos: &Position<V>, accumulator: &Self::Accumulator) -> Score;

    /// The same from nothing, for who has no accumulator.
    fn score_afresh(&self, pos: &Position<V>) -> Score {
        self.score(pos, &self.refresh(pos))
    }
}
