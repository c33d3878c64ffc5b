//! Moves as Python passes them.

use std::ops::Deref;

use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;

/// A move as text: a string, or an object whose method `uci` returns one, such as `chess.Move`.
pub(crate) struct MoveText(PyBackedStr);

impl<'py> FromPyObject<'_, 'py> for MoveText {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match given.getattr_opt("uci")? {
            Some(uci) => uci.call0()?.extract(),
            None => given.extract(),
        }
        .map(Self)
    }
}

impl Deref for MoveText {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl AsRef<str> for MoveText {
    fn as_ref(&self) -> &str {
        self
    }
}
