//! The session: one game on the board, the pages that look at it, the engine, the store. It takes requests as text and gives
//! messages as text; it knows nothing of how they travel, on which thread the engine searches, where games are kept, or what
//! time it is.
//!
//! ```text
//!   page --- request(page, text) --->            --- start, hurry, cancel --->  Engines
//!   page <-- take_messages() -------   Session   <-- thought(run, thought) ---
//!   clock -- tick() ---------------->            --- save, load, list ------->  Store
//! ```
//!
//! | file | what |
//! |---|---|
//! | `mod.rs` | pages, requests and who may make them |
//! | `table.rs`, `clock.rs`, `seal.rs` | the game on the board |
//! | `play.rs`, `pace.rs`, `held.rs` | requests that change it; the engine that plays, and what it has chosen before it is time |
//! | `ask.rs` | questions about positions |
//! | `looking.rs`, `look.rs` | analysis, hint, threat: the requests, and one that goes on |
//! | `reviewing.rs`, `review.rs` | a review of the game: how it goes on, and what it finds |
//! | `score.rs` | values on the evaluation bar |
//! | `library.rs` | stored games, PGN |

mod ask;
mod clock;
mod held;
mod library;
mod look;
mod looking;
mod pace;
mod play;
mod review;
mod reviewing;
mod score;
mod seal;
mod table;
#[cfg(test)]
mod tests;

use std::time::Duration;

use crate::learn;
use crate::messages::{Answer, ErrorCode, Event, PROTOCOL, Refusal, Reply, Request, SessionRequest, Welcome, read};
use crate::messages::{Catalogue, Level};
use crate::rules::{Books, catalogue};
use crate::store::Store;
use crate::think::{Engines, LEVELS, Thought};

#[cfg(test)]
pub(crate) use ask::play_all;
use held::Held;
use look::Look;
use table::Table;
#[cfg(test)]
pub(crate) use tests::every_move;

/// A page, by the number that whoever runs the session gave it.
pub type PageId = u64;

/// What a session has to be told of the world.
pub trait World: Send {
    /// The time since some fixed moment; it never goes back.
    fn now(&self) -> Duration;
    /// The day, `2026-01-31`.
    fn today(&self) -> String;
    /// 16 bytes that nobody can guess.
    fn secret(&mut self) -> [u8; 16];
}

/// The session.
pub struct Session {
    world: Box<dyn World>,
    engines: Box<dyn Engines>,
    store: Box<dyn Store>,
    /// The pages that have said hello, the one that plays first.
    pages: Vec<PageId>,
    table: Option<Table>,
    version: u64,
    runs: u64,
    look: Option<Look>,
    held: Option<Held>,
    books: Books,
    out: Vec<(PageId, String)>,
}

impl Session {
    /// A session that goes on with the game that was on the board last.
    pub fn new(world: Box<dyn World>, engines: Box<dyn Engines>, store: Box<dyn Store>) -> Self {
        let mut session = Self {
            world,
            engines,
            store,
            pages: Vec::new(),
            table: None,
            version: 0,
            runs: 0,
            look: None,
            held: None,
            books: Books::default(),
            out: Vec::new(),
        };
        session.resume();
        session
    }

    /// What has to be sent, to whom, in this order.
    pub fn take_messages(&mut self) -> Vec<(PageId, String)> {
        std::mem::take(&mut self.out)
    }

    /// A page's message. It is answered, whatever it is.
    pub fn request(&mut self, page: PageId, text: &str) {
        let (id, result) = match read(text) {
            Ok(envelope) => (envelope.id, self.handle(page, envelope.request)),
            Err((id, refusal)) => (id, Err(refusal)),
        };
        let reply = result.unwrap_or_else(Reply::Error);
        self.send(page, &Answer { id, reply });
    }

    /// A page is gone.
    pub fn gone(&mut self, page: PageId) {
        let before = self.pages.first().copied();
        self.pages.retain(|&other| other != page);
        self.out.retain(|(other, _)| *other != page);
        self.tell_roles();
        if self.pages.is_empty() && before.is_some() {
            self.stop_looking();
        }
    }

