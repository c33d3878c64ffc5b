//! Exit codes and parts of messages of the programs of this workspace.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use games::Definitions;
use movegen::fen::printable;

/// Exit code of a wrong command line.
pub const USAGE_ERROR: u8 = 2;

/// Why a program stopped, in one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// The command line is invalid: exit code 2.
    Usage(String),
    /// The work failed: exit code 1.
    Work(String),
}

impl From<String> for Failure {
    fn from(message: String) -> Self {
        Self::Work(message)
    }
}

/// Returns the number of processors, the default of everything done in parallel.
pub fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Quotes a path for a message.
pub fn quoted(path: &Path) -> String {
    format!("'{}'", printable(&path.to_string_lossy()))
}

/// Reads the games of a file.
///
/// # Errors
/// The file cannot be read.
pub fn definitions(path: &Path) -> Result<Definitions, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("cannot read {}: {error}", quoted(path)))?;
    Ok(Definitions::read(&path.to_string_lossy(), &text))
}

/// Offers the games of a file next to the built-in ones. Sections that are refused are warnings on standard error.
///
/// # Errors
/// The file cannot be read or defines no game.
pub fn offer(path: &Path) -> Result<(), String> {
    let read = definitions(path)?;
    read.offer()?;
    read.errors.iter().for_each(|error| eprintln!("Warning; {error}"));
    Ok(())
}

/// Prints the output of a program, or its error after `name`, and returns the exit code.
pub fn finish(name: &str, output: Result<String, Failure>) -> ExitCode {
    let mut out = io::stdout().lock();
    let printed = output.and_then(|text| match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        // A reader that has closed the pipe is no error.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(format!("cannot print: {error}").into()),
        _ => Ok(()),
    });
    let (message, code) = match printed {
        Ok(()) => return ExitCode::SUCCESS,
        Err(Failure::Usage(message)) => (message, USAGE_ERROR),
        Err(Failure::Work(message)) => (message, 1),
    };
    let _ = writeln!(io::stderr(), "{name}: {message}");
    ExitCode::from(code)
}
