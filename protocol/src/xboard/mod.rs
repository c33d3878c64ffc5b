//! The XBoard protocol (CECP, version 2), selected by the first word of the client. docs/gui.md is for users of XBoard;
//! docs/protocol.md lists the commands and answers.
//!
//! There are three threads. The *reader* receives lines and blocks only while the event queue is full. The *conversation* owns
//! the game and the output; it handles events in order and never searches. The *worker* owns the engine and executes tasks.
//! Messages of a stopped search are discarded by its number.
//!
//! | file | contents |
//! |---|---|
//! | `command.rs` | lines to commands |
//! | `conversation/` | the effects of commands and events |
//! | `played.rs`, `searches.rs`, `pending.rs` | state of the conversation: game, search, delayed answers |
//! | `time_control.rs`, `report.rs` | clocks to limits; the reports of a search as events and lines |
//! | `messages.rs`, `options.rs`, `edit.rs` | fixed messages; options in XBoard's form; the command `edit` |
//! | `session.rs` | a game at XBoard's board |
//! | `turn_based/`, `apocalypse/`, `plain.rs` | the sessions: plies shown, mouse input, coordinates only |
//! | `marks.rs` | colours of squares; rows of a FEN |
//!
//! [`games::plies`] defines games for XBoard and converts moves to plies.

mod apocalypse;
mod command;
mod conversation;
mod edit;
mod marks;
mod messages;
mod options;
mod pending;
mod plain;
mod played;
mod report;
mod searches;
mod session;
mod time_control;
mod turn_based;

use std::io::{self, BufRead};
use std::process;
use std::sync::mpsc::{self, SyncSender};
use std::thread::{self, JoinHandle};

use crate::input::{self, Input};
use crate::output::Output;
use crate::slot::EngineSlot;
use conversation::Conversation;
use games::Settings;
use report::Event;
use searches::Task;

/// The capacity of the event queue. The reader blocks while it is full.
const MAX_QUEUED_EVENTS: usize = 4096;
/// The stack of the worker, which searches recursively.
const STACK_BYTES: usize = 64 << 20;

/// Returns `true` if this first line selects the XBoard protocol.
pub(crate) fn is_chosen_by(line: &str) -> bool {
    matches!(line.split_whitespace().next(), Some("xboard" | "protover"))
}

/// Serves the client until it leaves, then ends the process. `first` is the line that has selected the protocol. The features
/// include the definition of `game`.
pub(crate) fn talk(output: Output, stream: &mut impl BufRead, first: String, game: Option<&'static str>) -> ! {
    let (events, [conversation, _]) = begin(output, game, || process::exit(0)).unwrap_or_else(|error| {
        log::error!("no thread to work on: {error}");
        process::exit(1)
    });
    read(stream, &events, first, |input| match input {
        Input::Line(line) => line.trim() == "quit",
        input => *input == Input::End,
    });
    // A `quit` inside of `edit` is no command.
    let _ = events.send(Event::Input(Input::End));
    // The conversation gives the answers that are due and ends the process.
    let _ = conversation.join();
    process::exit(1)
}

/// The same in memory: returns when the client has left and the search has ended.
pub(crate) fn converse(output: Output, stream: &mut impl BufRead, first: String) {
    let (events, threads) = begin(output, None, || {}).expect("a conversation in memory has threads");
    read(stream, &events, first, |input| *input == Input::End);
    threads.into_iter().for_each(|thread| thread.join().expect("the threads do not panic"));
}

/// Starts the conversation, which calls `at_end`, and the worker.
fn begin(
    output: Output,
    game: Option<&'static str>,
    at_end: impl FnOnce() + Send + 'static,
) -> io::Result<(SyncSender<Event>, [JoinHandle<()>; 2])> {
    let (events, inbox) = mpsc::sync_channel(MAX_QUEUED_EVENTS);
    let (tasks, work) = mpsc::channel::<Task>();
    let conversation = Conversation::new(output, tasks, events.clone(), game);
    let mut slot = EngineSlot::new(Settings::default());
    let worker = thread::Builder::new().name("worker".to_owned()).stack_size(STACK_BYTES);
    let worker = worker.spawn(move || work.iter().for_each(|task| task(&mut slot)))?;
    let talker = thread::Builder::new().name("conversation".to_owned()).spawn(move || {
        conversation.run(&inbox);
        at_end();
    })?;
    Ok((events, [talker, worker]))
}

/// Sends the client's lines to the conversation until it has ended or `is_last` returns `true`.
fn read(stream: &mut impl BufRead, events: &SyncSender<Event>, first: String, is_last: impl Fn(&Input) -> bool) {
    let mut input = Input::Line(first);
    loop {
        let ends = is_last(&input);
        if events.send(Event::Input(input)).is_err() || ends {
            return;
        }
        input = input::read_line(stream);
    }
}
