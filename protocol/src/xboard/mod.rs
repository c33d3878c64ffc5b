//! The XBoard protocol (CECP, version 2), chosen by the first word that a client says. docs/gui.md tells users how to play
//! in XBoard, docs/protocol.md what this room answers to which command.
//!
//! Three threads. The *reader* takes lines in and never waits for anything but room in the queue; the *conversation*
//! owns the game and everything that is said, handles one event after the other and never searches; the *worker*
//! searches. What a stopped search still has to say is dropped by its number.
//!
//! | file | room |
//! |---|---|
//! | `commands.rs` | lines to commands |
//! | `conversation.rs` | what each command does |
//! | `thinking.rs` | its searches: moves, pondering, analysis, and the results claimed behind them |
//! | `clock.rs`, `thought.rs` | time to limits; lines of thought |
//! | `wording.rs` | what is said word for word |
//! | `desk.rs` | what the conversation needs of any game |
//! | `seat.rs` | the games in which the sides move in turn |
//! | `both.rs`, `joint.rs` | the game in which both sides choose at once, and its scripts |
//! | `setup.rs` | what XBoard must be told of a game |
//! | `mirror.rs` | what XBoard shows and passes on |
//! | `script.rs` | moves to XBoard's plies |
//! | `pointing.rs`, `joint_pointing.rs` | moves made with the mouse |

mod apocalypse;
mod board;
mod clock;
mod command;
mod conversation;
mod edit;
mod game;
mod messages;
mod searches;
mod turn_based;

use std::io::BufRead;
use std::process;
use std::sync::mpsc::{self, SyncSender};
use std::thread;
use std::time::Duration;

use ::apocalypse::tables::LoadError;

use crate::input::{self, Input};
use crate::output::Output;
use conversation::Conversation;
use game::{Job, News};

/// Events that may wait; a client that sends more without reading anything has to wait itself.
const LONGEST_QUEUE: usize = 4096;
/// How long the conversation may take for its last words once the client has left.
const PARTING: Duration = Duration::from_millis(80);
/// The worker's stack in bytes: a search goes deep.
const STACK: usize = 64 << 20;

/// What the conversation reacts to.
#[derive(Debug)]
enum Event {
    /// A line from the client.
    Line(String),
    /// A line too long to be read.
    TooLong,
    /// The client has left.
    End,
    /// News of the search with this number.
    News(u64, News),
    /// So many tables of endings have been loaded, or why none.
    Tables(Result<usize, LoadError>),
}

/// Whether this first line of a conversation chooses the XBoard protocol.
pub(crate) fn is_chosen_by(line: &str) -> bool {
    matches!(line.split_whitespace().next(), Some("xboard" | "protover"))
}

/// Talks to the client until it leaves; then the process ends. `first` is the line that chose the protocol.
pub(crate) fn talk(output: Output, stream: &mut impl BufRead, first: String) -> ! {
    let (events, inbox) = mpsc::sync_channel(LONGEST_QUEUE);
    let (jobs, work) = mpsc::channel::<Job>();
    let worker = thread::Builder::new().name("worker".to_owned()).stack_size(STACK);
    let worker = worker.spawn(move || work.iter().for_each(|job| job()));
    let conversation = Conversation::new(output, jobs, events.clone());
    let talker = thread::Builder::new().name("conversation".to_owned()).spawn(move || conversation.hold(&inbox));
    if let Err(error) = worker.map(drop).and(talker.map(drop)) {
        log::error!("no thread to work on: {error}");
        process::exit(1);
    }
    read(stream, &events, first)
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
        event = match input::read_line(stream) {
            Input::Line(line) => Event::Line(line),
            Input::TooLong => Event::TooLong,
            Input::End => Event::End,
        };
    }
}
