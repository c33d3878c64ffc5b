//! Hosted games: players on pages of their own, each with the token of a seat, and spectators.
//!
//! In Apocalypse each page seals its choice with a nonce of its own. The session gets the choices when both are sealed, and checks
//! them against the hashes.

use std::time::Duration;

use movegen::{Color, Turn};

use super::ask::asked_side;
use super::table::digest_of;
use super::{PageId, Session, play};
use crate::link::{hexadecimal, is_hexadecimal};
use crate::messages::{
    ErrorCode, Event, GameChange, GameRequest, GameState, LearnRequest, LibraryRequest, NewGame, Place, Player,
    PositionRequest, Refusal, Request, Seat, SeatView, Side, Sides, TableRole, TableView,
};
use crate::store::Seal;

/// The time in which both players come back after a restart, before the clocks continue.
const RETURN_TIME: Duration = Duration::from_secs(30);

fn refused(code: ErrorCode, why: &str) -> Refusal {
    Refusal::new(code, why)
}

impl Session {
    /// Begins a hosted game. The player takes one seat, the other is open.
    pub(crate) fn open_table(&mut self, new: NewGame, side: Color) -> Result<Seat, Refusal> {
        let token = hexadecimal(&self.world.secret());
        let mut seats = [const { None }; 2];
        seats[side] = Some(token.clone());
        self.new_game(new, Some(seats))?;
        let table = self.table()?;
        table.paused = true;
        Ok(Seat { table: table.kept.id, side: side.into(), token })
    }

    /// Prepares a hosted game that was loaded from the store.
    pub(crate) fn reopen_table(&mut self) {
        let now = self.world.now();
        let Some(table) = &mut self.table else { return };
        let is_full = table.kept.seats.as_ref().is_some_and(|seats| seats.iter().all(Option::is_some));
        table.paused = !is_full || (table.clocks.is_some() && table.result().is_none());
        self.resumes = (is_full && table.paused).then(|| now + RETURN_TIME);
        self.kept = table.history.len();
    }

    /// Takes the open seat.
    pub(crate) fn take_seat(&mut self, name: Option<String>) -> Result<Seat, Refusal> {
        let token = hexadecimal(&self.world.secret());
        let table = self.table()?;
        let none = || refused(ErrorCode::Illegal, "no seat is open at this table");
        let seats = table.kept.seats.as_mut().ok_or_else(none)?;
        let side = Color::BOTH.into_iter().find(|&side| seats[side].is_none()).ok_or_else(none)?;
        let player = Player::Human { name };
        table.kept.names[side] = play::name_of(&player, side)?;
        table.kept.players[side] = player;
        seats[side] = Some(token.clone());
        table.paused = false;
        let seat = Seat { table: table.kept.id, side: side.into(), token };
        self.changed(true);
        self.send_roles(&self.pages.clone());
        Ok(seat)
    }

    /// Returns the side of a token; none without one.
    pub(crate) fn side_of(&self, token: Option<&str>) -> Result<Option<Color>, Refusal> {
        let seats = self.table.as_ref().and_then(|table| table.kept.seats.as_ref());
        let Some(token) = token else { return Ok(None) };
        let found =
            Color::BOTH.into_iter().find(|&side| seats.is_some_and(|seats| seats[side].as_deref() == Some(token)));
        let why = "no seat of this table has this token: the link is incomplete or of another table";
        found.map(Some).ok_or_else(|| refused(ErrorCode::Unknown, why).in_field("token"))
    }

    /// Adds a page and returns the whole game.
    pub(crate) fn join(&mut self, page: PageId, token: Option<&str>) -> Result<GameState, Refusal> {
        let now = self.world.now();
        let side = self.side_of(token)?;
        self.pages.push(page);
        self.seated.extend(side.map(|side| (page, side)));
        let is_present = |side: &Color| self.seated.iter().any(|(_, seated)| seated == side);
        if self.resumes.is_some() && Color::BOTH.iter().all(is_present) {
            self.resumes = Some(now);
            self.resume_hosted();
        }
        let pages = if side.is_some() { self.pages.clone() } else { vec![page] };
        self.send_roles(&pages);
        let version = self.version;
        Ok(self.table()?.state(version, now, 0))
    }

    /// Removes a page of a hosted game.
    pub(crate) fn left(&mut self, page: PageId) {
        let before = self.seated.len();
        self.pages.retain(|&other| other != page);
        self.seated.retain(|&(other, _)| other != page);
        self.out.retain(|(other, _)| *other != page);
        if self.seated.len() < before {
            self.send_roles(&self.pages.clone());
        }
    }

    /// Returns `true` if the game is over.
    pub(crate) fn is_over(&self) -> bool {
        self.table.as_ref().is_some_and(|table| table.result().is_some())
    }

    /// Returns `true` if no page shows the game.
    pub(crate) const fn is_empty(&self) -> bool {
        self.pages.is_empty()
    }

    pub(super) fn is_hosted(&self) -> bool {
        self.table.as_ref().is_some_and(|table| table.kept.seats.is_some())
    }

    /// Resumes the game when its players are back, or have had time to come back.
    pub(super) fn resume_hosted(&mut self) {
        let now = self.world.now();
        if self.resumes.take_if(|at| *at <= now).is_some()
            && let Some(table) = &mut self.table
        {
            table.paused = false;
            self.changed(true);
        }
    }

