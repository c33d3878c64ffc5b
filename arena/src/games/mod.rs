//! Games: the one loop that plays them ([`play`]), how they end ([`ending`], [`adjudicate`]), what is left of them and how
//! they are written down and read ([`pgn`]).
//!
//! Two sorts of games go through the loop. Those of a match are between players of any kind and are refereed
//! ([`referee`]): texts, clocks and faults, with a [`finished::Finished`] in the end. Those of self-play are between engines
//! in this process and keep their moves as the rules know them ([`played::Played`]).

pub mod adjudicate;
pub mod ending;
pub mod finished;
mod lines_of_play;
pub mod pgn;
pub mod play;
pub mod played;
pub mod referee;
mod scoresheet;
