//! The UCI protocol, and the commands that people type besides.
//!
//! Two threads: the reader never waits for the worker, so `stop`, `ponderhit`, `quit`, `isready` and the end of the
//! input always act at once; the worker does everything else, one command after the other in the order they came. A
//! command that comes during a search therefore waits for the search's end, and no order of commands can block the two.
//!
//! | file | what |
//! |---|---|
//! | `command.rs`, `handshake.rs` | lines to commands; the answer to `uci` |
//! | `task.rs`, `reader.rs`, `worker.rs` | the two threads and what goes between them |
//! | `session.rs` | what the commands do to a game of any kind |
//! | `turn_based/`, `apocalypse/` | what is told of the two kinds of games: positions, searches |
//! | `perft.rs`, `result.rs` | counts of leaves; how a game has ended |

pub(crate) mod apocalypse;
pub(crate) mod command;
mod handshake;
mod perft;
mod reader;
mod result;
pub(crate) mod session;
mod task;
mod turn_based;
mod worker;

use std::io::{self, BufRead};
use std::process;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};
use std::thread::{self, JoinHandle};

use crate::input::Input;
use crate::output::Output;
use reader::Reader;
use task::{Shared, Task};
use worker::Worker;

/// Commands that may wait behind a search before further ones are refused.
const LONGEST_QUEUE: usize = 4096;
/// The worker's stack in bytes: a search goes deep.
const STACK: usize = 64 << 20;

/// Talks to the client until it leaves; then the process ends. `first` is what has been read already.
pub(crate) fn talk(output: Output, stream: impl BufRead, first: Input) -> ! {
    let (reader, worker, tasks) = threads(output);
    let work = move || {
        worker.work(&tasks);
        process::exit(0)
    };
    match spawn(work) {
        Ok(_) => reader.read(stream, first),
        Err(error) => {
            log::error!("no thread to work on: {error}");
            process::exit(1)
        }
    }
}

/// The same in memory: returns when the client has left and everything that it asked for is done.
pub(crate) fn converse(output: Output, stream: impl BufRead, first: Input) {
    let (reader, worker, tasks) = threads(output);
    let thread = spawn(move || worker.work(&tasks)).expect("a conversation in memory has a thread to work on");
    reader.read_to_end(stream, first);
    thread.join().expect("the worker does not panic");
}

fn threads(output: Output) -> (Reader, Worker, Receiver<Task>) {
    let shared = Arc::new(Shared::new(output));
    let (queue, tasks) = mpsc::sync_channel(LONGEST_QUEUE);
    let worker = Worker::new(Arc::clone(&shared));
    (Reader { shared, queue }, worker, tasks)
}

fn spawn(work: impl FnOnce() + Send + 'static) -> io::Result<JoinHandle<()>> {
    thread::Builder::new().name("worker".to_owned()).stack_size(STACK).spawn(work)
}
