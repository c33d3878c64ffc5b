//! Search limits from the keywords of `analyse` and `play`.

use std::time::Duration;

use ::engine::Limits;
use pyo3::prelude::*;

use crate::errors::{Whole, value_error};

/// Largest time in milliseconds, some thirty years.
const MAX_TIME_MS: u64 = 1_000_000_000_000;
/// Largest depth in plies and mate distance in moves.
const MAX_DEPTH: u32 = 1_000_000;

/// The keywords as given by Python.
pub(crate) struct Keywords {
    pub(crate) depth: Option<Whole>,
    pub(crate) nodes: Option<Whole>,
    pub(crate) movetime: Option<Whole>,
    pub(crate) mate: Option<Whole>,
}

impl Keywords {
    /// Converts the keywords to limits.
    pub(crate) fn limits(self) -> PyResult<Limits> {
        let Self { depth, nodes, movetime, mate } = self;
        if depth.or(nodes).or(movetime).or(mate).is_none() {
            return Err(value_error("a search needs a limit: depth, nodes, movetime or mate"));
        }
        Ok(Limits {
            depth: depth.map(|depth| depth.small_within("depth", 1, MAX_DEPTH)).transpose()?,
            nodes: nodes.map(|nodes| nodes.within("nodes", 1, u64::MAX)).transpose()?,
            move_time: movetime
                .map(|time| time.within("movetime", 1, MAX_TIME_MS))
                .transpose()?
                .map(Duration::from_millis),
            mate: mate.map(|mate| mate.small_within("mate", 1, MAX_DEPTH)).transpose()?,
            ..Limits::default()
        })
    }
}
