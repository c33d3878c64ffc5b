//! When a search is to end, as the keywords of `analyse` and `play` say it.

use std::time::Duration;

use ::engine::Limits;
use pyo3::prelude::*;

use crate::errors::{Whole, value_error};

/// Milliseconds in some thirty years.
const LONGEST: u64 = 1_000_000_000_000;
/// More plies or moves than any game has.
const MOST: u32 = 1_000_000;

/// The keywords, each as Python gave it.
pub(crate) struct Keywords {
    pub(crate) depth: Option<Whole>,
    pub(crate) nodes: Option<Whole>,
    pub(crate) movetime: Option<Whole>,
    pub(crate) mate: Option<Whole>,
}

impl Keywords {
    /// The limits.
    ///
    /// # Errors
    /// A `ValueError`: there is none, so that the search would never end, or one is no number that it may be.
    pub(crate) fn limits(self) -> PyResult<Limits> {
        let Self { depth, nodes, movetime, mate } = self;
        if depth.or(nodes).or(movetime).or(mate).is_none() {
            return Err(value_error("a search needs a limit: depth, nodes, movetime or mate"));
        }
        Ok(Limits {
            depth: depth.map(|depth| depth.small_within("depth", 1, MOST)).transpose()?,
            nodes: nodes.map(|nodes| nodes.within("nodes", 1, u64::MAX)).transpose()?,
            move_time: movetime.map(|time| time.within("movetime", 1, LONGEST)).transpose()?.map(Duration::from_millis),
            mate: mate.map(|mate| mate.small_within("mate", 1, MOST)).transpose()?,
            ..Limits::default()
        })
    }
}
