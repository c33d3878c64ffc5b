//! The hall of a host: tables with a hosted game each, and the pages that play, watch, or read the list of tables.
//!
//! Each table is a [`Session`] without engines. The hall routes the requests of a page to the table that the page shows.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use movegen::Color;

use crate::learn;
use crate::messages::{
    Answer, Catalogue, ErrorCode, Event, GameList, GameSummary, HallRequest, LearnRequest, Measurement, NewGame,
    PROTOCOL, Player, Refusal, Reply, Request, SearchGames, SessionRequest, TableList, Welcome, read,
};
use crate::rules::catalogue;
use crate::session::{PageId, Served, Session, World};
use crate::store::{Store, StoreError, StoredGame};
use crate::think::{Engines, MeasureTask, Search, Thought};

/// The maximum number of unfinished games.
const MAX_TABLES: usize = 1000;
/// The maximum number of finished games in the list.
const MAX_FINISHED: usize = 20;
/// The minimum time between two lists of tables.
const LIST_INTERVAL: Duration = Duration::from_secs(2);

/// Creates the environment of a table.
pub type NewWorld = Box<dyn Fn() -> Box<dyn World> + Send>;

/// The store of all tables.
#[derive(Clone)]
struct Shared(Arc<Mutex<Box<dyn Store>>>);

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Box<dyn Store>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The store of one table, whose game is always on the board.
struct Own {
    shared: Shared,
    game: Option<u64>,
}

impl Store for Own {
    fn save(&mut self, game: &StoredGame, listed: &GameSummary, keys: &[u64]) -> Result<u64, StoreError> {
        self.shared.lock().save(game, listed, keys)
    }

    fn load(&self, id: u64) -> Result<Option<StoredGame>, StoreError> {
        self.shared.lock().load(id)
    }

    fn list(&self, wanted: &SearchGames, key: Option<u64>) -> Result<GameList, StoreError> {
        self.shared.lock().list(wanted, key)
    }

    fn linked(&self, link: &str) -> Result<Option<u64>, StoreError> {
        self.shared.lock().linked(link)
    }

    fn delete(&mut self, id: u64) -> Result<bool, StoreError> {
        self.shared.lock().delete(id)
    }

    fn put_on_board(&mut self, id: u64) -> Result<(), StoreError> {
        self.game = Some(id);
        Ok(())
    }

    fn on_board(&self) -> Result<Option<u64>, StoreError> {
        Ok(self.game)
    }
}

/// No engines.
struct NoEngines;

impl Engines for NoEngines {
    fn start(&mut self, _run: u64, _search: Search) {}
    fn measure(&mut self, _run: u64, _task: MeasureTask) {}
    fn hurry(&mut self, _run: u64) {}
    fn cancel(&mut self, _run: u64) {}
}

/// The hall.
pub struct Hall {
    new_world: NewWorld,
    world: Box<dyn World>,
    store: Shared,
    address: String,
    catalogue: Catalogue,
    tables: BTreeMap<u64, Session>,
    /// The pages that have sent `hello`, with the tables that they show.
    pages: HashMap<PageId, Option<u64>>,
    /// `true` if the list has changed since it was sent.
    is_changed: bool,
    /// The time of the next list.
    next_list: Duration,
    out: Vec<(PageId, String)>,
}

impl Served for Hall {
    fn request(&mut self, page: PageId, text: &str) {
        let (id, result) = match read(text) {
            Ok((id, request)) => {
                if let Some(table) = self.shown(page, &request)
                    && let Some(session) = self.tables.get_mut(&table)
                {
                    session.respond(page, id, request);
                    return self.collect(table);
                }
                (id, self.handle(page, request))
            }
            Err((id, refusal)) => (id, Err(refusal)),
        };
        self.send(&[page], &Answer { id, reply: result.unwrap_or_else(Reply::Error) });
    }

    fn gone(&mut self, page: PageId) {
        self.leave(page);
        self.pages.remove(&page);
        self.out.retain(|(other, _)| *other != page);
    }

    /// A hall has no engines.
    fn thought(&mut self, _run: u64, _thought: Thought) {}

