//! XBoard's view of Apocalypse. XBoard knows only sides that move in turn: one side's choice is shown as a move of its own, and
//! the other side answers with a script of plies that lead to the board after both choices.

mod game;
mod script;

pub use game::{ShownGame, VARIANT_PIECES, has_squares, words};
pub use script::{DEFINITION, NICKNAMES, captures_on_the_way, promotes, scripts, shown_alone};
