//! What UCI tells of the games in which the sides move in turn.

pub(crate) mod description;
pub(crate) mod report;
mod wdl;
