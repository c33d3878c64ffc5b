//! What judges the positions of an engine in this process.

use std::fmt::Display;
use std::path::Path;

use eval::Evaluator;
use movegen::Variant;
use movegen::fen::printable;

/// What judges a player's positions.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum Judge {
    /// The best evaluator that the program carries.
    #[default]
    Best,
    /// The hand-made evaluation.
    HandMade,
    /// The network or the weights in a file of these bytes, known to fit the game.
    File(Vec<u8>),
}

impl Judge {
    /// What a word or the name of a file says: `best`, `hand`, or the file of a network or of weights.
    ///
    /// # Errors
    /// The file cannot be read, or does not fit the game.
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

    /// The evaluator. That of a file is made anew and stays in memory until the process ends, so who needs many copies it.
    ///
    /// # Panics
    /// When the file was read for another game.
    pub fn evaluator<V: Variant>(&self) -> Evaluator<V> {
        match self {
            Self::Best => Evaluator::new(),
            Self::HandMade => Evaluator::hand_made(),
            Self::File(bytes) => Evaluator::of_file(bytes).expect("the file was tried"),
        }
    }
}
