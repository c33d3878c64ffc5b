//! The XBoard protocol (CECP, version 2), selected by the first word of the client. docs/gui.md is for users of XBoard;
//! docs/protocol.md lists the commands and answers.
//!
//! There are three threads. The *reader* receives lines and blocks only while the event queue is full. The *conversation* owns
//! the game and the output; it handles events in order and never searches. The *worker* owns the engine and executes tasks.
//! Messages of a stopped search are discarded by its number.
//!
//! | file | contents |
//! |---|---|
//! | `command.rs`, `event.rs` | lines to commands; the events of the conversation |
//! | `conversation/` | the effects of commands and events |
//! | `played.rs`, `role.rs`, `searches.rs`, `pending.rs` | state of the conversation: game, role of the engine, search, delayed answers |
//! | `time_control.rs`, `search.rs`, `report.rs` | clocks to limits; the task of a search; its reports as lines |
//! | `messages.rs`, `options.rs`, `edit.rs` | fixed messages; options in XBoard's form; the command `edit` |
//! | `session.rs`, `games.rs` | a game at XBoard's board; from a name to a session |
//! | `turn_based/`, `apocalypse/`, `plain.rs` | the sessions: plies shown, mouse input, coordinates only |
//! | `colours.rs`, `rows.rs` | colours of squares; rows of a FEN |
//!
//! [`games::plies`] defines games for XBoard and converts moves to plies.

mod apocalypse;
mod colours;
mod command;
mod conversation;
mod edit;
mod event;
mod games;
mod messages;
mod options;
mod pending;
mod plain;
mod played;
mod report;
mod role;
mod rows;
mod search;
mod searches;
mod session;
mod time_control;
mod turn_based;

use std::io::{self, BufRead};
use std::process;
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::input::{self, Input};
use crate::output::Output;
use crate::slot::EngineSlot;
use ::games::Settings;
use conversation::Conversation;
use event::Event;
use search::Task;

/// The capacity of the event queue. The reader blocks while it is full.
const MAX_QUEUED_EVENTS: usize = 4096;
/// Time for the conversation to end after the client has left.
const QUIT_GRACE: Duration = Duration::from_millis(80);
/// The stack of the worker, which searches recursively.
const STACK_BYTES: usize = 64 << 20;

/// Returns `true` if this first line selects the XBoard protocol.
pub(crate) fn is_chosen_by(line: &str) -> bool {
    matches!(line.split_whitespace().next(), Some("xboard" | "protover"))
}

/// Serves the client until it leaves, then ends the process. `first` is the line that has selected the protocol. The features
/// include the definition of `game`.
pub(crate) fn talk(output: Output, stream: &mut impl BufRead, first: String, game: Option<&'static str>) -> ! {
    let (events, inbox) = mpsc::sync_channel(MAX_QUEUED_EVENTS);
    let (tasks, work) = mpsc::channel::<Task>();
    let conversation = Conversation::new(output, tasks, events.clone(), game);
    let talk = move || {
        conversation.run(&inbox);
        process::exit(0)
    };
    if let Err(error) = spawn_worker(work).map(drop).and(spawn_talker(talk).map(drop)) {
        log::error!("no thread to work on: {error}");
        process::exit(1);
    }
    read(stream, &events, first)
}

/// The same in memory: returns when the client has left and the search has ended.
pub(crate) fn converse(output: Output, stream: &mut impl BufRead, first: String) {
    let (events, inbox) = mpsc::sync_channel(MAX_QUEUED_EVENTS);
    let (tasks, work) = mpsc::channel::<Task>();
    let conversation = Conversation::new(output, tasks, events.clone(), None);
    let worker = spawn_worker(work).expect("a conversation in memory has a thread to work on");
    let talker = spawn_talker(move || conversation.run(&inbox)).expect("a conversation in memory has a thread");
    let mut event = Event::Line(first);
    loop {
        let is_last = matches!(event, Event::End);
        // A conversation that has ended receives no events.
        if events.send(event).is_err() || is_last {
            break;
        }
        event = read_event(stream);
    }
    talker.join().expect("the conversation does not panic");
    worker.join().expect("the worker does not panic");
}

fn spawn_worker(work: Receiver<Task>) -> io::Result<JoinHandle<()>> {
    let worker = thread::Builder::new().name("worker".to_owned()).stack_size(STACK_BYTES);
    let mut slot = EngineSlot::new(Settings::default());
    worker.spawn(move || work.iter().for_each(|task| task(&mut slot)))
}

fn spawn_talker(talk: impl FnOnce() + Send + 'static) -> io::Result<JoinHandle<()>> {
    thread::Builder::new().name("conversation".to_owned()).spawn(talk)
}

fn read(stream: &mut impl BufRead, events: &SyncSender<Event>, first: String) -> ! {
    let mut event = Event::Line(first);
    loop {
        let is_last = match &event {
            Event::Line(line) => line.trim() == "quit",
            event => matches!(event, Event::End),
        };
        if is_last {
            // The conversation may block on its output.
            thread::spawn(|| {
                thread::sleep(QUIT_GRACE);
                process::exit(0);
            });
        }
        // The conversation ends the process itself.
        if events.send(event).is_err() || is_last {
            thread::sleep(QUIT_GRACE);
            process::exit(0);
        }
        event = read_event(stream);
    }
}

fn read_event(stream: &mut impl BufRead) -> Event {
    match input::read_line(stream) {
        Input::Line(line) => Event::Line(line),
        Input::TooLong => Event::TooLong,
        Input::End => Event::End,
    }
}
