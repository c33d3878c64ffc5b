//! Manual pages and shell completions of every program, for packages. They are generated from the programs' own definitions of
//! their command lines.

pub mod pages;
pub mod programs;

use std::fs;
use std::io;
use std::path::Path;

pub use clap_complete::Shell;

use programs::{Program, programs};

/// Shells that packages have completions for.
pub const SHELLS: [Shell; 3] = [Shell::Bash, Shell::Zsh, Shell::Fish];

/// Returns the path, below `/usr/share`, where a shell searches for the completions of a program.
pub fn completion_file(shell: Shell, program: &str) -> String {
    match shell {
        Shell::Zsh => format!("zsh/vendor-completions/_{program}"),
        Shell::Fish => format!("fish/vendor_completions.d/{program}.fish"),
        _ => format!("bash-completion/completions/{program}"),
    }
}

/// Returns the completion script of a program.
pub fn completions(program: &Program, shell: Shell) -> Vec<u8> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut (program.command)(), program.name, &mut script);
    script
}

/// Writes pages and completions of every program below a folder.
///
/// # Errors
/// A file that cannot be written.
pub fn write(folder: &Path) -> io::Result<()> {
    let put = |name: &str, bytes: &[u8]| {
        let file = folder.join(name);
        fs::create_dir_all(file.parent().unwrap_or(folder))?;
        fs::write(file, bytes)
    };
    for program in programs() {
        for (name, page) in pages::pages(&program)? {
            put(&format!("man/man{}/{name}", program.section), &page)?;
        }
        for shell in SHELLS {
            put(&completion_file(shell, program.name), &completions(&program, shell))?;
        }
    }
    Ok(())
}
