//! The session: one game on the board, the connected pages, the engine, the store. It receives requests and returns messages
//! as text. It does not depend on the transport, the engine's threads, the store or the system clock.
//!
//! ```text
//!   page --- request(page, text) --->            --- start, measure, cancel -->  Engines
//!   page <-- take_messages() -------   Session   <-- thought, measured ---------
//!   clock -- tick() ---------------->            --- save, load, list ------->  Store
//! ```
//!
//! | file | contents |
//! |---|---|
//! | `mod.rs` | pages, requests and who may make them |
//! | `table.rs`, `clock.rs` | the game on the board |
//! | `play.rs`, `pace.rs` | requests that change it; the engine that plays, and its pace |
//! | `ask.rs` | questions about positions |
//! | `analysis.rs`, `review.rs` | analysis, hint, threat and measurement; the review of a game |
//! | `library.rs`, `variations.rs` | stored games, PGN; variations |
//! | `by_link.rs` | games by link |
//! | `seats.rs`, `seating.rs` | hosted games: who may do what, sealed choices of Apocalypse; the seats |

mod analysis;
mod ask;
mod by_link;
mod clock;
mod library;
mod pace;
mod play;
mod review;
#[cfg(feature = "native")]
mod seating;
mod seats;
mod table;
#[cfg(test)]
mod tests;
mod variations;

use std::time::Duration;

use movegen::Color;

use crate::learn::{self, Puzzles};
use crate::messages::{
    Answer, ErrorCode, Event, Measurement, PROTOCOL, Refusal, Reply, Request, SessionRequest, Welcome, read,
};
use crate::messages::{Catalogue, Level};
use crate::rules::{Books, catalogue};
use crate::store::Store;
use crate::think::{Engines, LEVELS, Thought};

use analysis::Look;
use pace::Held;
use table::Table;
#[cfg(test)]
pub(crate) use tests::every_move;
pub(crate) use variations::MAX_VARIATIONS;

/// The number of a page, given by the caller.
pub type PageId = u64;

/// The environment of a session.
pub trait World: Send {
    /// Returns the time since a fixed moment; it never decreases.
    fn now(&self) -> Duration;
    /// Returns the day, `2026-01-31`.
    fn today(&self) -> String;
    /// Returns 16 unpredictable bytes.
    fn secret(&mut self) -> [u8; 16];
}

/// The session.
pub struct Session {
    world: Box<dyn World>,
    engines: Box<dyn Engines>,
    store: Box<dyn Store>,
    /// The pages that have sent `hello`; the first one plays.
    pages: Vec<PageId>,
    table: Option<Table>,
    version: u64,
    runs: u64,
    look: Option<Look>,
    /// The run of a measurement.
    measuring: Option<u64>,
    held: Option<Held>,
    /// The plies that all pages of a hosted game have.
    kept: usize,
    /// The players' pages of a hosted game.
    seated: Vec<(PageId, Color)>,
    /// The time at which a hosted game is resumed after a restart.
    resumes: Option<Duration>,
    books: Books,
    puzzles: Puzzles,
    /// The requests that wait for a game's puzzles.
    waiting: Vec<(String, PageId, u32, Request)>,
    /// The definitions of the games that a page has defined.
    definitions: String,
    out: Vec<(PageId, String)>,
}

/// A session, or a hall of many: pages are connected to it.
pub trait Served {
    /// Handles a message of a page. Every message is answered.
    fn request(&mut self, page: PageId, text: &str);
    /// Removes a page.
    fn gone(&mut self, page: PageId);
    /// Handles a report of a search.
    fn thought(&mut self, run: u64, thought: Thought);
    /// Handles a report of a measurement.
    fn measured(&mut self, run: u64, report: Measurement);
    /// Returns the time of the next call of [`Served::tick`], by the clock of the [`World`].
    fn next_tick(&self) -> Option<Duration>;
    /// Does what is due by the clock.
    fn tick(&mut self);
    /// Returns the messages to send, in this order.
    fn take_messages(&mut self) -> Vec<(PageId, String)>;
}

impl Served for Session {
    fn request(&mut self, page: PageId, text: &str) {
        match read(text) {
            Ok((id, request)) => self.respond(page, id, request),
            Err((id, refusal)) => self.send(&[page], &Answer { id, reply: Reply::Error(refusal) }),
        }
    }

    fn gone(&mut self, page: PageId) {
        if self.is_hosted() {
            return self.left(page);
        }
        let before = self.pages.first().copied();
        self.pages.retain(|&other| other != page);
        self.out.retain(|(other, _)| *other != page);
        self.broadcast_roles();
        if before == Some(page) {
            self.stop_measuring();
        }
        if self.pages.is_empty() && before.is_some() {
            self.stop_looking();
        }
    }

    fn thought(&mut self, run: u64, thought: Thought) {
        let plays = self.table.as_ref().and_then(|table| table.thinking);
        if let Some((_, side)) = plays.filter(|(number, _)| *number == run) {
            if thought.done {
                self.engine_answered(run, side, thought);
            }
        } else if self.look.as_ref().is_some_and(|look| look.run() == run) {
            self.looked(thought);
        }
    }

    fn measured(&mut self, run: u64, report: Measurement) {
        self.measured_more(run, report);
    }

