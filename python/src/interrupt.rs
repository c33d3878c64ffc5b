//! Long work runs on its own thread, so that Python's other threads continue and Ctrl-C is received.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use engine::Control;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// Interval between two checks for Ctrl-C.
const SIGNAL_POLL_INTERVAL: Duration = Duration::from_millis(50);
/// Stack size of the thread in bytes, enough for a search.
const STACK_BYTES: usize = 16 << 20;

/// Runs the work with the interpreter released. On a signal, `control` is stopped.
pub(crate) fn run<T: Send>(py: Python<'_>, control: &Control, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    thread::scope(|scope| {
        let (sender, mut answer) = mpsc::sync_channel(1);
        let worker = thread::Builder::new().name("search".to_owned()).stack_size(STACK_BYTES);
        let worker = worker.spawn_scoped(scope, move || drop(sender.send(work())))?;
        let mut raised = None;
        loop {
            // The exclusive reference is moved into the closure, which runs with the interpreter released.
            let answer = &mut answer;
            match py.detach(move || answer.recv_timeout(SIGNAL_POLL_INTERVAL)) {
                Ok(found) => return raised.map_or(Ok(found), Err),
                Err(RecvTimeoutError::Timeout) => {
                    if raised.is_none()
                        && let Err(signal) = py.check_signals()
                    {
                        control.stop();
                        raised = Some(signal);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => {
                    // Joining contains a panic of the worker.
                    drop(worker.join());
                    return Err(PyRuntimeError::new_err("the search failed; this is a bug in the package"));
                }
            }
        }
    })
}
