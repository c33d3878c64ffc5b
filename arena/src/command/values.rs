//! Values of single options.

use std::path::PathBuf;
use std::time::Duration;

use games::registry::{NAMES, known};
use movegen::fen::printable;

use super::words_of;
use crate::config::Style;
use crate::{arguments, clock};

/// Largest number of a processor.
const MAX_PROCESSOR: usize = 4095;
/// Largest number of games played in parallel.
const MAX_CONCURRENCY: i64 = 1024;

/// Parses a number.
pub(crate) fn number<N: std::str::FromStr>(text: &str) -> Result<N, String> {
    text.parse().map_err(|_| format!("'{}' is not a valid number", printable(text)))
}

/// Parses `true`, `on`, `false` or `off`.
pub(crate) fn flag(text: &str) -> Result<bool, String> {
    match text {
        "true" | "on" => Ok(true),
        "false" | "off" => Ok(false),
        _ => Err("expected true or false".to_owned()),
    }
}

/// Parses `on`, `off`, or `auto`, which is the latter.
pub(crate) fn restart(text: &str) -> Result<bool, String> {
    if text == "auto" { Ok(false) } else { flag(text) }
}

/// Parses a number of moves, at least one.
pub(crate) fn moves(text: &str) -> Result<u32, String> {
    const MAX_MOVES: u32 = 10_000;
    number(text).map(|moves: u32| moves.clamp(1, MAX_MOVES))
}

pub(crate) fn centipawns(text: &str) -> Result<i32, String> {
    number::<u16>(text).map(i32::from)
}

/// Parses `NAME=VALUE`.
pub(crate) fn pair(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    Ok((name.to_owned(), value.to_owned()))
}

/// Parses a positive number of seconds.
pub(crate) fn move_time(text: &str) -> Result<Duration, &'static str> {
    clock::seconds(text).filter(|time| !time.is_zero()).ok_or("not a positive number of seconds")
}

pub(crate) fn milliseconds(text: &str) -> Result<Duration, String> {
    number(text).map(Duration::from_millis)
}

/// Joins the words of an option.
#[expect(clippy::unnecessary_wraps, reason = "a parser of clap")]
pub(crate) fn words(text: &str) -> Result<String, String> {
    Ok(words_of(text).collect::<Vec<_>>().join(" "))
}

/// Parses `FILE` or `file=FILE`.
#[expect(clippy::unnecessary_wraps, reason = "a parser of clap")]
pub(crate) fn file(text: &str) -> Result<PathBuf, String> {
    Ok(text.strip_prefix("file=").unwrap_or(text).into())
}

pub(crate) fn penta(text: &str) -> Result<bool, String> {
    flag(text.strip_prefix("penta=").ok_or("expected penta=true or penta=false")?)
}

pub(crate) fn style(text: &str) -> Result<Style, String> {
    match text {
        "format=fastchess" => Ok(Style::Fastchess),
        "format=cutechess" => Ok(Style::Cutechess),
        _ => Err("expected format=fastchess or format=cutechess".to_owned()),
    }
}

pub(crate) fn concurrency(text: &str) -> Result<usize, String> {
    let games: i64 = number(text)?;
    let games = if games > 0 { games } else { arguments::processors() as i64 + games };
    Ok(games.clamp(1, MAX_CONCURRENCY) as usize)
}

/// Parses a list of processors such as `1,3-5`.
pub(crate) fn processors(text: &str) -> Result<Vec<usize>, String> {
    let mut list = Vec::new();
    for range in words_of(text).flat_map(|word| word.split(',')).filter(|range| !range.is_empty()) {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let (first, last): (usize, usize) = (number(first)?, number(last)?);
        if first > last || last > MAX_PROCESSOR {
            return Err(format!("'{range}' is not a range of processors from 0 to {MAX_PROCESSOR}"));
        }
        list.extend(first..=last);
    }
    Ok(list)
}

/// Returns a seed from the current time, short enough to be typed.
pub(crate) fn random_seed() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    movegen::zobrist::splitmix64(now.as_nanos() as u64) % 1_000_000_000
}

/// Parses the name of a game.
pub(crate) fn game(name: &str) -> Result<String, String> {
    known(name, &NAMES).map(str::to_owned)
}
