//! The UCI protocol, and further commands for users at a terminal.
//!
//! There are two threads. The reader executes `stop`, `ponderhit`, `quit`, `isready` and the end of the input at once and does not
//! block on a search. The worker executes all other commands in order; a command that arrives during a search is executed
//! after it.
//!
//! | file | contents |
//! |---|---|
//! | `command.rs`, `handshake.rs` | lines to commands; the answer to `uci` |
//! | `reader.rs`, `queue.rs`, `worker.rs` | the two threads and the queue between them |
//! | `solo.rs` | the same without threads, for WebAssembly |
//! | `search.rs`, `report.rs` | `go` and `perft` on a session; the reports of a search as text |
//!
//! Sessions and engines are those of the crate `games`.

pub(crate) mod command;
mod handshake;
mod queue;
mod reader;
pub(crate) mod report;
pub(crate) mod search;
mod solo;
mod worker;

use std::io::{self, BufRead};
use std::process;
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use crate::input::Input;
use crate::output::Output;
use reader::Reader;
pub use solo::Solo;
use worker::{Shared, Worker};

/// The stack of the worker, which searches recursively.
const STACK_BYTES: usize = 64 << 20;

/// Serves the client until it leaves, then ends the process. `first` has been read already.
pub(crate) fn talk(output: Output, stream: impl BufRead, first: Input) -> ! {
    match begin(output, || process::exit(0)) {
        Ok((reader, worker)) => {
            reader.read(stream, first);
            // The worker ends the process.
            let _ = worker.join();
            process::exit(1)
        }
        Err(error) => {
            log::error!("no thread to work on: {error}");
            process::exit(1)
        }
    }
}

/// The same in memory: returns when the client has left and all its commands are completed.
pub(crate) fn converse(output: Output, stream: impl BufRead, first: Input) {
    let (reader, worker) = begin(output, || {}).expect("a conversation in memory has a thread to work on");
    reader.read(stream, first);
    worker.join().expect("the worker does not panic");
}

/// Starts the worker, which calls `at_end` when the reader has closed the queue and all tasks are completed.
fn begin(output: Output, at_end: impl FnOnce() + Send + 'static) -> io::Result<(Reader, JoinHandle<()>)> {
    let shared = Arc::new(Shared::new(output));
    let worker = Worker::new(Arc::clone(&shared));
    let work = move || {
        worker.work();
        at_end();
    };
    let thread = thread::Builder::new().name("worker".to_owned()).stack_size(STACK_BYTES).spawn(work)?;
    Ok((Reader(shared), thread))
}
