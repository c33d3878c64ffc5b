//! Draws positions of every game as SVG: one on standard output, or a whole list into a folder.

mod batch;

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use upheaval_board::command::diagram::{Arguments, Stop, parse};

/// Runs the command line and returns the text to print.
fn run(arguments: &Arguments) -> Result<String, String> {
    match (&arguments.from, &arguments.one) {
        (Some(list), _) => {
            batch::draw(list, arguments.into.as_deref().unwrap_or(Path::new("."))).map(|()| String::new())
        }
        (None, Some(one)) => one.draw(),
        // clap requires one of the two.
        (None, None) => Err("nothing to draw".to_owned()),
    }
}

fn main() -> ExitCode {
    let text = match parse::<Arguments>(std::env::args_os().collect::<Vec<OsString>>()) {
        Ok(arguments) => run(&arguments),
        Err(Stop::Help(text)) => Ok(text),
        Err(Stop::Wrong(line)) => Err(line),
    };
    let mut out = io::stdout().lock();
    let printed = text.and_then(|text| match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        // The reader may close the pipe early.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(format!("cannot print: {error}")),
        _ => Ok(()),
    });
    match printed {
        Ok(()) => ExitCode::SUCCESS,
        Err(line) => {
            let _ = writeln!(io::stderr(), "diagram: {line}");
            ExitCode::from(2)
        }
    }
}
