//! How a program is started in place of the launcher.

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::Path;
use std::process::{Command, ExitCode};

/// Becomes the program, which sees the name by which the launcher was called as its own.
///
/// # Errors
/// Of the system; without one this does not return.
#[cfg(unix)]
pub(crate) fn start(file: &Path, name: &OsStr, arguments: impl Iterator<Item = OsString>) -> io::Result<ExitCode> {
    use std::os::unix::process::CommandExt;
    Err(Command::new(file).arg0(name).args(arguments).exec())
}

/// Runs the program and waits for its end, and then ends with its code. The program is put into a job that is closed with this
/// process, so that it is ended with it: clients end an engine that hangs by ending the process that they have started. What
/// the program starts itself, such as a browser, is not in the job.
///
/// # Errors
/// Of the system; without one this does not return.
#[cfg(windows)]
pub(crate) fn start(file: &Path, _: &OsStr, arguments: impl Iterator<Item = OsString>) -> io::Result<ExitCode> {
    use std::os::windows::io::AsRawHandle;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    // The console tells every process in it of Control-C. The program decides what comes of it.
    signal_hook::flag::register(signal_hook::consts::SIGINT, Arc::new(AtomicBool::new(false)))?;
    let mut limits = win32job::ExtendedLimitInfo::new();
    limits.limit_kill_on_job_close().limit_silent_breakaway_ok();
    let job = win32job::Job::create_with_limit_info(&limits).map_err(io::Error::other)?;

    let mut child = Command::new(file).args(arguments).spawn()?;
    // Where a process may not be in a second job, the program ends when its input does, as engines must.
    let _ = job.assign_process(child.as_raw_handle() as isize);
    let status = child.wait()?;
    // Without a code there is no end of a process on Windows.
    std::process::exit(status.code().unwrap_or(1))
}
