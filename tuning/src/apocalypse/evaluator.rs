//! The evaluators of these tools.

use std::path::Path;

use apocalypse::rules::Position;
use apocalypse::values::network::Numbers;
use apocalypse::values::{Estimate, Material, Network};
use arena::arguments::quoted;

/// A judge of positions.
#[derive(Clone, Debug)]
pub enum Evaluator {
    /// A network.
    Network(Network),
    /// Pieces and penalty points.
    Material,
}

impl Evaluator {
    /// `best` is what the engine uses, `material` counts pieces; else the file of a network.
    ///
    /// # Errors
    /// One line: the file cannot be read, or is no network.
    pub fn of(name: &Path) -> Result<Self, String> {
        match name.to_str() {
            Some("best") => return Ok(Self::Network(Network::default())),
            Some("material") => return Ok(Self::Material),
            _ => {}
        }
        let about = |error: &dyn std::fmt::Display| format!("{}: {error}", quoted(name));
        let text = std::fs::read_to_string(name).map_err(|error| about(&error))?;
        Numbers::parse(&text).map(|numbers| Self::Network(Network::new(&numbers))).map_err(|error| about(&error))
    }
}

impl Estimate for Evaluator {
    #[inline]
    fn value(&self, pos: &Position) -> f64 {
        match self {
            Self::Network(network) => network.value(pos),
            Self::Material => Material.value(pos),
        }
    }
}
