//! The XBoard protocol (CECP, version 2), chosen by the first word that a client says. docs/gui.md tells users how to play
//! in XBoard, docs/protocol.md what is answered to which command.
//!
//! Three threads. The *reader* takes lines in and never waits for anything but room in the queue; the *conversation*
//! owns the game and everything that is said, handles one event after the other and never searches; the *worker*
//! searches. What a stopped search still has to say is dropped by its number.
//!
//! | file | what |
//! |---|---|
//! | `command.rs`, `event.rs` | lines to commands; what the conversation reacts to |
//! | `conversation/` | what each command does |
//! | `played.rs`, `role.rs`, `searches.rs`, `pending.rs` | what the conversation is made of: the game in progress, the engine's part in it, its searches, what is still to be said |
//! | `time_control.rs`, `search.rs`, `thought.rs` | clocks to limits; a search as it is ordered; lines of thought |
//! | `messages.rs`, `options.rs`, `edit.rs` | what is said word for word; options in XBoard's form; positions in the oldest way |
//! | `session.rs`, `games.rs` | what the conversation needs of any game; from a name to a game |
//! | `turn_based/`, `apocalypse/` | the two kinds of games: what has been shown of them, the mouse |
//! | `colours.rs`, `rows.rs` | squares as XBoard colours them; boards as text |
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
mod role;
mod rows;
mod search;
mod searches;
mod session;
mod thought;
mod time_control;
mod turn_based;

use std::io::{self, BufRead};
use std::process;
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::input::{self, Input};
use crate::output::Output;
use conversation::Conversation;
use event::Event;
use search::Task;

/// Events that may wait; a client that sends more without reading anything has to wait itself.
const LONGEST_QUEUE: usize = 4096;
/// How long the conversation may take for its last words once the client has left.
const PARTING: Duration = Duration::from_millis(80);
/// The worker's stack in bytes: a search goes deep.
const STACK: usize = 64 << 20;

/// Whether this first line of a conversation chooses the XBoard protocol.
pub(crate) fn is_chosen_by(line: &str) -> bool {
    matches!(line.split_whitespace().next(), Some("xboard" | "protover"))
}

/// Talks to the client until it leaves; then the process ends. `first` is the line that chose the protocol; the client is
/// told of `game` before it asks for it.
pub(crate) fn talk(output: Output, stream: &mut impl BufRead, first: String, game: Option<&'static str>) -> ! {
    let (events, inbox) = mpsc::sync_channel(LONGEST_QUEUE);
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

/// The same in memory: returns when the client has left and nothing is searched any more.
pub(crate) fn converse(output: Output, stream: &mut impl BufRead, first: String) {
    let (events, inbox) = mpsc::sync_channel(LONGEST_QUEUE);
    let (tasks, work) = mpsc::channel::<Task>();
    let conversation = Conversation::new(output, tasks, events.clone(), None);
    let worker = spawn_worker(work).expect("a conversation in memory has a thread to work on");
    let talker = spawn_talker(move || conversation.run(&inbox)).expect("a conversation in memory has a thread");
    let mut event = Event::Line(first);
    loop {
        let is_last = matches!(event, Event::End);
        // A conversation that is over takes no more events.
        if events.send(event).is_err() || is_last {
            break;
        }
        event = read_event(stream);
    }
    talker.join().expect("the conversation does not panic");
    worker.join().expect("the worker does not panic");
}

fn spawn_worker(work: Receiver<Task>) -> io::Result<JoinHandle<()>> {
    let worker = thread::Builder::new().name("worker".to_owned()).stack_size(STACK);
    worker.spawn(move || work.iter().for_each(|task| task()))
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
            // A conversation that waits for somebody to read its words is not waited for.
            thread::spawn(|| {
                thread::sleep(PARTING);
                process::exit(0);
            });
        }
        // The conversation ends the process itself; without one there is nothing left to do.
        if events.send(event).is_err() || is_last {
            thread::sleep(PARTING);
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
