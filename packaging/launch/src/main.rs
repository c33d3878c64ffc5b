//! Starts the build of a program that suits the processor.
//!
//! Packages have several builds of each program, in folders beside this launcher: `x86-64`, `x86-64-v3`, `x86-64-v4`. The launcher
//! starts the program of its own name from the best folder that the processor supports, with the same arguments. On Unix it
//! becomes that program; on Windows it waits for the program and exits with its code. See docs/packaging.md.

mod levels;
mod start;

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Returns the folder that contains the levels: that of this program's file, with links resolved.
fn folder() -> io::Result<PathBuf> {
    let file = std::env::current_exe()?;
    // Windows has no links here, and not every program reads its resolved paths.
    let file = if cfg!(unix) { file.canonicalize()? } else { file };
    Ok(file.parent().map_or_else(PathBuf::new, Path::to_path_buf))
}

/// Returns the name by which this program was called, without folder and `.exe`.
fn name(called: Option<OsString>) -> Option<OsString> {
    PathBuf::from(called?).file_stem().map(OsString::from)
}

/// Returns the file of a program in the best of these levels that has it.
fn find<'a>(folder: &Path, name: &OsString, levels: impl IntoIterator<Item = &'a str>) -> Option<PathBuf> {
    let mut file = PathBuf::from(name);
    file.set_extension(std::env::consts::EXE_EXTENSION);
    levels.into_iter().map(|level| folder.join(level).join(&file)).find(|file| file.is_file())
}

fn launch() -> Result<ExitCode, String> {
    let mut arguments = std::env::args_os();
    let name = name(arguments.next()).ok_or("it was called without a name")?;
    let folder = folder().map_err(|error| format!("its folder cannot be found: {error}"))?;
    let file = find(&folder, &name, levels::best_first())
        .ok_or_else(|| format!("no build of '{}' for this processor is in '{}'", name.display(), folder.display()))?;
    start::start(&file, &name, arguments).map_err(|error| format!("'{}': {error}", file.display()))
}

fn main() -> ExitCode {
    launch().unwrap_or_else(|why| {
        let _ = writeln!(io::stderr(), "upheaval's launcher: {why}");
        ExitCode::from(127)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_is_that_of_the_file_that_was_called() {
        let named = |called: &str| name(Some(called.into()));
        assert_eq!(named("upheaval"), Some("upheaval".into()));
        assert_eq!(named("/usr/bin/upheaval-board"), Some("upheaval-board".into()));
        assert_eq!(named("./arena.exe"), Some("arena".into()));
        assert_eq!(named(""), None);
        assert_eq!(name(None), None);
    }

    #[test]
    fn the_best_level_that_has_the_program_is_taken() {
        let folder = std::env::temp_dir().join(format!("upheaval-launch-{}", std::process::id()));
        let put = |level: &str, name: &str| {
            let level = folder.join(level);
            std::fs::create_dir_all(&level).unwrap();
            std::fs::write(level.join(name).with_extension(std::env::consts::EXE_EXTENSION), "").unwrap();
        };
        put("x86-64", "arena");
        put("x86-64", "upheaval");
        put("x86-64-v3", "upheaval");
        put("x86-64-v4", "upheaval");
        let found = |name: &str, levels: &[&str]| {
            let file = find(&folder, &name.into(), levels.iter().copied())?;
            Some(file.parent()?.file_name()?.to_str()?.to_owned())
        };
        let levels = ["x86-64-v4", "x86-64-v3", "x86-64"];
        assert_eq!(found("upheaval", &levels).as_deref(), Some("x86-64-v4"));
        assert_eq!(found("upheaval", &levels[1..]).as_deref(), Some("x86-64-v3"));
        assert_eq!(found("arena", &levels).as_deref(), Some("x86-64"));
        assert_eq!(found("diagram", &levels), None);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
