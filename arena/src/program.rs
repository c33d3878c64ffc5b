//! The program `arena`: its subcommands.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use crate::arguments::{Failure, USAGE_ERROR, finish};
use crate::check::{self, CheckArguments};
use crate::command::{self, Command, MatchArguments};
use crate::matches::{End, runner};
use crate::stop::{INTERRUPTED, set_by_signals};
use crate::tools::{openings, pgn, sprt, spsa};

/// Test frameworks read the first number as the version of the fastchess whose options are understood.
const VERSION: &str = concat!("with the options of fastchess 1.8.2, Upheaval ", env!("CARGO_PKG_VERSION"));

/// Matches between engines in every game of this project, and tools for them.
#[derive(Parser)]
#[command(name = "arena", version = VERSION, arg_required_else_help = true, args_override_self = true,
    after_help = "'arena -engine ...' is 'arena match -engine ...'. docs/arena.md explains matches, docs/tuning.md spsa.")]
struct CommandLine {
    #[command(subcommand)]
    tool: Tool,
}

#[derive(Subcommand)]
enum Tool {
    /// Play a match
    ///
    /// Options may have one dash and several words, as in fastchess: -draw movenumber=40 movecount=8 score=10.
    #[command(version = VERSION, args_override_self = true)]
    Match(Box<MatchArguments>),
    /// Check that match runners and boards can use an engine
    #[command(version)]
    Check(CheckArguments),
    /// Write random openings of a game, one FEN a line
    #[command(version)]
    Openings(openings::Arguments),
    /// Validate, convert, replay, filter, list, split and join PGN files of every game
    #[command(version)]
    Pgn(pgn::Arguments),
    /// Compute Elo and a sequential test from counts of results
    #[command(version)]
    Sprt(sprt::Arguments),
    /// Tune parameters of the search by SPSA
    #[command(version)]
    Spsa(Box<spsa::Arguments>),
}

/// Returns the definition of the command line, for manual pages and completions.
pub fn command() -> clap::Command {
    CommandLine::command()
}

/// Runs the program.
pub fn main() -> ExitCode {
    let words: Vec<String> = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    let (line, match_words) = with_subcommand(&words);
    let tool = match CommandLine::try_parse_from(line) {
        Ok(CommandLine { tool }) => tool,
        Err(error) if error.use_stderr() => {
            let _ = io::stderr().write_all(error.to_string().replace(command::SEPARATOR, " ").as_bytes());
            return ExitCode::from(USAGE_ERROR);
        }
        Err(help) => {
            let _ = help.print();
            return ExitCode::SUCCESS;
        }
    };
    match tool {
        Tool::Match(arguments) => match arguments.command() {
            Ok(command) => play(command, match_words),
            Err(message) => finish("arena", Err(Failure::Usage(message))),
        },
        Tool::Check(arguments) => match check::run(&arguments) {
            Ok((text, has_passed)) => {
                let printed = finish("arena check", Ok(text));
                if has_passed { printed } else { ExitCode::FAILURE }
            }
            Err(why) => finish("arena check", Err(why.into())),
        },
        Tool::Openings(arguments) => finish("arena openings", openings::run(&arguments)),
        Tool::Pgn(arguments) => pgn::run(&arguments),
        Tool::Sprt(arguments) => finish("arena sprt", sprt::run(&arguments)),
        Tool::Spsa(arguments) => finish("arena spsa", spsa::run(&arguments)),
    }
}

/// Returns the command line with the subcommand `match` if its first word is an option of a match, and the words of the match.
fn with_subcommand(words: &[String]) -> (Vec<String>, Vec<String>) {
    let line = |words: &[&str], rest: Vec<String>| words.iter().map(|&word| word.to_owned()).chain(rest).collect();
    let words = match words.first().map_or("", String::as_str) {
        "match" => &words[1..],
        "-h" | "-help" | "--help" => return (line(&["arena", "--help"], Vec::new()), Vec::new()),
        "-v" | "-V" | "-version" | "--version" => return (line(&["arena", "--version"], Vec::new()), Vec::new()),
        option if option.starts_with('-') => words,
        _ => return (line(&["arena"], words.to_vec()), Vec::new()),
    };
    (line(&["arena", "match"], command::normalized(words)), words.to_vec())
}

/// Plays a match, which `words` describe in its state file.
fn play(command: Command, words: Vec<String>) -> ExitCode {
    let end = set_by_signals().map_err(|error| error.to_string()).and_then(|stop| match command {
        Command::Resume(path) => runner::resume(&path, &stop),
        Command::Match(config, warnings) => {
            warnings.iter().for_each(|line| print(line));
            runner::run(&config, words, &stop)
        }
    });
    match end {
        Ok(End::Complete) => ExitCode::SUCCESS,
        Ok(End::Interrupted) => ExitCode::from(INTERRUPTED),
        Err(why) => {
            let _ = writeln!(io::stderr(), "Fatal; {why}");
            ExitCode::FAILURE
        }
    }
}

/// Prints a line. A reader that has closed the pipe does not end a match.
fn print(line: &str) {
    let mut out = io::stdout().lock();
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

#[cfg(test)]
mod tests {
    #[test]
    fn command_line_definition_is_consistent() {
        super::command().debug_assert();
    }
}
