//! XBoard's view of Apocalypse: one side's choice is shown as a move, and the other side answers with a script of plies that leads
//! to the board after both choices.

mod game;
mod script;

pub use game::{ShownGame, VARIANT_PIECES, has_squares, words};
pub use script::{DEFINITION, NICKNAMES, captures_on_the_way, scripts, shown_alone};