    fn measured(&mut self, _run: u64, _report: Measurement) {}

    fn next_tick(&self) -> Option<Duration> {
        let list = (self.is_changed && self.lobby().next().is_some()).then_some(self.next_list);
        self.tables.values().filter_map(Session::next_tick).chain(list).min()
    }

    fn tick(&mut self) {
        let now = self.world.now();
        let due = |session: &Session| session.next_tick().is_some_and(|at| at <= now);
        let due: Vec<u64> = self.tables.iter().filter(|(_, session)| due(session)).map(|(&table, _)| table).collect();
        for table in due {
            if let Some(session) = self.tables.get_mut(&table) {
                session.tick();
            }
            self.collect(table);
        }
        if self.is_changed && self.next_list <= now {
            self.is_changed = false;
            self.next_list = now + LIST_INTERVAL;
            let pages: Vec<PageId> = self.lobby().collect();
            if !pages.is_empty() {
                self.send(&pages, &Event::Tables(self.list()));
            }
        }
    }

    fn take_messages(&mut self) -> Vec<(PageId, String)> {
        std::mem::take(&mut self.out)
    }
}

impl Hall {
    /// Opens the hall with all unfinished games of the store. `address` is shown to the players.
    pub fn new(new_world: NewWorld, store: Box<dyn Store>, address: String) -> Self {
        let mut hall = Self {
            world: new_world(),
            new_world,
            store: Shared(Arc::new(Mutex::new(store))),
            address,
            catalogue: Catalogue { games: catalogue::games(), levels: Vec::new() },
            tables: BTreeMap::new(),
            pages: HashMap::new(),
            is_changed: false,
            next_list: Duration::ZERO,
            out: Vec::new(),
        };
        let mut wanted = SearchGames { result: Some("*".to_owned()), most: Some(100), ..SearchGames::default() };
        while hall.tables.len() < MAX_TABLES {
            let found = hall.store.lock().list(&wanted, None);
            let found = found.inspect_err(|error| log::error!("{error}")).unwrap_or_default();
            if found.games.is_empty() {
                break;
            }
            wanted.skip = Some(wanted.skip.unwrap_or(0) + found.games.len());
            for game in found.games {
                hall.load(game.game);
            }
        }
        hall
    }

    /// Returns the table that a request is about, if the page shows one.
    fn shown(&self, page: PageId, request: &Request) -> Option<u64> {
        match request {
            Request::Hall(_) | Request::Session(_) => None,
            _ => self.pages.get(&page).copied().flatten(),
        }
    }

    /// Returns the pages that read the list of tables.
    fn lobby(&self) -> impl Iterator<Item = PageId> {
        self.pages.iter().filter(|(_, table)| table.is_none()).map(|(&page, _)| page)
    }

    fn handle(&mut self, page: PageId, request: Request) -> Result<Reply, Refusal> {
        if let Request::Session(SessionRequest::Hello { protocol }) = request {
            return self.hello(page, protocol);
        }
        if !self.pages.contains_key(&page) {
            return Err(Refusal::new(ErrorCode::Malformed, "'hello' must come first"));
        }
        match request {
            Request::Hall(request) => self.hall(page, request),
            Request::Learn(LearnRequest::RulesPage { variant }) => learn::rules_page(&variant),
            _ => Err(Refusal::new(ErrorCode::Unsupported, "choose a table first")),
        }
    }

    fn hello(&mut self, page: PageId, protocol: u32) -> Result<Reply, Refusal> {
        if protocol != PROTOCOL {
            let why = format!("the host uses protocol {PROTOCOL}, not {protocol}: reload the page");
            return Err(Refusal::new(ErrorCode::Unsupported, why));
        }
        self.leave(page);
        self.pages.insert(page, None);
        Ok(Reply::Welcome(Box::new(Welcome {
            protocol: PROTOCOL,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            plays: false,
            catalogue: self.catalogue.clone(),
            state: None,
            hall: Some(self.list()),
        })))
    }