    /// When [`Session::tick`] has to be called next, by the world's clock.
    pub fn next_tick(&self) -> Option<Duration> {
        let fall = self.table.as_ref().and_then(|table| table.clocks.as_ref()?.next_fall());
        fall.into_iter().chain(self.next_due()).min()
    }

    /// Looks at the clocks, and plays what was held for its time.
    pub fn tick(&mut self) {
        self.flags();
        self.play_held();
    }

    /// What a search has found.
    pub fn thought(&mut self, run: u64, thought: Thought) {
        let plays = self.table.as_ref().and_then(|table| table.thinking);
        if let Some((_, side)) = plays.filter(|(number, _)| *number == run) {
            if thought.done {
                self.engine_answered(run, side, thought);
            }
        } else if self.look.as_ref().is_some_and(|look| look.run == run) {
            self.looked(thought);
        }
    }

    fn handle(&mut self, page: PageId, request: Request) -> Result<Reply, Refusal> {
        if let Request::Session(SessionRequest::Hello { protocol }) = request {
            return self.hello(page, protocol);
        }
        let Some(place) = self.pages.iter().position(|&other| other == page) else {
            return Err(Refusal::new(ErrorCode::Malformed, "'hello' has to come first"));
        };
        if place > 0 && request.needs_seat() {
            return Err(Refusal::new(ErrorCode::Watching, "this page watches: another one plays"));
        }
        match request {
            Request::Session(_) => {
                self.pages.swap(0, place);
                self.tell_roles();
                Ok(Reply::Done)
            }
            Request::Position(request) => self.ask(request),
            Request::Game(request) => self.change(request),
            Request::Analysis(request) => self.look(request),
            Request::Library(request) => self.library(request),
            Request::Learn(request) => learn::answer(&request),
        }
    }

    fn hello(&mut self, page: PageId, protocol: u32) -> Result<Reply, Refusal> {
        if protocol != PROTOCOL {
            let why = format!("the session speaks protocol {PROTOCOL}, not {protocol}");
            return Err(Refusal::new(ErrorCode::Unsupported, why));
        }
        if !self.pages.contains(&page) {
            self.pages.push(page);
            self.tell_roles();
        }
        let now = self.world.now();
        Ok(Reply::Welcome(Box::new(Welcome {
            protocol: PROTOCOL,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            plays: self.pages.first() == Some(&page),
            catalogue: Catalogue { games: catalogue::games(), levels: levels() },
            state: self.table.as_ref().map(|table| table.state(self.version, now)),
        })))
    }

    fn send(&mut self, page: PageId, message: &impl serde::Serialize) {
        match serde_json::to_string(message) {
            Ok(text) => self.out.push((page, text)),
            Err(error) => log::error!("a message that cannot be written: {error}"),
        }
    }

    fn tell(&mut self, event: &Event) {
        match serde_json::to_string(event) {
            Ok(text) => self.out.extend(self.pages.iter().map(|&page| (page, text.clone()))),
            Err(error) => log::error!("an event that cannot be written: {error}"),
        }
    }

    fn notice(&mut self, text: impl Into<String>) {
        self.tell(&Event::Notice { text: text.into() });
    }

    fn tell_roles(&mut self) {
        let pages = self.pages.clone();
        for (i, &page) in pages.iter().enumerate() {
            self.send(page, &Event::Role { plays: i == 0, pages: pages.len() });
        }
    }

    /// The number of the next run of an engine.
    fn next_run(&mut self) -> u64 {
        self.runs += 1;
        self.runs
    }
}

/// The levels of play and what they are called.
fn levels() -> Vec<Level> {
    const NAMES: [&str; LEVELS as usize] = [
        "has just learnt the moves",
        "beginner",
        "casual player",
        "improving player",
        "club novice",
        "club player",
        "strong club player",
        "expert",
        "master",
        "full strength",
    ];
    NAMES.iter().zip(1..).map(|(name, level)| Level { level, name: (*name).to_owned() }).collect()
}
