//! Options whose value is a list of `key=value` words. The keys are the arguments of a type, declared with their help by its fields.

use std::num::NonZero;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args, Command};
use movegen::fen::printable;

use super::values::{flag, number};
use super::{SEPARATOR, words_of};
use crate::config::{EngineConfig, Openings, Source};
use crate::openings::OpeningsPlan;
use crate::statistics::sprt::{Model, Sprt};

fn command<T: Args>() -> Command {
    let command = Command::new("keys").no_binary_name(true).disable_help_flag(true).args_override_self(true);
    T::augment_args(command)
}

/// Formats the help of an option with its keys.
pub(crate) fn help<T: Args>(about: &str) -> String {
    let command = command::<T>();
    let keys = command.get_arguments().map(|key| {
        let form = key.get_value_names().and_then(<[_]>::first).map(ToString::to_string).unwrap_or_default();
        let help = key.get_help().map(ToString::to_string).unwrap_or_default();
        (format!("{}={form}", key.get_long().unwrap_or_default()), help)
    });
    let keys: Vec<(String, String)> = keys.collect();
    let width = keys.iter().map(|(form, _)| form.len()).max().unwrap_or_default();
    keys.iter().fold(about.to_owned(), |text, (form, help)| text + &format!("\n  {form:width$}  {help}"))
}

/// Parses the words of an option. A word without `=` is a key that is switched on, or the name of a file. The keys `ignored` have no
/// meaning here.
fn parse<T: Args>(ignored: &[&str], text: &str) -> Result<T, String> {
    let command = command::<T>();
    let keys: Vec<&str> = command.get_arguments().filter_map(clap::Arg::get_long).collect();
    let aliases = command.get_arguments().filter_map(clap::Arg::get_all_aliases).flatten().collect();
    let known = [keys.clone(), aliases].concat();
    let mut line = Vec::new();
    for word in words_of(text) {
        let (name, value) = match word.split_once('=') {
            Some(pair) => pair,
            None if known.contains(&word) || ignored.contains(&word) => (word, "true"),
            None if known.contains(&"file") => ("file", word),
            None => return Err(format!("'{}' is not key=value", printable(word))),
        };
        if known.contains(&name) {
            line.push(format!("--{name}={value}"));
        } else if !ignored.contains(&name) {
            return Err(format!("unknown key '{}'; expected one of {}", printable(name), keys.join(", ")));
        }
    }
    let matches = command.clone().try_get_matches_from(line).map_err(|error| message(&error))?;
    T::from_arg_matches(&matches).map_err(|error| message(&error))
}

fn message(error: &clap::Error) -> String {
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => match texts.split_last() {
            Some((last, others)) => format!("{} or {last}", others.join(", ")),
            None => String::new(),
        },
        _ => String::new(),
    };
    if error.kind() == ErrorKind::MissingRequiredArgument {
        return "file= is missing".to_owned();
    }
    let key = context(ContextKind::InvalidArg);
    let key = key.trim_start_matches('-').split([' ', '=']).next().unwrap_or_default();
    let why = match std::error::Error::source(error) {
        Some(source) => source.to_string(),
        None => format!("expected {}", context(ContextKind::ValidValue)),
    };
    format!("{key}={}: {why}", printable(&context(ContextKind::InvalidValue)))
}

/// Parses the words of `-engine`, after those of `-each`.
pub(crate) fn engine(text: &str) -> Result<EngineConfig, String> {
    let mut words = Vec::new();
    for word in words_of(text) {
        match word.split_once('=').unwrap_or((word, "")) {
            ("args", list) => words.extend(list.split_whitespace().map(|word| format!("arg={word}"))),
            ("initstr", lines) => words.extend(lines.split("\\n").map(|line| format!("initstr={line}"))),
            ("ponder", value) if flag(value)? => return Err("ponder=on: pondering is not supported".to_owned()),
            _ => words.push(match word.strip_prefix("option.") {
                Some(option) if option.find('=').is_some_and(|at| at > 0) => format!("option.NAME={option}"),
                _ => word.to_owned(),
            }),
        }
    }
    let ignored = ["ponder", "trust", "tscale", "book", "bookdepth"];
    let mut engine: EngineConfig = parse(&ignored, &words.join(&SEPARATOR.to_string()))?;
    // The last of repeated options applies.
    for (name, value) in std::mem::take(&mut engine.options) {
        engine.options.retain(|(set, _)| !set.eq_ignore_ascii_case(&name));
        engine.options.push((name, value));
    }
    engine.limits.depth = engine.limits.depth.filter(|&depth| depth > 0);
    engine.limits.nodes = engine.limits.nodes.filter(|&nodes| nodes > 0);
    Ok(engine)
}

