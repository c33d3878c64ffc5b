//! Command lines of the tools: what is wrong with one is said in one line.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::Parser;
use clap::error::ErrorKind;
use movegen::fen::printable;

/// Why the command line asks for nothing that can be done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stop {
    /// Help was asked for: the text.
    Help(String),
    /// It is wrong: one line.
    Wrong(String),
}

/// Reads a command line, the name of the program first.
///
/// # Errors
/// Help, or one line that says what is wrong.
pub fn parse<A: Parser>(arguments: impl IntoIterator<Item = OsString>) -> Result<A, Stop> {
    A::try_parse_from(arguments).map_err(|error| {
        let text = error.to_string();
        if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
            return Stop::Help(text);
        }
        // The first paragraph says what is wrong, what follows is the usage.
        let words = text.lines().take_while(|line| !line.trim().is_empty()).flat_map(str::split_ascii_whitespace);
        let line = words.collect::<Vec<_>>().join(" ").replace(char::is_control, "?");
        Stop::Wrong(line.strip_prefix("error: ").unwrap_or(&line).to_owned())
    })
}

/// How many processors there are for this program: the default of whatever is done side by side.
pub fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// A path as error lines show it.
pub fn quoted(path: &Path) -> String {
    format!("'{}'", printable(&path.to_string_lossy()))
}

/// The whole of a tool: reads the command line, does the work and prints what it gives. An error of either is one line
/// behind the tool's name, and the exit code 2.
pub fn run<A: Parser>(tool: &str, work: impl FnOnce(&A) -> Result<String, String>) -> ExitCode {
    let text = match parse::<A>(std::env::args_os()) {
        Ok(arguments) => work(&arguments),
        Err(Stop::Help(text)) => Ok(text),
        Err(Stop::Wrong(error)) => Err(error),
    };
    let mut out = io::stdout().lock();
    let printed = text.and_then(|text| match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        // Whoever reads may have had enough.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(format!("cannot print: {error}")),
        _ => Ok(()),
    });
    match printed {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "{tool}: {error}");
            ExitCode::from(2)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Parser, Debug)]
    struct Two {
        #[arg(value_parser = ["chess", "empire"])]
        _game: String,
        #[arg(long)]
        _number: u32,
    }

    fn complaint(line: &str) -> String {
        match parse::<Two>(line.split(' ').map(OsString::from)) {
            Err(Stop::Wrong(line)) => line,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn what_is_wrong_is_one_line_that_quotes_it() {
        assert_eq!(
            complaint("two draughts --number 1"),
            "invalid value 'draughts' for '<GAME>' [possible values: chess, empire]"
        );
        assert_eq!(
            complaint("two chess --number x"),
            "invalid value 'x' for '--number <NUMBER>': invalid digit found in string"
        );
        assert_eq!(complaint("two"), "the following required arguments were not provided: --number <NUMBER> <GAME>");
        assert_eq!(complaint("two chess --number 1 \x1b[2J"), "unexpected argument '?[2J' found");
        assert_eq!(complaint("two chess --number 1 more"), "unexpected argument 'more' found");
        assert!(matches!(parse::<Two>(["two", "--help"].map(OsString::from)), Err(Stop::Help(_))));
    }
}
