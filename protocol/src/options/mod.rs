//! What can be set: which options there are, and the values that hold now. Knows no search and prints nothing.

mod spec;
mod values;

pub(crate) use spec::{Id, Kind, SPECS, Spec, game_of, games};
pub(crate) use values::{Change, OptionError, Options, View};
