//! The command line, in the grammar of fastchess and cutechess-cli: options begin with `-`, and most are followed by
//! `key=value` pairs.

mod engine_options;
mod files;
mod match_options;
mod part;
mod rule_options;

use std::path::PathBuf;

use movegen::fen::printable;

use self::engine_options::EngineOptions;
use self::match_options::MatchOptions;
use self::part::{known_game, looks_like_an_option, split};
use crate::config::{Config, EngineConfig};

/// What `arena --help` says.
pub const HELP: &str = include_str!("../help.txt");

/// What the command line asks for.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// A match.
    Match(Box<Config>, Vec<String>),
    /// To go on with a match, from its state.
    Resume(PathBuf),
    /// To check an engine: the engine, the games, or all if none is named, and the one protocol, or both.
    Check(Box<EngineConfig>, Vec<String>, Option<String>),
    /// Help.
    Help,
    /// The version.
    Version,
}

/// Reads a command line without the program's name.
///
/// # Errors
/// What is wrong with it, in one line.
pub fn parse(arguments: &[String]) -> Result<Command, String> {
    match arguments.first().map(String::as_str) {
        None | Some("help" | "-h" | "--help") => return Ok(Command::Help),
        Some("-v" | "--version") => return Ok(Command::Version),
        Some("check") => return check(&arguments[1..]),
        _ => {}
    }
    let parts = split(arguments)?;
    for part in &parts {
        match part.name {
            "help" => return Ok(Command::Help),
            "version" => return Ok(Command::Version),
            "resume" => return part.one().map(|path| Command::Resume(path.into())),
            "config" => match part.pairs()?.as_slice() {
                [("file", path)] => return Ok(Command::Resume(path.into())),
                [("outname", _)] => {}
                _ => return Err("-config takes file= or outname=".to_owned()),
            },
            _ => {}
        }
    }
    let mut options = MatchOptions::default();
    for part in &parts {
        options.take(part)?;
    }
    let (config, warnings) = options.finish()?;
    Ok(Command::Match(Box::new(config), warnings))
}

/// `check ENGINE [ARGUMENTS] [variant=NAME ...] [option.N=V ...]`.
fn check(words: &[String]) -> Result<Command, String> {
    let mut engine = EngineOptions::default();
    let mut variants = Vec::new();
    for word in words {
        match word.split_once('=') {
            Some(("variant", name)) => variants.push(known_game(name)?),
            Some((key, value)) => engine.set(key, value)?,
            None if engine.program.command.is_empty()
                && matches!(word.as_str(), "help" | "-h" | "-help" | "--help") =>
            {
                return Ok(Command::Help);
            }
            None if engine.program.command.is_empty() && looks_like_an_option(word) => {
                return Err(format!("unknown option '{}'", printable(word)));
            }
            None if engine.program.command.is_empty() => word.clone_into(&mut engine.program.command),
            None => engine.program.arguments.push(word.clone()),
        }
    }
    if engine.program.command.is_empty() {
        return Err("check needs an engine: arena check ENGINE [variant=NAME ...] [option.NAME=VALUE ...]".to_owned());
    }
    let protocol = engine.protocol.clone();
    Ok(Command::Check(Box::new(engine.finish(&EngineOptions::default())?), variants, protocol))
}

#[cfg(test)]
mod tests;
