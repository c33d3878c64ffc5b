//! Errors as `ValueError`s of one sentence, and conversion of numbers and colors.

use std::fmt::Display;

use games::options::{self, OptionKind};
use games::registry::{APOCALYPSE, NAMES};
use movegen::Color;
use movegen::fen::printable;
use movegen::variants::{base_of_chess960, chess960_form_of, loaded_names};
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBool;

/// Returns a `ValueError` with this message.
pub(crate) fn value_error(why: impl Display) -> PyErr {
    PyValueError::new_err(why.to_string())
}

/// Returns the names of all games, those of files last.
pub(crate) fn all_games() -> Vec<&'static str> {
    NAMES.into_iter().chain(loaded_names()).collect()
}

/// Returns the error of a name that no turn-based game has.
pub(crate) fn unknown_game(name: &str) -> PyErr {
    match name {
        APOCALYPSE => {
            value_error("in apocalypse both sides choose at once: ApocalypseBoard and ApocalypsePosition play it")
        }
        _ => value_error(format!("no game is called '{}': there are {}", printable(name), all_games().join(", "))),
    }
}

/// Returns the game that is played: the form with other first squares if the argument `chess960` is set.
pub(crate) fn game_with_chess960(variant: &str, chess960: bool) -> PyResult<&str> {
    if !chess960 || base_of_chess960(variant).is_some() {
        return Ok(variant);
    }
    chess960_form_of(variant).ok_or_else(|| match all_games().contains(&variant) {
        true => value_error(format!("{variant} has no Chess960")),
        false => unknown_game(variant),
    })
}

/// A non-negative integer. Python's integers are unbounded; one that does not fit is a `ValueError`.
#[derive(Clone, Copy)]
pub(crate) struct Whole(u64);

impl<'py> FromPyObject<'_, 'py> for Whole {
    type Error = PyErr;

    fn extract(number: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if number.is_instance_of::<PyBool>() {
            return Err(PyTypeError::new_err("a number is needed, not a bool"));
        }
        match number.extract() {
            Ok(number) => Ok(Self(number)),
            Err(error) if error.is_instance_of::<PyOverflowError>(number.py()) => Err(value_error(format!(
                "{} is not a number from 0 to {}",
                printable(&number.str()?.to_string()),
                u64::MAX
            ))),
            Err(error) => Err(error),
        }
    }
}

impl Whole {
    /// Creates a default value.
    pub(crate) const fn of(number: u64) -> Self {
        Self(number)
    }

    /// Returns the number if it is in the range.
    pub(crate) fn within(self, name: &str, least: u64, most: u64) -> PyResult<u64> {
        match self.0 {
            number if (least..=most).contains(&number) => Ok(number),
            number => Err(value_error(format!("{name} is a number from {least} to {most}, not {number}"))),
        }
    }

    /// Returns the number if it is in the range of the engine's option.
    pub(crate) fn within_option(self, name: &str, option: &str) -> PyResult<u64> {
        match options::find(option).map(|spec| spec.kind) {
            Some(OptionKind::Integer { min, max, .. }) => self.within(name, min, max),
            _ => Ok(self.0),
        }
    }

    /// Returns the number as 32 bits if it is in the range.
    pub(crate) fn small_within(self, name: &str, least: u32, most: u32) -> PyResult<u32> {
        let number = self.within(name, least.into(), most.into())?;
        u32::try_from(number).map_err(value_error)
    }
}

/// Converts Python's color, which is `True` for White as in the package `chess`.
pub(crate) const fn color(is_white: bool) -> Color {
    if is_white { Color::White } else { Color::Black }
}

/// Converts a color to Python's.
pub(crate) const fn is_white(color: Color) -> bool {
    matches!(color, Color::White)
}
