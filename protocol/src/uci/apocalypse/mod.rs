//! What UCI tells of the game in which both sides choose at once.
//!
//! Clients know only sides that move in turn, so the two choices of a turn are listed one after the other, White's
//! first. After White's choice it is Black who is asked, and the engine then searches the position *before* that choice.

mod description;
mod report;

use apocalypse::rules::Position;
use engine::Control;
use movegen::fen::FenError;

pub(crate) use report::mix;

use super::perft;
use super::session::UciGame;
use crate::game::GameSession;

impl UciGame for Position {
    const NOT_A_MOVE: &'static str = "cannot be chosen here";
    type Reporter = report::Reporter;

    fn announcement() -> String {
        description::announcement()
    }

    fn flipped(&self) -> Result<Self, FenError> {
        Ok(self.swapped())
    }

    fn perft(game: &GameSession<Self>, depth: u32, control: &Control) -> String {
        perft::apocalypse_report(game.position(), game.pending().map(|(_, white)| white), depth, control)
    }

    fn describe(game: &GameSession<Self>) -> String {
        description::description(game.record(), game.pending().map(|(_, white)| white))
    }

    fn evaluate(game: &GameSession<Self>) -> String {
        game.engine().with(|engine| description::evaluation(game.position(), engine))
    }
}

#[cfg(test)]
mod tests;
