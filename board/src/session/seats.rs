//! Hosted games: what pages with a seat and spectators may do. `seating.rs` gives the seats.
//!
//! In Apocalypse each page seals its choice with a nonce of its own. The session gets the choices when both are sealed, and checks
//! them against the hashes.

use movegen::{Color, Turn};

use super::ask::asked_side;
use super::table::digest_of;
use super::{PageId, Session};
use crate::link::is_hexadecimal;
use crate::messages::{
    ErrorCode, Event, GameChange, GameRequest, LearnRequest, LibraryRequest, Place, PositionRequest, Refusal, Request,
    SeatView, Side, Sides, TableRole,
};
use crate::store::Seal;

pub(super) fn refused(code: ErrorCode, why: &str) -> Refusal {
    Refusal::new(code, why)
}

impl Session {
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

    pub(super) fn send_roles(&mut self, pages: &[PageId]) {
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
        self.advance(None)
    }
}
