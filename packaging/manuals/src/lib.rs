//! Manual pages and shell completions of every program, for packages. No program carries them: they are made beside the
//! programs' libraries, which know the command lines.
//!
//! * [`mod@programs`] lists the programs and how each reads its command line;
//! * [`usage`] reads the help of those that read it by themselves, [`complete`] makes completions of it;
//! * [`pages`] makes manual pages; [`write()`] puts all of it into a folder, as Unix has it below `/usr/share`.

pub mod complete;
pub mod pages;
pub mod programs;
pub mod usage;

use std::fs;
use std::io;
use std::path::Path;

use clap_complete::Shell as ClapShell;

use complete::Shell;
use programs::{Program, Reads, programs};
use usage::Usage;

/// Where a shell looks for the completions of a program.
pub fn completion_file(shell: Shell, program: &str) -> String {
    match shell {
        Shell::Bash => format!("bash-completion/completions/{program}"),
        Shell::Zsh => format!("zsh/vendor-completions/_{program}"),
        Shell::Fish => format!("fish/vendor_completions.d/{program}.fish"),
    }
}

/// The completions of a program.
pub fn completions(program: &Program, shell: Shell) -> Vec<u8> {
    match program.reads {
        Reads::Itself(text) => shell.script(&Usage::read(program.name, text)).into_bytes(),
        Reads::Clap(command) => {
            let shell = match shell {
                Shell::Bash => ClapShell::Bash,
                Shell::Zsh => ClapShell::Zsh,
                Shell::Fish => ClapShell::Fish,
            };
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut command(), program.name, &mut script);
            script
        }
    }
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
        for shell in Shell::ALL {
            put(&completion_file(shell, program.name), &completions(&program, shell))?;
        }
    }
    Ok(())
}
