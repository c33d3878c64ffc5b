//! The evaluators of these tools.

use std::path::Path;

use apocalypse::rules::Position;
use apocalypse::values::network::Numbers;
use apocalypse::values::{Estimate, HandMade, Network, weights};
use arena::arguments::quoted;

/// A judge of positions.
#[derive(Clone, Debug)]
pub enum Evaluator {
    /// A network.
    Network(Network),
    /// A weighted sum of features.
    HandMade(HandMade),
}

impl Evaluator {
    /// `best` is what the engine uses, `hand` the hand-made evaluator; else the file of a network or of weights.
    ///
    /// # Errors
    /// One line: the file cannot be read, or is neither.
    pub fn of(name: &Path) -> Result<Self, String> {
        match name.to_str() {
            Some("best") => return Ok(Self::Network(Network::default())),
            Some("hand") => return Ok(Self::HandMade(HandMade::new())),
            _ => {}
        }
        let about = |error: &dyn std::fmt::Display| format!("{}: {error}", quoted(name));
        let text = std::fs::read_to_string(name).map_err(|error| about(&error))?;
        match Numbers::is_network(&text) {
            true => Numbers::parse(&text).map(|numbers| Self::Network(Network::new(&numbers))),
            false => weights::parse(&text).map(|weights| Self::HandMade(HandMade::with_weights(weights))),
        }
        .map_err(|error| about(&error))
    }
}

impl Estimate for Evaluator {
    #[inline]
    fn value(&self, pos: &Position) -> f64 {
        match self {
            Self::Network(network) => network.value(pos),
            Self::HandMade(hand_made) => hand_made.value(pos),
        }
    }
}
