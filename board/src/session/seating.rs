//! The seats of hosted games, for the hall: opening a table, taking a seat, joining as a player or a spectator.

use std::time::Duration;

use movegen::Color;

use super::seats::refused;
use super::{PageId, Session, play};
use crate::link::hexadecimal;
use crate::messages::{ErrorCode, GameState, NewGame, Player, Refusal, Seat, Sides, TableView};

/// The time in which both players come back after a restart, before the clocks continue.
const RETURN_TIME: Duration = Duration::from_secs(30);

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

    /// Returns `true` if the game is over.
    pub(crate) fn is_over(&self) -> bool {
        self.table.as_ref().is_some_and(|table| table.result().is_some())
    }

    /// Returns `true` if no page shows the game.
    pub(crate) const fn is_empty(&self) -> bool {
        self.pages.is_empty()
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
}