/// Keys of `-openings`.
#[derive(Args)]
pub(crate) struct OpeningKeys {
    /// list of FENs or EPDs, or PGN; start: the start position; random: random moves
    #[arg(long, value_name = "FILE", default_value = "")]
    file: String,
    /// format of the file; if missing, its name decides
    #[arg(long, value_name = "epd|fen|pgn", value_parser = ["epd", "fen", "pgn"])]
    format: Option<String>,
    /// order of the openings
    #[arg(long, value_name = "sequential|random", default_value = "sequential", value_parser = ["random", "sequential"])]
    order: String,
    /// plies of a PGN's games that are played; number of random plies [default: 8]
    #[arg(long, value_name = "N", value_parser = number::<usize>)]
    plies: Option<usize>,
    /// random moves: largest difference from the value of the start position [default: 60]
    #[arg(long, value_name = "CP", value_parser = number::<u16>)]
    margin: Option<u16>,
    /// number of the first opening
    #[arg(long, value_name = "N", default_value = "1", value_parser = number::<NonZero<usize>>)]
    start: NonZero<usize>,
    /// round: all encounters of a round have the same opening
    #[arg(long, value_name = "encounter|round", default_value = "encounter", value_parser = ["encounter", "round", "default"])]
    policy: String,
}

pub(crate) fn openings(text: &str) -> Result<Openings, String> {
    const DEFAULT_PLIES: usize = 8;
    const MAX_RANDOM_PLIES: usize = 200;
    let OpeningKeys { file, format, order, plies, margin, start, policy } = parse(&[], text)?;
    let plies = plies.map(|plies| plies.min(1000));
    let source = match (format.as_deref(), file.as_str()) {
        (None, "" | "random") => Source::Random {
            plies: plies.unwrap_or(DEFAULT_PLIES).min(MAX_RANDOM_PLIES),
            margin: margin.map_or(OpeningsPlan::default().margin, i32::from),
        },
        (None, "start") => Source::Start,
        (_, "") => return Err("format= needs file=".to_owned()),
        (Some("pgn"), _) => Source::Games(file.into()),
        (None, name) if name.to_ascii_lowercase().ends_with(".pgn") => Source::Games(file.into()),
        _ => Source::Positions(file.into()),
    };
    Ok(Openings { source, is_shuffled: order == "random", plies, first: start.get(), once_a_round: policy == "round" })
}

/// Keys of `-sprt`.
#[derive(Args)]
pub(crate) struct SprtKeys {
    /// Elo of hypothesis H0 [default: 0]
    #[arg(long, value_name = "E", default_value = "0", value_parser = number::<f64>)]
    elo0: f64,
    /// Elo of hypothesis H1
    #[arg(long, value_name = "E", default_value = "0", value_parser = number::<f64>)]
    elo1: f64,
    /// rate of false positives [default: 0.05]
    #[arg(long, value_name = "P", default_value = "0.05", value_parser = number::<f64>)]
    alpha: f64,
    /// rate of false negatives [default: 0.05]
    #[arg(long, value_name = "P", default_value = "0.05", value_parser = number::<f64>)]
    beta: f64,
    /// unit of elo0 and elo1; bayesian counts single games
    #[arg(long, value_name = "normalized|logistic|bayesian", value_enum, default_value = "normalized")]
    model: Model,
}

pub(crate) fn sprt(text: &str) -> Result<Sprt, String> {
    let SprtKeys { elo0, elo1, alpha, beta, model } = parse(&[], text)?;
    let mut test = Sprt::new(elo0, elo1, alpha, beta).map_err(|error| error.to_string())?;
    test.model = model;
    Ok(test)
}

/// Parses the words of an option that has only keys with a meaning.
pub(crate) fn all<T: Args>(text: &str) -> Result<T, String> {
    parse(&[], text)
}

/// Parses the words of `-log` or `-pgnout`.
pub(crate) fn output<T: Args>(text: &str) -> Result<T, String> {
    // Only finished games are written, and no line of an engine is copied.
    parse(&["level", "compress", "realtime", "fi", "match_line"], text)
}
