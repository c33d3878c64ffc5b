//! Games: the loop that plays them ([`play`]), their ends ([`ending`], [`adjudicate`]), their data and their PGN ([`pgn`]).
//!
//! Games of a match are between players of any type and have a referee ([`referee`]): texts, clocks and faults; the result is a
//! [`finished::Finished`]. Games of self-play are between engines in this process; the result is a [`played::Played`] with typed
//! moves.

pub mod adjudicate;
pub mod ending;
pub mod finished;
pub mod pgn;
pub mod play;
pub mod played;
pub(crate) mod pv_check;
pub mod referee;
