//! Writes manual pages and completions of every program: `manuals FOLDER`. With `manuals --list` it lists the programs, one a
//! line: the name by which it is built, and that by which packages have it.

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    match arguments.as_slice() {
        [word] if word == "--list" => {
            for program in manuals::programs::programs() {
                println!("{} {}", program.built, program.name);
            }
            ExitCode::SUCCESS
        }
        [folder] => match manuals::write(Path::new(folder)) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("manuals: '{}': {error}", folder.display());
                ExitCode::FAILURE
            }
        },
        _ => {
            eprintln!("manuals: a folder is needed, or --list");
            ExitCode::from(2)
        }
    }
}
