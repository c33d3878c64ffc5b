//! Plays matches between engines in any game of this project, refereed by its rules.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use arena::check;
use arena::command::{self, Command};
use arena::matches::{End, runner};
use arena::resume::resume;

const HELP: &str = include_str!("../src/help.txt");

/// What an interrupt or a request to terminate does: the first one lets the match end in order, the second one ends the
/// process.
fn interrupts() -> io::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        signal_hook::flag::register_conditional_shutdown(signal, 130, Arc::clone(&stop))?;
        signal_hook::flag::register(signal, Arc::clone(&stop))?;
    }
    Ok(stop)
}

fn print(text: &str) {
    let mut out = io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

fn arena(arguments: Vec<String>) -> Result<ExitCode, String> {
    let stop = interrupts().map_err(|error| error.to_string())?;
    let end = match command::parse(&arguments)? {
        Command::Help => {
            print(HELP);
            return Ok(ExitCode::SUCCESS);
        }
        Command::Version => {
            // Test frameworks look for the first number and expect the one of the runner whose options are understood.
            print(&format!("arena with the options of fastchess 1.8.2, Upheaval {}\n", env!("CARGO_PKG_VERSION")));
            return Ok(ExitCode::SUCCESS);
        }
        Command::Check(engine, games, protocol) => {
            let (text, is_right) = check::run(&engine, &games, protocol.as_deref())?;
            print(&text);
            return Ok(if is_right { ExitCode::SUCCESS } else { ExitCode::FAILURE });
        }
        Command::Resume(path) => resume(&path, &stop),
        Command::Match(config, warnings) => {
            warnings.iter().for_each(|line| print(&format!("{line}\n")));
            runner::run(&config, arguments, &stop)
        }
    };
    match end {
        Ok(End::Complete) => Ok(ExitCode::SUCCESS),
        Ok(End::Interrupted) => Ok(ExitCode::from(130)),
        Err(why) => {
            print(&format!("Fatal; {why}\n"));
            Ok(ExitCode::FAILURE)
        }
    }
}

fn main() -> ExitCode {
    let arguments = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    arena(arguments).unwrap_or_else(|why| {
        let _ = writeln!(io::stderr(), "arena: {why}");
        ExitCode::from(2)
    })
}
