//! Starts the build of a program that suits the processor.
//!
//! Packages have several builds of each program, in folders beside this launcher: `x86-64`, `x86-64-v3`, `x86-64-v4`. The launcher
//! starts the program of its own name from the best folder that the processor supports, with the same arguments. On Unix it
//! becomes that program; on Windows it waits for the program and exits with its code. See docs/packaging.md.

use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

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

/// Returns the folders with builds that this processor runs, the best first.
#[cfg(target_arch = "x86_64")]
fn best_first() -> impl Iterator<Item = &'static str> {
    let v3 = v3();
    let levels = [("x86-64-v4", v3 && v4()), ("x86-64-v3", v3), ("x86-64", true)];
    levels.into_iter().filter(|(_, runs)| *runs).map(|(level, _)| level)
}

/// Other processors have one build.
#[cfg(not(target_arch = "x86_64"))]
fn best_first() -> impl Iterator<Item = &'static str> {
    std::iter::once(std::env::consts::ARCH)
}

/// Returns `true` on Haswell, Zen and later, except small processors without AVX. Detection includes support by the system.
#[cfg(target_arch = "x86_64")]
fn v3() -> bool {
    // Every processor with these also has the features of x86-64-v2.
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("f16c")
        && is_x86_feature_detected!("fma")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("movbe")
        && is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("cmpxchg16b")
}

/// Returns `true` if the processor has AVX-512 (Skylake-X, Zen 4 and later). [`v3`] is checked separately.
#[cfg(target_arch = "x86_64")]
fn v4() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512cd")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl")
}

/// Replaces this process by the program, which gets the launcher's name as its own.
///
/// # Errors
/// Returns only if the system refuses to start the program.
#[cfg(unix)]
fn start(file: &Path, name: &OsStr, arguments: impl Iterator<Item = OsString>) -> io::Result<ExitCode> {
    use std::os::unix::process::CommandExt;
    Err(Command::new(file).arg0(name).args(arguments).exec())
}

/// Runs the program and exits with its code. A job object ends the program if this process is killed, since clients kill the
/// process that they started. Processes started by the program, such as a browser, are not in the job.
///
/// # Errors
/// Returns only if the system refuses to start the program.
#[cfg(windows)]
fn start(file: &Path, _: &OsStr, arguments: impl Iterator<Item = OsString>) -> io::Result<ExitCode> {
    use std::os::windows::io::AsRawHandle;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    // The console sends Ctrl-C to every process in it. The program decides how to react.
    signal_hook::flag::register(signal_hook::consts::SIGINT, Arc::new(AtomicBool::new(false)))?;
    let mut limits = win32job::ExtendedLimitInfo::new();
    limits.limit_kill_on_job_close().limit_silent_breakaway_ok();
    let job = win32job::Job::create_with_limit_info(&limits).map_err(io::Error::other)?;

    let mut child = Command::new(file).args(arguments).spawn()?;
    // If a process cannot be in a second job, the program still ends with its input.
    let _ = job.assign_process(child.as_raw_handle() as isize);
    let status = child.wait()?;
    // On Windows every process has an exit code.
    std::process::exit(status.code().unwrap_or(1))
}

fn launch() -> Result<ExitCode, String> {
    let mut arguments = std::env::args_os();
    let name = name(arguments.next()).ok_or("it was called without a name")?;
    let folder = folder().map_err(|error| format!("its folder cannot be found: {error}"))?;
    let file = find(&folder, &name, best_first())
        .ok_or_else(|| format!("no build of '{}' for this processor is in '{}'", name.display(), folder.display()))?;
    start(&file, &name, arguments).map_err(|error| format!("'{}': {error}", file.display()))
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
        assert_eq!(found("upheaval-board", &levels), None);
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn every_processor_runs_the_last_level() {
        let levels: Vec<_> = best_first().collect();
        let last = if cfg!(target_arch = "x86_64") { "x86-64" } else { std::env::consts::ARCH };
        assert_eq!(levels.last(), Some(&last));
    }

    /// Compares the levels with the flags in /proc/cpuinfo.
    #[test]
    #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
    fn levels_match_proc_cpuinfo() {
        let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let Some(flags) = text.lines().find(|line| line.starts_with("flags")) else { return };
        let has = |names: &str| names.split(' ').all(|name| flags.split(' ').any(|flag| flag == name));
        let v3 = has("avx2 bmi1 bmi2 f16c fma abm movbe popcnt cx16");
        let v4 = v3 && has("avx512f avx512bw avx512cd avx512dq avx512vl");
        assert_eq!(best_first().any(|level| level == "x86-64-v3"), v3);
        assert_eq!(best_first().any(|level| level == "x86-64-v4"), v4);
    }
}
