//! Work that takes long: it is done on a thread of its own, so that Python's other threads run meanwhile and Ctrl-C is heard.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use engine::Control;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// How often is looked whether the user has pressed Ctrl-C.
const TICK: Duration = Duration::from_millis(50);
/// Bytes of stack: what a search needs, whatever stack the calling thread has.
const STACK: usize = 16 << 20;

/// Does the work, which ends early when `control` says stop, with the interpreter released.
///
/// # Errors
/// What a signal raised, `KeyboardInterrupt` as a rule; the work has then ended.
pub(crate) fn run<T: Send>(py: Python<'_>, control: &Control, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    thread::scope(|scope| {
        let (tell, mut answer) = mpsc::sync_channel(1);
        let worker = thread::Builder::new().name("search".to_owned()).stack_size(STACK);
        let worker = worker.spawn_scoped(scope, move || drop(tell.send(work())))?;
        let mut raised = None;
        loop {
            // Taken by value, the exclusive reference may cross over to where the interpreter is released.
            let answer = &mut answer;
            match py.detach(move || answer.recv_timeout(TICK)) {
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
                    // Joined here, a panic of the worker stays one of its own.
                    drop(worker.join());
                    return Err(PyRuntimeError::new_err("the search has failed; this is a fault of the package"));
                }
            }
        }
    })
}