    /// Returns the table for the list of the hall.
    pub(crate) fn listed(&self) -> Option<TableView> {
        let table = self.table.as_ref()?;
        let seats = table.kept.seats.as_ref()?;
        Some(TableView {
            table: table.kept.id,
            variant: table.kept.variant.clone(),
            names: Sides::new(Color::BOTH.map(|side| seats[side].as_ref().map(|_| table.kept.names[side].clone()))),
            time: table.kept.time,
            result: table.result().map_or_else(|| "*".to_owned(), |result| result.score),
            fen: table.game.fen(),
        })
    }

    fn send_roles(&mut self, pages: &[PageId]) {
        let Some((table, seats)) =
            self.table.as_ref().and_then(|table| Some((table.kept.id, table.kept.seats.as_ref()?)))
        else {
            return;
        };
        let seats = Sides::new(Color::BOTH.map(|side| SeatView {
            taken: seats[side].is_some(),
            present: self.seated.iter().any(|&(_, seated)| seated == side),
        }));
        let count = self.pages.len();
        for &page in pages {
            let side = self.seat_of(page).map(Side::from);
            let table = Some(TableRole { table, side, seats });
            self.send(&[page], &Event::Role { plays: side.is_some(), pages: count, table });
        }
    }

    fn seat_of(&self, page: PageId) -> Option<Color> {
        self.seated.iter().find(|(seated, _)| *seated == page).map(|&(_, side)| side)
    }

    /// Refuses what a page may not do at a hosted game.
    pub(super) fn check_seat(&self, page: PageId, request: &Request) -> Result<(), Refusal> {
        let unsupported = || Err(refused(ErrorCode::Unsupported, "this is not possible at a hosted table"));
        let is_here = |place: &Option<Place>| place.as_ref().is_none_or(|place| place.variant.is_none());
        match request {
            Request::Position(
                PositionRequest::View { place }
                | PositionRequest::Choices { place, .. }
                | PositionRequest::Pay { place, .. }
                | PositionRequest::Explain { place, .. }
                | PositionRequest::Picture { place, .. },
            ) if is_here(place) => Ok(()),
            Request::Library(LibraryRequest::Link { position }) if is_here(position) => Ok(()),
            Request::Learn(LearnRequest::RulesPage { .. }) => Ok(()),
            Request::Library(LibraryRequest::Export { games, .. }) if games.is_empty() => Ok(()),
            Request::Game(GameRequest { change, .. }) => self.check_change(page, change),
            _ => unsupported(),
        }
    }

    fn check_change(&self, page: PageId, change: &GameChange) -> Result<(), Refusal> {
        let watches = || refused(ErrorCode::Watching, "this page watches: it has no seat at this table");
        let seat = self.seat_of(page).ok_or_else(watches)?;
        let table = self.table.as_ref().ok_or_else(watches)?;
        let side = match *change {
            GameChange::Play { side, .. } if table.game.turn() != Turn::Both => asked_side(&*table.game, side)?,
            GameChange::Play { .. } => {
                return Err(refused(ErrorCode::Illegal, "a choice at a hosted table is sealed first"));
            }
            GameChange::Resign { side }
            | GameChange::OfferDraw { side }
            | GameChange::Commit { side, .. }
            | GameChange::Reveal { side, .. } => side.into(),
            GameChange::DeclineDraw {} => table.kept.offer.map_or(seat, |side| !Color::from(side)),
            _ => return Err(refused(ErrorCode::Unsupported, "this is not possible at a hosted table")),
        };
        match side == seat {
            true => Ok(()),
            false => Err(refused(ErrorCode::NotYourTurn, "this page plays the other side")),
        }
    }

    /// Seals a choice of a page.
    pub(super) fn commit(&mut self, side: Color, ply: usize, hash: String) -> Result<(), Refusal> {
        if !self.is_hosted() {
            return Err(refused(ErrorCode::Unsupported, "choices are sealed by pages only at hosted tables"));
        }
        let table = self.table()?;
        if table.game.turn() != Turn::Both || ply != table.history.len() {
            return Err(refused(ErrorCode::Stale, "the turn is over"));
        }
        if table.paused || !table.is_to_choose(side) {
            return Err(refused(ErrorCode::NotYourTurn, "this side has chosen, or the game is paused"));
        }
        if !is_hexadecimal(&hash, 64) {
            return Err(refused(ErrorCode::Invalid, "a hash has 64 hexadecimal digits").in_field("hash"));
        }
        table.kept.seals[side] = Some(Seal { hash, ..Seal::default() });
        self.changed(true);
        Ok(())
    }

    /// Reveals a sealed choice.
    pub(super) fn reveal(&mut self, side: Color, ply: usize, text: &str, nonce: String) -> Result<(), Refusal> {
        let table = self.table()?;
        if ply != table.history.len() {
            return Err(refused(ErrorCode::Stale, "the turn is over"));
        }
        let [Some(_), Some(_)] = &table.kept.seals else {
            return Err(refused(ErrorCode::NotSealed, "both choices must be sealed before one is revealed"));
        };
        let choice = table.game.read_move(side, text)?;
        let Some(seal) = &mut table.kept.seals[side] else { return Ok(()) };
        // Another page of the player has revealed it.
        if !seal.choice.is_empty() && seal.choice == choice {
            return Ok(());
        }
        if choice != text || !is_hexadecimal(&nonce, 32) || digest_of(text, &nonce) != seal.hash {
            return Err(refused(ErrorCode::Illegal, "this choice does not match its seal"));
        }
        (seal.choice, seal.nonce) = (choice, nonce);
        self.advance()
    }
}
