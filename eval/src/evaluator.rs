//! The evaluator of the engine: the network if the game has one, else the hand-made evaluation.

use std::fmt;

use movegen::{Chess, Color, Observer, Piece, PieceType, Position, Square, Variant};

use crate::Evaluate;
use crate::estimate::ChessTypes;
use crate::handmade::{Placed, Tables, Trace};
use crate::network::{AccumulatorCache, Network, NetworkError, NetworkTable, Neurons, Shape, built_in};
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
#[derive(Clone, Copy)]
pub struct Evaluator<V> {
    tables: &'static Tables,
    network: Option<&'static Network>,
    /// The network is that of chess, and the game is another one.
    needs_correction: bool,
    game: V,
}

impl<V: Variant> Evaluator<V> {
    /// The built-in evaluator.
    pub fn new() -> Self {
        Self::for_game(V::default())
    }

    /// The built-in evaluator of this game.
    pub fn for_game(game: V) -> Self {
        Self::of_table(game, built_in).expect("the build script and the tests check every file")
    }

    /// The evaluator of a program with its own network files: the game's network in `table`; for a game from a file that resembles
    /// chess, the network of chess; else the hand-made evaluation. [`Evaluator::new`] uses the built-in files.
    ///
    /// # Errors
    /// The table has a file for the game that is not a network for it.
    pub fn of_table(game: V, table: NetworkTable) -> Result<Self, EvaluatorError> {
        let hand_made = Self::hand_made_of(game);
        let own = Network::of_table(game, table)?;
        let types = Self::chess_types(game).filter(|_| own.is_none());
        let of_chess = types.and_then(|types| Network::of_chess(Shape::by_king::<V>(), types, table));
        Ok(Self { network: own.or(of_chess), needs_correction: of_chess.is_some(), ..hand_made })
    }

    /// The hand-made evaluation, even if the game has a network.
    pub fn hand_made() -> Self {
        Self::hand_made_of(V::default())
    }

    /// The hand-made evaluation of this game.
    pub fn hand_made_of(game: V) -> Self {
        Self { tables: Tables::of_game(game), network: None, needs_correction: false, game }
    }

    /// An evaluator with this network. It stays in memory until the process ends.
    pub fn with_network(network: Network) -> Self {
        Self::hand_made().and_network(network)
    }

    /// Returns `true` if a game from a file resembles chess so much that it can use the network of chess.
    pub fn resembles_chess(game: V) -> bool {
        Self::chess_types(game).is_some()
    }

