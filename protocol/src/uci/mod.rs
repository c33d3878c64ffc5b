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

use std::io::BufRead;
use std::process;
use std::sync::{Arc, mpsc};
use std::thread;

use crate::input::Input;
use crate::output::Output;
use reader::Reader;
use task::Shared;
use worker::Worker;

/// Commands that may wait behind a search before further ones are refused.
const LONGEST_QUEUE: usize = 4096;
/// The worker's stack in bytes: a search goes deep.
const STACK: usize = 64 << 20;

/// Talks to the client until it leaves; then the process ends. `first` is what has been read already.
pub(crate) fn talk(output: Output, stream: impl BufRead, first: Input) -> ! {
    let shared = Arc::new(Shared::new(output));
    let (queue, tasks) = mpsc::sync_channel(LONGEST_QUEUE);
    let worker = Worker::new(Arc::clone(&shared));
    let thread = thread::Builder::new().name("worker".to_owned()).stack_size(STACK);
    if let Err(error) = thread.spawn(move || worker.work(&tasks)) {
        log::error!("no thread to work on: {error}");
        process::exit(1);
    }
    Reader { shared, queue }.read(stream, first)
}
