//! Search limits from the keywords of `analyse` and `play`.

use std::time::Duration;

use ::engine::Limits;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyBool;

use crate::errors::{Whole, value_error};

/// Largest time in milliseconds, some thirty years.
const MAX_TIME_MS: u64 = 1_000_000_000_000;
/// Largest depth in plies and mate distance in moves.
const MAX_DEPTH: u32 = 1_000_000;

/// A time in seconds.
#[derive(Clone, Copy)]
pub(crate) struct Seconds(f64);

impl<'py> FromPyObject<'_, 'py> for Seconds {
    type Error = PyErr;

    fn extract(seconds: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if seconds.is_instance_of::<PyBool>() {
            return Err(PyTypeError::new_err("a number is needed, not a bool"));
        }
        seconds.extract().map(Self)
    }
}

impl Seconds {
    fn within_limits(self) -> PyResult<Duration> {
        match self.0 {
            seconds if seconds > 0.0 && seconds <= MAX_TIME_MS as f64 / 1000.0 => Ok(Duration::from_secs_f64(seconds)),
            seconds => Err(value_error(format!(
                "time is a number of seconds above 0 and to {}, not {seconds}",
                MAX_TIME_MS / 1000
            ))),
        }
    }
}

/// The keywords as given by Python.
pub(crate) struct Keywords {
    pub(crate) depth: Option<Whole>,
    pub(crate) nodes: Option<Whole>,
    pub(crate) movetime: Option<Whole>,
    pub(crate) mate: Option<Whole>,
    pub(crate) time: Option<Seconds>,
}

impl Keywords {
    /// Converts the keywords to limits.
    pub(crate) fn limits(self) -> PyResult<Limits> {
        let Self { depth, nodes, movetime, mate, time } = self;
        if depth.or(nodes).or(movetime).or(mate).is_none() && time.is_none() {
            return Err(value_error("a search needs a limit: depth, nodes, movetime, time or mate"));
        }
        let millis = movetime.map(|time| time.within("movetime", 1, MAX_TIME_MS)).transpose()?;
        let seconds = time.map(Seconds::within_limits).transpose()?;
        Ok(Limits {
            depth: depth.map(|depth| depth.small_within("depth", 1, MAX_DEPTH)).transpose()?,
            nodes: nodes.map(|nodes| nodes.within("nodes", 1, u64::MAX)).transpose()?,
            // The shorter one if both are given.
            move_time: millis.map(Duration::from_millis).into_iter().chain(seconds).min(),
            mate: mate.map(|mate| mate.small_within("mate", 1, MAX_DEPTH)).transpose()?,
            ..Limits::default()
        })
    }
}
