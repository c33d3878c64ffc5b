//! Writes manual pages and completions of every program: `manuals FOLDER`. With `manuals --list` it lists the programs, one a
//! line: the name by which it is built, and that by which packages have it.

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    match arguments.as_slice() {
        [word] if word == "--list" => {
            manuals::programs::programs().iter().for_each(|program| println!("{} {}", program.built, program.name));
            return ExitCode::SUCCESS;
        }
        [folder] => {
            let Err(error) = manuals::write(Path::new(folder)) else { return ExitCode::SUCCESS };
            eprintln!("manuals: '{}': {error}", folder.display());
        }
        _ => {
            eprintln!("manuals: a folder is needed, or --list");
            return ExitCode::from(2);
        }
    }
    ExitCode::FAILURE
}
