//! Apocalypse, in which both sides choose at once: the same classes once more, with two choices where others have a move.

mod board;
mod engine;
mod position;

pub(crate) use board::ApocalypseBoard;
pub(crate) use engine::{ApocalypseEngine, Strategy};
pub(crate) use position::{ApocalypsePosition, read};
