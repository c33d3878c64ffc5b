//! The options of `arena match`, in the syntax of fastchess and cutechess-cli: an option begins with `-`, and most are
//! followed by several words, `key=value` for the most part.

pub(crate) mod keys;
pub(crate) mod values;

use std::path::{Path, PathBuf};

use clap::error::ErrorKind;
use clap::{Args, Parser};
use games::GameName;
use movegen::fen::printable;

use crate::arguments::offer;
use crate::config::{Config, EngineConfig, Protocol, Style};
use crate::statistics::sprt::Model;

/// Separates the words that follow one option.
pub(crate) const SEPARATOR: char = '\u{1f}';

/// The words that follow one option.
fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(SEPARATOR)
}

/// A match to play.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// A new match, and warnings about its options.
    Match(Box<Config>, Vec<String>),
    /// An interrupted match, by its state.
    Resume(PathBuf),
}

/// The options of `arena match`.
#[derive(Args, Debug)]
pub struct MatchArguments {
    /// An engine of the match; at least two are needed
    #[arg(long = "engine", value_name = "KEY=VALUE ...",
        long_help = keys::help::<EngineConfig>("An engine of the match; at least two are needed."))]
    engines: Vec<String>,
    /// Keys and values for all engines, as for --engine
    #[arg(long, value_name = "KEY=VALUE ...")]
    each: Vec<String>,
    /// Game
    #[arg(long, value_name = "GAME", value_parser = GameName::ANY)]
    variant: Option<String>,
    /// File of games in the format of Fairy-Stockfish's variants.ini; engines receive it as the option VariantPath
    #[arg(long, value_name = "FILE", value_parser = values::file)]
    variants: Option<PathBuf>,
    /// Resume an interrupted match from its state
    #[arg(long, value_name = "STATE", exclusive = true)]
    resume: Option<PathBuf>,
    #[command(flatten)]
    config: Config,
    #[arg(long, hide = true, overrides_with = "no_recover")]
    recover: bool,
    /// Options for endgame tables, which are not used.
    #[arg(long = "tb", aliases = ["tbpieces", "tbadjudicate", "tbignore50"], hide = true, num_args = 0..=1,
        default_missing_value = "")]
    tables: Vec<String>,
    /// Other options of fastchess without meaning here.
    #[arg(long = "config", aliases = ["autosaveinterval", "crc32", "outcomeinterval", "resultformat", "bookmode", "strict",
        "force-concurrency"], hide = true, num_args = 0..=1, default_missing_value = "")]
    ignored: Vec<String>,
}

/// The command line of a match alone.
#[derive(Parser)]
#[command(args_override_self = true)]
struct MatchLine {
    #[command(flatten)]
    arguments: MatchArguments,
}

/// Parses the options of a match.
pub fn parse(words: &[String]) -> Result<Command, String> {
    let line = std::iter::once("arena".to_owned()).chain(normalized(words));
    let line = MatchLine::try_parse_from(line).map_err(|error| match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => "help is not a match".to_owned(),
        _ => first_paragraph(&error.to_string()),
    })?;
    line.arguments.command()
}

/// Returns the message of an error of clap without tip and usage, in one line.
fn first_paragraph(text: &str) -> String {
    let words = text.lines().take_while(|line| !line.trim().is_empty()).flat_map(str::split_ascii_whitespace);
    let line = words.collect::<Vec<_>>().join(" ").replace(char::is_control, " ");
    line.strip_prefix("error: ").unwrap_or(&line).to_owned()
}

/// Rewrites options in the style of fastchess, `-name word word`, into `--name=words`.
pub fn normalized(words: &[String]) -> Vec<String> {
    let mut line: Vec<(&str, Vec<String>)> = Vec::new();
    let mut rest = Vec::new();
    for word in words {
        match (option_name(word), line.last_mut()) {
            (Some(name), _) => line.push((name, Vec::new())),
            (None, Some((_, words))) => words.push(word.clone()),
            (None, None) => rest.push(word.clone()),
        }
    }
    for (name, words) in line {
        for (name, words) in expanded(name, words) {
            let value = words.join(&SEPARATOR.to_string());
            rest.push(if words.is_empty() { format!("--{name}") } else { format!("--{name}={value}") });
        }
    }
    rest
}

/// Returns the name of an option; a negative number is none.
fn option_name(word: &str) -> Option<&str> {
    let name = word.strip_prefix("--").or_else(|| word.strip_prefix('-'))?;
    let name = if word == "-h" { "help" } else { name };
    name.starts_with(|c: char| c.is_ascii_alphabetic()).then_some(name)
}

/// Replaces options that stand for others.
fn expanded(name: &str, words: Vec<String>) -> Vec<(&str, Vec<String>)> {
    match (name, words.as_slice()) {
        ("repeat", []) => vec![("games", vec!["2".to_owned()])],
        ("repeat", _) => vec![("games", words)],
        ("config", [word]) if word.starts_with("file=") => vec![("resume", vec![word["file=".len()..].to_owned()])],
        ("quick", _) => quick(&words),
        _ => vec![(name, words)],
    }
}