    fn hall(&mut self, page: PageId, request: HallRequest) -> Result<Reply, Refusal> {
        match request {
            HallRequest::OpenTable { variant, fen, time, side, name } => {
                if self.tables.len() >= MAX_TABLES {
                    let why = format!("this host has {MAX_TABLES} tables, which is the maximum");
                    return Err(Refusal::new(ErrorCode::TooMuch, why));
                }
                let is_black = self.world.secret()[0] & 1 == 1;
                let side = side.map_or(if is_black { Color::Black } else { Color::White }, Color::from);
                let mut players = [Player::default(), Player::default()];
                players[side] = Player::Human { name };
                let [white, black] = players;
                let mut session = self.session(None);
                let seat = session.open_table(NewGame { variant, fen, white, black, time }, side)?;
                self.tables.insert(seat.table, session);
                self.is_changed = true;
                Ok(Reply::Seat(seat))
            }
            HallRequest::TakeSeat { table, name } => {
                let seat = self.table(table)?.take_seat(name);
                self.collect(table);
                self.is_changed = true;
                Ok(Reply::Seat(seat?))
            }
            HallRequest::Enter { table, token } => {
                self.table(table)?.side_of(token.as_deref())?;
                self.leave(page);
                let state = self.table(table)?.join(page, token.as_deref());
                let entered = state.is_ok().then_some(table);
                self.pages.insert(page, entered);
                self.collect(table);
                Ok(Reply::Table { state: Box::new(state?) })
            }
            HallRequest::Leave {} => {
                self.leave(page);
                self.send(&[page], &Event::Tables(self.list()));
                Ok(Reply::Done)
            }
        }
    }

    /// Takes a page from its table to the list. A finished game that no page shows is removed from memory.
    fn leave(&mut self, page: PageId) {
        let Some(place) = self.pages.get_mut(&page) else { return };
        let Some(table) = place.take() else { return };
        let Some(session) = self.tables.get_mut(&table) else { return };
        session.left(page);
        self.collect(table);
        self.forget_finished();
    }

    /// Removes the oldest finished games without pages from memory.
    fn forget_finished(&mut self) {
        let over = self.tables.iter().filter(|(_, session)| session.is_over());
        let finished: Vec<u64> = over.map(|(&id, _)| id).collect();
        let old = finished.len().saturating_sub(MAX_FINISHED);
        for id in &finished[..old] {
            if self.tables.get(id).is_some_and(Session::is_empty) {
                self.tables.remove(id);
            }
        }
    }

    fn table(&mut self, table: u64) -> Result<&mut Session, Refusal> {
        let none = || Refusal::new(ErrorCode::Unknown, format!("there is no table {table}")).in_field("table");
        if !self.tables.contains_key(&table) {
            self.load(table);
        }
        self.tables.get_mut(&table).ok_or_else(none)
    }

    fn session(&self, game: Option<u64>) -> Session {
        let store = Own { shared: self.store.clone(), game };
        Session::new((self.new_world)(), Box::new(NoEngines), Box::new(store))
    }

    /// Loads a table from the store.
    fn load(&mut self, table: u64) {
        let mut session = self.session(Some(table));
        if session.listed().is_some() {
            session.reopen_table();
            self.tables.insert(table, session);
        }
    }

    /// Takes the messages of a table. A list follows if the game has ended.
    fn collect(&mut self, table: u64) {
        let Some(session) = self.tables.get_mut(&table) else { return };
        let messages = session.take_messages();
        self.is_changed |= !messages.is_empty() && session.is_over();
        self.out.extend(messages);
    }

    fn list(&self) -> TableList {
        let mut finished = 0;
        let listed = self.tables.values().rev().filter_map(Session::listed).filter(|table| {
            finished += usize::from(table.result != "*");
            table.result == "*" || finished <= MAX_FINISHED
        });
        TableList { address: self.address.clone(), tables: listed.collect() }
    }

    fn send(&mut self, pages: &[PageId], message: &impl serde::Serialize) {
        match serde_json::to_string(message) {
            Ok(text) => self.out.extend(pages.iter().map(|&page| (page, text.clone()))),
            Err(error) => log::error!("cannot serialize a message: {error}"),
        }
    }
}
