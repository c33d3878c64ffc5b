//! The result of a game, for Python.

use pyo3::prelude::*;

use crate::errors::is_white;

/// The result of a game: `winner` is `WHITE`, `BLACK` or, for a draw, `None`; `reason` is a text.
///
/// >>> from upheaval import Position
/// >>> Position("chess", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1").outcome()
/// Outcome(winner=True, reason='checkmate')
#[pyclass(frozen, eq, hash, module = "upheaval")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Outcome(pub(crate) movegen::Outcome);

#[pymethods]
impl Outcome {
    /// `WHITE`, `BLACK`, or `None` for a draw.
    #[getter]
    fn winner(&self) -> Option<bool> {
        self.0.winner.map(is_white)
    }

    /// The reason: `checkmate`, `campmate`, `threefold repetition`.
    #[getter]
    fn reason(&self) -> &'static str {
        self.0.reason.as_str()
    }

    /// `1-0`, `0-1` or `1/2-1/2`.
    fn result(&self) -> &'static str {
        self.0.score()
    }

    fn __repr__(&self) -> String {
        let winner = match self.winner() {
            Some(true) => "True",
            Some(false) => "False",
            None => "None",
        };
        format!("Outcome(winner={winner}, reason='{}')", self.reason())
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }
}
