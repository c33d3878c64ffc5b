//! The result of a game, for Python.

use pyo3::prelude::*;

use crate::errors::is_white;

/// The result of a game: `winner` is `WHITE`, `BLACK` or, for a draw, `None`; `reason` is a text.
///
/// >>> from upheaval import Position
/// >>> Position("chess", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1").outcome()
/// Outcome(winner=True, reason='checkmate')
#[pyclass(frozen, eq, hash, get_all, module = "upheaval")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Outcome {
    /// `WHITE`, `BLACK`, or `None` for a draw.
    winner: Option<bool>,
    /// The reason: `checkmate`, `campmate`, `threefold repetition`.
    reason: &'static str,
}

impl From<movegen::Outcome> for Outcome {
    fn from(outcome: movegen::Outcome) -> Self {
        Self { winner: outcome.winner.map(is_white), reason: outcome.reason.as_str() }
    }
}

#[pymethods]
impl Outcome {
    /// `1-0`, `0-1` or `1/2-1/2`.
    fn result(&self) -> &'static str {
        match self.winner {
            Some(true) => "1-0",
            Some(false) => "0-1",
            None => "1/2-1/2",
        }
    }

    fn __repr__(&self) -> String {
        let winner = match self.winner {
            Some(true) => "True",
            Some(false) => "False",
            None => "None",
        };
        format!("Outcome(winner={winner}, reason='{}')", self.reason)
    }

    fn __str__(&self) -> String {
        format!("{} {{{}}}", self.result(), self.reason)
    }
}
