//! The evaluators of these tools.

use std::path::Path;

use apocalypse::rules::Position;
use apocalypse::values::network::Numbers;
use apocalypse::values::{Estimate, Material, Network};

use crate::about;

/// An evaluator by its name on the command line.
#[derive(Clone, Debug)]
pub(crate) enum Evaluator {
    Network(Network),
    Material,
}

impl Evaluator {
    /// Returns the engine's network for `best`, pieces and penalty points for `material`, or the network of a file.
    pub(crate) fn of(name: &Path) -> Result<Self, String> {
        match name.to_str() {
            Some("best") => Ok(Self::Network(Network::default())),
            Some("material") => Ok(Self::Material),
            _ => {
                let text = std::fs::read_to_string(name).map_err(about(name))?;
                Ok(Self::Network(Network::new(&Numbers::parse(&text).map_err(about(name))?)))
            }
        }
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
