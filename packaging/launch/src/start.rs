//! Starts a program in place of the launcher.

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::Path;
use std::process::{Command, ExitCode};

/// Replaces this process by the program, which gets the launcher's name as its own.
///
/// # Errors
/// Returns only if the system refuses to start the program.
#[cfg(unix)]
pub(crate) fn start(file: &Path, name: &OsStr, arguments: impl Iterator<Item = OsString>) -> io::Result<ExitCode> {
    use std::os::unix::process::CommandExt;
    Err(Command::new(file).arg0(name).args(arguments).exec())
}

/// Runs the program and exits with its code. A job object ends the program if this process is killed, since clients kill the
/// process that they started. Processes started by the program, such as a browser, are not in the job.
///
/// # Errors
/// Returns only if the system refuses to start the program.
#[cfg(windows)]
pub(crate) fn start(file: &Path, _: &OsStr, arguments: impl Iterator<Item = OsString>) -> io::Result<ExitCode> {
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
