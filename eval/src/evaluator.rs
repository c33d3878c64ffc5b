//! The evaluator of the engine: the network if the game has one, else the hand-made evaluation.

use std::fmt;

use movegen::{Color, Observer, Piece, PieceType, Position, Square, Variant};

use crate::Evaluate;
use crate::handmade::{HandMade, Trace};
use crate::network::{Network, NetworkError, NetworkTable, Neurons};
use crate::psqt;
use crate::score::{LARGEST_EVALUATION, Score};
use crate::weights::{Weights, WeightsError};

/// An invalid evaluation file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EvaluatorError {
    /// A network that does not fit the game.
    #[error(transparent)]
    Network(#[from] NetworkError),
    /// Invalid weights.
    #[error(transparent)]
    Weights(#[from] WeightsError),
    /// Neither a network nor text.
    #[error("this is neither a network of Upheaval nor a text of weights")]
    Neither,
}

/// The evaluator of a game. A copy is a copy of two references.
pub struct Evaluator<V> {
    hand: HandMade<V>,
    network: Option<&'static Network>,
}

impl<V: Variant> Evaluator<V> {
    /// The built-in evaluator.
    pub fn new() -> Self {
        Self { hand: HandMade::new(), network: Network::of_game::<V>() }
    }

    /// The evaluator of a program with its own network files: the game's network in `table`, else the hand-made evaluation.
    /// [`Evaluator::new`] uses the built-in files.
    ///
    /// # Errors
    /// The table has a file for the game that is not a network for it.
    pub fn of_table(table: NetworkTable) -> Result<Self, EvaluatorError> {
        Ok(Self { hand: HandMade::new(), network: Network::of_table::<V>(table)? })
    }

    /// The hand-made evaluation, even if the game has a network.
    pub fn hand_made() -> Self {
        Self { hand: HandMade::new(), network: None }
    }

    /// An evaluator with this network. It stays in memory until the process ends.
    pub fn with_network(network: Network) -> Self {
        Self { hand: HandMade::new(), network: Some(Box::leak(Box::new(network))) }
    }

    /// The hand-made evaluation with these weights. They stay in memory until the process ends.
    pub fn with_weights(weights: Weights) -> Self {
        Self { hand: HandMade::with_weights(weights), network: None }
    }

    /// Returns the evaluator of a file: a network, or weights as text.
    ///
    /// # Errors
    /// The file does not fit the game or is malformed.
    pub fn of_file(bytes: &[u8]) -> Result<Self, EvaluatorError> {
        match Network::read::<V>(bytes) {
            Ok(network) => Ok(Self::with_network(network)),
            Err(NetworkError::Magic) => {
                let text = std::str::from_utf8(bytes).map_err(|_| EvaluatorError::Neither)?;
                Ok(Self::with_weights(Weights::parse(text, V::LETTERS)?))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Returns the value of each term of the hand-made evaluation, and the network's value.
    pub fn trace(&self, pos: &Position<V>) -> Trace {
        let value = || self.score_afresh(pos);
        let mut trace = self.hand.trace(pos);
        trace.network = self.network.map(|_| if pos.turn() == Color::White { value() } else { -value() });
        trace
    }

    /// The network in use.
    pub fn network(&self) -> Option<&Network> {
        self.network
    }
}

impl<V: Variant> Evaluate<V> for Evaluator<V> {
    type Accumulator = Accumulator;

    fn value(&self, piece_type: PieceType) -> Score {
        self.hand.value(piece_type)
    }

    fn refresh(&self, pos: &Position<V>) -> Accumulator {
        Accumulator {
            network: self.network,
            hand: self.hand.refresh(pos),
            neurons: self.network.map_or(Neurons::NONE, |network| Neurons::of(network, pos)),
        }
    }

    #[inline]
    fn refresh_stale(&self, pos: &Position<V>, accumulator: &mut Accumulator) {
        if let Some(network) = self.network {
            accumulator.neurons.refresh_stale(network, pos);
        }
    }

    #[inline]
    fn lazy_score(&self, pos: &Position<V>, accumulator: &Accumulator) -> Option<Score> {
        if self.network.is_some() { None } else { self.hand.lazy_score(pos, &accumulator.hand) }
    }

    #[inline]
    fn score(&self, pos: &Position<V>, accumulator: &Accumulator) -> Score {
        let Some(network) = self.network else {
            return self.hand.score(pos, &accumulator.hand);
        };
        let [white, black] = accumulator.neurons.rows();
        let pieces = pos.occupied().count();
        let value = match pos.turn() {
            Color::White => network.value(white, black, pieces),
            Color::Black => network.value(black, white, pieces),
        };
        self.hand.near_the_clock(pos, value).clamp(-LARGEST_EVALUATION, LARGEST_EVALUATION)
    }
}

impl<V: Variant> Default for Evaluator<V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<V> Clone for Evaluator<V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<V> Copy for Evaluator<V> {}

impl<V: Variant> fmt::Debug for Evaluator<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} for {}", if self.network.is_some() { "network" } else { "hand-made" }, V::NAME)
    }
}

/// State updated move by move: the neurons of the network, or the sums of the hand-made evaluation.
#[derive(Clone, Copy)]
pub struct Accumulator {
    network: Option<&'static Network>,
    hand: psqt::Accumulator,
    neurons: Neurons,
}

impl Observer for Accumulator {
    #[inline]
    fn put(&mut self, piece: Piece, at: Square) {
        match self.network {
            Some(network) => self.neurons.put(network, piece, at),
            None => self.hand.put(piece, at),
        }
    }

    #[inline]
    fn take(&mut self, piece: Piece, at: Square) {
        match self.network {
            Some(network) => self.neurons.take(network, piece, at),
            None => self.hand.take(piece, at),
        }
    }

    #[inline]
    fn gain(&mut self, feature: usize) {
        if let Some(network) = self.network {
            self.neurons.gain(network, feature);
        }
    }

    #[inline]
    fn lose(&mut self, feature: usize) {
        if let Some(network) = self.network {
            self.neurons.lose(network, feature);
        }
    }
}

/// Equal if the neurons are, or else the sums.
impl PartialEq for Accumulator {
    fn eq(&self, other: &Self) -> bool {
        self.neurons == other.neurons && (self.network.is_some() || self.hand == other.hand)
    }
}

impl fmt::Debug for Accumulator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.network {
            Some(_) => write!(f, "{:?}", self.neurons),
            None => write!(f, "{:?}", self.hand),
        }
    }
}