/// Returns the settings of fastchess for two programs and a book.
fn quick(words: &[String]) -> Vec<(&'static str, Vec<String>)> {
    let mut line = Vec::new();
    for (number, word) in (1..).zip(words) {
        match word.split_once('=') {
            Some(("cmd", program)) => {
                let name = format!("name={program}{number}");
                line.push(("engine", vec![word.clone(), "tc=10+0.1".to_owned(), name]));
            }
            Some(("book", book)) => line.push(("openings", vec![format!("file={book}"), "order=random".to_owned()])),
            _ => line.push(("quick", vec![word.clone()])),
        }
    }
    let rest = ["games=2", "rounds=25000", "concurrency=-2"].map(|option| option.split_once('=').unwrap_or_default());
    line.extend(rest.map(|(name, value)| (name, vec![value.to_owned()])));
    line.push(("draw", ["movenumber=30", "movecount=8", "score=8"].map(str::to_owned).to_vec()));
    line.push(("output", vec!["format=cutechess".to_owned()]));
    line
}

impl MatchArguments {
    /// Returns the match that the options describe.
    pub fn command(self) -> Result<Command, String> {
        if let Some(path) = self.resume {
            return Ok(Command::Resume(path));
        }
        let mut config = self.config;
        config.engines = engines(&self.engines, &self.each)?;
        if let Some(file) = &self.variants {
            offer(file)?;
            give(file, &mut config.engines)?;
        }
        config.variant = variant(self.variant, &config.engines)?;
        let mut warnings = Vec::new();
        if !self.tables.is_empty() {
            warnings.push("Warning; Endgame tables are not used".to_owned());
        }
        if config.sprt.is_some() && config.engines.len() > 2 {
            return Err("-sprt is for two engines".to_owned());
        }
        if config.counts_pairs && config.sprt.is_some_and(|test| test.model == Model::Bayesian) {
            warnings.push("Warning; The bayesian model counts games, not pairs".to_owned());
            config.counts_pairs = false;
        }
        // Readers of the output of Cute Chess expect games.
        config.counts_pairs &= config.games == 2 && config.style == Style::Fastchess;
        Ok(Command::Match(Box::new(config), warnings))
    }
}

/// Parses the engines, each with what `-each` sets for all.
fn engines(lines: &[String], each: &[String]) -> Result<Vec<EngineConfig>, String> {
    if lines.len() < 2 {
        let given = if lines.is_empty() { "none" } else { "one" };
        return Err(format!("a match needs two engines, but {given} was given"));
    }
    if !each.is_empty() {
        keys::engine(&each.join(&SEPARATOR.to_string())).map_err(|why| format!("-each: {why}"))?;
    }
    let mut engines: Vec<EngineConfig> = Vec::new();
    for line in lines {
        let words: Vec<&str> = each.iter().chain([line]).map(String::as_str).collect();
        let mut engine = keys::engine(&words.join(&SEPARATOR.to_string())).map_err(|why| format!("-engine: {why}"))?;
        complete(&mut engine)?;
        let name = printable(&engine.name);
        if engine.limits.is_endless() {
            return Err(format!("engine '{name}' has no tc, st, depth or nodes"));
        }
        if engines.iter().any(|other| other.name == engine.name) {
            return Err(format!("two engines are called '{name}'; give one of them another name="));
        }
        engines.push(engine);
    }
    Ok(engines)
}

/// Names an engine after its program.
fn complete(engine: &mut EngineConfig) -> Result<(), String> {
    if engine.name.is_empty() {
        let file = Path::new(&engine.program.command).file_name();
        engine.name = file.map_or_else(|| "builtin".to_owned(), |name| name.to_string_lossy().into_owned());
    }
    if engine.protocol != Protocol::Builtin && engine.program.command.is_empty() {
        return Err(format!("engine '{}' has no cmd", printable(&engine.name)));
    }
    Ok(())
}

/// Gives the file of games to the engines that are programs, unless they have one of their own.
fn give(file: &Path, engines: &mut [EngineConfig]) -> Result<(), String> {
    const OPTION: &str = "VariantPath";
    // An engine may have another working directory.
    let file = std::path::absolute(file).map_err(|error| error.to_string())?.to_string_lossy().into_owned();
    for engine in engines.iter_mut().filter(|engine| engine.protocol != Protocol::Builtin) {
        if engine.options.iter().all(|(name, _)| !name.eq_ignore_ascii_case(OPTION)) {
            engine.options.push((OPTION.to_owned(), file.clone()));
        }
    }
    Ok(())
}

/// Returns the game that `-variant` or the engines' options name.
fn variant(named: Option<String>, engines: &[EngineConfig]) -> Result<String, String> {
    let of_engine = |engine: &EngineConfig| {
        let option = engine.options.iter().find(|(name, _)| name.eq_ignore_ascii_case("UCI_Variant"));
        option.map(|(_, value)| values::game(&value.to_ascii_lowercase())).transpose()
    };
    let games = engines.iter().map(of_engine).collect::<Result<Vec<_>, _>>()?;
    let mut games = games.into_iter().flatten();
    let named = named.map_or_else(|| Ok("chess".to_owned()), |name| values::game(&name))?;
    let game = if named == "chess" { games.next().unwrap_or(named) } else { named };
    match games.find(|other| *other != game) {
        Some(other) => Err(format!("the engines have the variants {game} and {other}")),
        None => Ok(game),
    }
}

#[cfg(test)]
mod tests;
