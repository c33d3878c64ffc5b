//! Names of games on command lines.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command, Error};

use crate::registry::{NAMES, TURN_BASED, built_in};

/// A parser that takes any name, because a file that is read later may define games; [`registry::known`](crate::registry::known) checks
/// it then. Help and completions list the built-in games.
#[derive(Clone, Copy, Debug)]
pub struct GameName(&'static [&'static str]);

impl GameName {
    /// Any game.
    pub const ANY: Self = Self(&NAMES);
    /// A game in which the sides move in turn.
    pub const TURN_BASED: Self = Self(&TURN_BASED);
}

impl TypedValueParser for GameName {
    type Value = String;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<String, Error> {
        let name = StringValueParser::new().parse_ref(command, arg, value)?;
        Ok(built_in(&name).map_or(name, str::to_owned))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.0.iter().map(PossibleValue::new)))
    }
}
