//! The UCI protocol.

pub(crate) mod apocalypse;
pub(crate) mod command;
mod perft;
pub(crate) mod session;
pub(crate) mod turn_based;
pub(crate) mod worker;
