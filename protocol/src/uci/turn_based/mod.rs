//! What UCI tells of the games in which the sides move in turn.

mod description;
mod report;

use engine::Control;
use movegen::fen::FenError;
use movegen::{Position, Variant};

use super::perft;
use super::session::UciGame;
use crate::game::GameSession;

impl<V: Variant> UciGame for Position<V> {
    const NOT_A_MOVE: &'static str = "is not legal here";
    type Reporter = report::Reporter<V>;

    fn announcement() -> String {
        description::announcement::<V>()
    }

    fn flipped(&self) -> Result<Self, FenError> {
        self.flipped_fen().parse()
    }

    fn perft(game: &GameSession<Self>, depth: u32, control: &Control) -> String {
        perft::report(game.position(), depth, control)
    }

    fn describe(game: &GameSession<Self>) -> String {
        description::description(game.record())
    }

    fn evaluate(game: &GameSession<Self>) -> String {
        eval::trace(game.position()).to_string()
    }
}
