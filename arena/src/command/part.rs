//! The words of a command line: options, each with what follows it, and the numbers and names among these.

use movegen::fen::printable;
use movegen::variants::NAMES;

/// Options without any word behind them.
const BARE: [&str; 12] = [
    "noswap",
    "reverse",
    "recover",
    "norecover",
    "force-concurrency",
    "check-mate-pvs",
    "show-latency",
    "testEnv",
    "strict",
    "tbignore50",
    "version",
    "help",
];
/// Options with words behind them.
const WITH_WORDS: [&str; 45] = [
    "engine",
    "each",
    "variant",
    "tournament",
    "seeds",
    "rounds",
    "games",
    "repeat",
    "concurrency",
    "use-affinity",
    "openings",
    "srand",
    "sprt",
    "report",
    "draw",
    "resign",
    "maxmoves",
    "output",
    "ratinginterval",
    "scoreinterval",
    "pgnout",
    "epdout",
    "json",
    "log",
    "state",
    "resume",
    "config",
    "event",
    "site",
    "wait",
    "startup-ms",
    "ucinewgame-ms",
    "ping-ms",
    "stop-ms",
    "search-ms",
    "quick",
    "tb",
    "tbpieces",
    "tbadjudicate",
    "autosaveinterval",
    "crc32",
    "outcomeinterval",
    "resultformat",
    "bookmode",
    "debug",
];

/// One option with its words.
pub(super) struct Part<'a> {
    /// Its name without the sign before it.
    pub(super) name: &'a str,
    /// What follows it.
    pub(super) words: Vec<&'a str>,
}

impl<'a> Part<'a> {
    pub(super) fn one(&self) -> Result<&'a str, String> {
        match self.words.as_slice() {
            [word] => Ok(word),
            _ => Err(format!("-{} takes one value, here are {}", self.name, self.words.len())),
        }
    }

    pub(super) fn number<N: std::str::FromStr>(&self) -> Result<N, String> {
        let word = self.one()?;
        word.parse().map_err(|_| format!("-{}: '{}' is no such number", self.name, printable(word)))
    }

    pub(super) fn pairs(&self) -> Result<Vec<(&'a str, &'a str)>, String> {
        let pair = |word: &&'a str| {
            word.split_once('=').ok_or_else(|| format!("-{}: '{}' is not key=value", self.name, printable(word)))
        };
        self.words.iter().map(pair).collect()
    }

    pub(super) fn unknown(&self, key: &str) -> String {
        format!("-{} does not know '{}'", self.name, printable(key))
    }
}

pub(super) fn number<N: std::str::FromStr>(key: &str, text: &str) -> Result<N, String> {
    text.parse().map_err(|_| format!("{key}={}: no such number", printable(text)))
}

pub(super) fn flag(key: &str, text: &str) -> Result<bool, String> {
    match text {
        "true" | "on" => Ok(true),
        "false" | "off" => Ok(false),
        _ => Err(format!("{key}={}: neither true nor false", printable(text))),
    }
}

/// Does something with every pair of an option.
pub(super) fn for_each<'a>(
    part: &Part<'a>,
    mut of: impl FnMut(&'a str, &'a str) -> Result<(), String>,
) -> Result<(), String> {
    part.pairs()?.into_iter().try_for_each(|(key, value)| of(key, value))
}

/// The options of a command line.
pub(super) fn split(arguments: &[String]) -> Result<Vec<Part<'_>>, String> {
    let mut parts: Vec<Part<'_>> = Vec::new();
    for word in arguments {
        let name = word.strip_prefix("--").or_else(|| word.strip_prefix('-'));
        let known = name.filter(|name| BARE.contains(name) || WITH_WORDS.contains(name));
        match (known, parts.last_mut()) {
            (Some(name), _) => parts.push(Part { name, words: Vec::new() }),
            // A negative number is a value.
            (None, Some(part)) if !BARE.contains(&part.name) && !looks_like_an_option(word) => part.words.push(word),
            _ if looks_like_an_option(word) => return Err(format!("unknown option '{}'", printable(word))),
            _ => return Err(format!("'{}' belongs to no option", printable(word))),
        }
    }
    Ok(parts)
}

/// Whether a word is meant for an option.
pub(super) fn looks_like_an_option(word: &str) -> bool {
    word.strip_prefix('-').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic() || c == '-'))
}

/// The name of a game of ours, or an alias that other runners have for orthodox chess.
pub(super) fn known_game(name: &str) -> Result<String, String> {
    let name = if matches!(name, "standard" | "normal" | "fromposition") { "chess" } else { name };
    match NAMES.contains(&name) {
        true => Ok(name.to_owned()),
        false => Err(format!("no game is called '{}', but {}", printable(name), NAMES.join(", "))),
    }
}