    fn next_tick(&self) -> Option<Duration> {
        let fall = self.table.as_ref().and_then(|table| table.clocks.as_ref()?.next_fall());
        fall.into_iter().chain(self.next_due()).chain(self.resumes).min()
    }

    fn tick(&mut self) {
        self.flags();
        self.play_held();
        self.resume_hosted();
    }

    fn take_messages(&mut self) -> Vec<(PageId, String)> {
        std::mem::take(&mut self.out)
    }
}

impl Session {
    /// Creates a session and resumes the last game on the board.
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
            measuring: None,
            held: None,
            kept: 0,
            seated: Vec::new(),
            resumes: None,
            books: Books::default(),
            puzzles: Puzzles::default(),
            waiting: Vec::new(),
            definitions: String::new(),
            out: Vec::new(),
        };
        session.resume();
        session
    }

    /// The games whose puzzles requests wait for.
    pub fn wanted_puzzles(&self) -> impl Iterator<Item = &str> {
        self.waiting.iter().map(|(game, ..)| game.as_str())
    }

    /// Adds the puzzles of a game, none if they could not be loaded, and answers the requests that wait for them.
    pub fn add_puzzles(&mut self, game: &str, text: Option<String>) {
        if let Some(text) = text {
            self.puzzles.add(game, text);
        }
        let (ready, waiting) = std::mem::take(&mut self.waiting).into_iter().partition(|(name, ..)| name == game);
        self.waiting = waiting;
        let ready: Vec<(String, PageId, u32, Request)> = ready;
        for (_, page, id, request) in ready {
            self.answer(page, id, request);
        }
    }

    /// Handles a request of a page and answers it, or will when its puzzles are there.
    pub(crate) fn respond(&mut self, page: PageId, id: u32, request: Request) {
        if let Request::Learn(asked) = &request
            && let Some(game) = self.puzzles.missing(asked)
        {
            self.waiting.push((game.to_owned(), page, id, request));
        } else {
            self.answer(page, id, request);
        }
    }

    fn answer(&mut self, page: PageId, id: u32, request: Request) {
        let reply = self.handle(page, request).unwrap_or_else(Reply::Error);
        self.send(&[page], &Answer { id, reply });
    }

    fn handle(&mut self, page: PageId, request: Request) -> Result<Reply, Refusal> {
        if let Request::Session(SessionRequest::Hello { protocol }) = request {
            return self.hello(page, protocol);
        }
        let Some(place) = self.pages.iter().position(|&other| other == page) else {
            return Err(Refusal::new(ErrorCode::Malformed, "'hello' must come first"));
        };
        if self.is_hosted() {
            self.check_seat(page, &request)?;
        } else if place > 0 && request.needs_seat() {
            return Err(Refusal::new(ErrorCode::Watching, "this page watches: another one plays"));
        }
        match request {
            Request::Session(_) => {
                self.pages.swap(0, place);
                self.broadcast_roles();
                Ok(Reply::Done)
            }
            Request::Position(request) => self.ask(request),
            Request::Game(request) => self.change(request),
            Request::Analysis(request) => self.look(request),
            Request::Library(request) => self.library(request),
            Request::Learn(request) => learn::answer(&request, &self.puzzles),
            Request::Hall(_) => {
                Err(Refusal::new(ErrorCode::Unsupported, "this board has no hall: start it with --host"))
            }
        }
    }

    fn hello(&mut self, page: PageId, protocol: u32) -> Result<Reply, Refusal> {
        if protocol != PROTOCOL {
            let why = format!("the session uses protocol {PROTOCOL}, not {protocol}: reload the page");
            return Err(Refusal::new(ErrorCode::Unsupported, why));
        }
        if !self.pages.contains(&page) {
            self.pages.push(page);
            self.broadcast_roles();
        }
        let now = self.world.now();
        Ok(Reply::Welcome(Box::new(Welcome {
            protocol: PROTOCOL,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            plays: self.pages.first() == Some(&page),
            catalogue: all_games(),
            state: self.table.as_ref().map(|table| table.state(self.version, now, 0)),
            hall: None,
        })))
    }

    fn send(&mut self, pages: &[PageId], message: &impl serde::Serialize) {
        match serde_json::to_string(message) {
            Ok(text) => self.out.extend(pages.iter().map(|&page| (page, text.clone()))),
            Err(error) => log::error!("cannot serialize a message: {error}"),
        }
    }

    fn broadcast(&mut self, event: &Event) {
        self.send(&self.pages.clone(), event);
    }

    fn notice(&mut self, text: impl Into<String>) {
        self.broadcast(&Event::Notice { text: text.into() });
    }

    fn broadcast_roles(&mut self) {
        let pages = self.pages.clone();
        for (i, &page) in pages.iter().enumerate() {
            self.send(&[page], &Event::Role { plays: i == 0, pages: pages.len(), table: None });
        }
    }

    fn next_run(&mut self) -> u64 {
        self.runs += 1;
        self.runs
    }
}

/// Returns the catalogue.
fn all_games() -> Catalogue {
    Catalogue { games: catalogue::games(), levels: levels() }
}

fn levels() -> Vec<Level> {
    const NAMES: [&str; LEVELS as usize] = [
        "newcomer",
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
