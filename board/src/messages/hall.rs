//! The hall of a host: tables, seats and who is there.

use serde::Serialize;

use super::position::Sides;
use super::request::{Side, TimeControl};

/// A seat at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Seat {
    /// The table.
    pub table: u64,
    /// The side.
    pub side: Side,
    /// The token, with which the player returns to the seat.
    pub token: String,
}

/// The state of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SeatView {
    /// `true` if a player has it.
    pub taken: bool,
    /// `true` if a page of the player is connected.
    pub present: bool,
}

/// A page's part in a hosted game, and the seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TableRole {
    /// The table.
    pub table: u64,
    /// The side of this page; none for a spectator.
    pub side: Option<Side>,
    /// The seats.
    pub seats: Sides<SeatView>,
}

/// A table in the list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TableView {
    /// Its number.
    pub table: u64,
    /// The game's name.
    pub variant: String,
    /// The players' names; none for an open seat.
    pub names: Sides<Option<String>>,
    /// The time control.
    pub time: Option<TimeControl>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// The position.
    pub fen: String,
}

/// The tables of a hall.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TableList {
    /// The address to give to others.
    pub address: String,
    /// The tables, latest first.
    pub tables: Vec<TableView>,
}