    /// Returns the nearest types of chess, if a game from a file resembles chess.
    fn chess_types(game: V) -> Option<&'static ChessTypes> {
        // The compiler removes the code for built-in games.
        game.file_definition().and_then(|_| Tables::of_game(game).chess_types.as_ref())
    }

    fn and_network(self, network: Network) -> Self {
        Self { network: Some(Box::leak(Box::new(network))), ..self }
    }

    /// The hand-made evaluation with these weights. They stay in memory until the process ends.
    pub fn with_weights(weights: Weights) -> Self {
        Self::of_weights(V::default(), weights)
    }

    fn of_weights(game: V, weights: Weights) -> Self {
        Self { tables: Tables::leak(game, weights), ..Self::hand_made_of(game) }
    }

    /// Returns the evaluator of a file: a network, or weights as text. A game from a file that resembles chess takes a network of
    /// chess as well.
    ///
    /// # Errors
    /// The file does not fit the game or is malformed.
    pub fn of_file(game: V, bytes: &[u8]) -> Result<Self, EvaluatorError> {
        let hand_made = Self::hand_made_of(game);
        let of_chess = |types| Network::read(Chess, bytes).ok()?.with_types(Shape::by_king::<V>(), types);
        match Network::read(game, bytes) {
            Ok(network) => Ok(hand_made.and_network(network)),
            Err(error @ NetworkError::Game { .. }) => {
                let network = Self::chess_types(game).and_then(of_chess).ok_or(error)?;
                Ok(Self { needs_correction: true, ..hand_made.and_network(network) })
            }
            Err(NetworkError::Magic) => {
                let text = std::str::from_utf8(bytes).map_err(|_| EvaluatorError::Neither)?;
                Ok(Self::of_weights(game, Weights::parse(text, game.letters())?))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Returns the value of each term of the hand-made evaluation, and the network's value.
    pub fn trace(&self, pos: &Position<V>) -> Trace {
        self.tables.trace(pos, self.network.map(|_| for_white(pos, self.score_afresh(pos))))
    }

    /// The network in use.
    pub fn network(&self) -> Option<&Network> {
        self.network
    }
}

/// Converts a value between the side to move and White.
fn for_white<V: Variant>(pos: &Position<V>, value: Score) -> Score {
    match pos.turn() {
        Color::White => value,
        Color::Black => -value,
    }
}

impl<V: Variant> Evaluate<V> for Evaluator<V> {
    type Accumulator = Accumulator;
    type Cache = AccumulatorCache;

    fn value(&self, piece_type: PieceType) -> Score {
        if piece_type == PieceType::KING && !self.game.kings_have_a_price() { 0 } else { self.tables.value(piece_type) }
    }

    fn refresh(&self, pos: &Position<V>) -> Accumulator {
        let &Self { tables, network, .. } = self;
        match network {
            Some(found) => Accumulator { network, tables, placed: Placed::default(), neurons: Neurons::of(found, pos) },
            None => Accumulator { network, tables, placed: tables.placed(pos), neurons: Neurons::NONE },
        }
    }

    fn cache(&self) -> AccumulatorCache {
        self.network.map_or(AccumulatorCache::NONE, AccumulatorCache::of)
    }

    #[inline]
    fn refresh_stale(&self, pos: &Position<V>, accumulator: &mut Accumulator, cache: &mut AccumulatorCache) {
        if let Some(network) = self.network {
            accumulator.neurons.refresh_stale(network, pos, cache);
        }
    }

    #[inline]
    fn lazy_score(&self, pos: &Position<V>, accumulator: &Accumulator) -> Option<Score> {
        self.network.is_none().then(|| for_white(pos, self.tables.lazy_score(accumulator.placed)))
    }

    #[inline]
    fn score(&self, pos: &Position<V>, accumulator: &Accumulator) -> Score {
        if let Some(value) = self.tables.mop_up(pos) {
            return for_white(pos, value);
        }
        let Some(network) = self.network else {
            return for_white(pos, self.tables.score(pos, accumulator.placed));
        };
        let [white, black] = accumulator.neurons.rows();
        let pieces = pos.occupied().count();
        let mut value = match pos.turn() {
            Color::White => network.value(white, black, pieces),
            Color::Black => network.value(black, white, pieces),
        };
        if self.needs_correction && pos.game().file_definition().is_some() {
            value += for_white(pos, self.tables.correction(pos));
        }
        self.tables.near_the_clock(pos, value).clamp(-LARGEST_EVALUATION, LARGEST_EVALUATION)
    }
}

impl<V: Variant> Default for Evaluator<V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<V: Variant> fmt::Debug for Evaluator<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} for {}", if self.network.is_some() { "network" } else { "hand-made" }, self.game.name())
    }
}

/// State updated move by move: the neurons of the network, or the sums of the hand-made evaluation.
#[derive(Clone, Copy)]
pub struct Accumulator {
    network: Option<&'static Network>,
    tables: &'static Tables,
    placed: Placed,
    neurons: Neurons,
}

impl Observer for Accumulator {
    #[inline]
    fn put(&mut self, piece: Piece, at: Square) {
        match self.network {
            Some(network) => self.neurons.put(network, piece, at),
            None => self.placed.put(self.tables, piece, at),
        }
    }

    #[inline]
    fn take(&mut self, piece: Piece, at: Square) {
        match self.network {
            Some(network) => self.neurons.take(network, piece, at),
            None => self.placed.take(self.tables, piece, at),
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

/// Equal if neurons and sums are; only one of them is in use.
impl PartialEq for Accumulator {
    fn eq(&self, other: &Self) -> bool {
        (&self.neurons, self.placed) == (&other.neurons, other.placed)
    }
}

impl fmt::Debug for Accumulator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}, {:?}", self.placed, self.neurons)
    }
}
