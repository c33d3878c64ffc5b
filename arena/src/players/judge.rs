//! The evaluator of a built-in engine.

use std::fmt::Display;
use std::path::Path;

use eval::Evaluator;
use movegen::Variant;
use movegen::fen::printable;

/// The choice of an evaluator.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum Judge {
    /// The best built-in evaluator.
    #[default]
    Best,
    /// The hand-made evaluation.
    HandMade,
    /// The content of a network or weights file, valid for the game.
    File(Vec<u8>),
}

impl Judge {
    /// Parses `best`, `hand`, or the name of a network or weights file.
    ///
    /// # Errors
    /// The file cannot be read, or is invalid for the game.
    pub fn of<V: Variant>(name: &Path) -> Result<Self, String> {
        match name.to_str() {
            Some("best") => Ok(Self::Best),
            Some("hand") => Ok(Self::HandMade),
            _ => {
                let about =
                    |error: &dyn Display| format!("evaluation '{}': {error}", printable(&name.to_string_lossy()));
                let bytes = std::fs::read(name).map_err(|error| about(&error))?;
                Evaluator::<V>::of_file(&bytes).map_err(|error| about(&error))?;
                Ok(Self::File(bytes))
            }
        }
    }

    /// Creates the evaluator. That of a file stays in memory until the process ends, so copy it instead of calling this
    /// again.
    ///
    /// # Panics
    /// Panics if the file was read for another game.
    pub fn evaluator<V: Variant>(&self) -> Evaluator<V> {
        match self {
            Self::Best => Evaluator::new(),
            Self::HandMade => Evaluator::hand_made(),
            Self::File(bytes) => Evaluator::of_file(bytes).expect("the file was tried"),
        }
    }
}
