//! Plays matches between engines in any game of this project, refereed by its rules.

use std::io::{self, Write};
use std::process::ExitCode;

use arena::check;
use arena::command::{self, Command, HELP};
use arena::matches::{End, runner};
use arena::resume::resume;
use arena::stop::{INTERRUPTED, set_by_signals};

fn print(text: &str) {
    let mut out = io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

fn arena(arguments: Vec<String>) -> Result<ExitCode, String> {
    let stop = set_by_signals().map_err(|error| error.to_string())?;
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
        Ok(End::Interrupted) => Ok(ExitCode::from(INTERRUPTED)),
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
