//! The session, spoken to as a page does.

use movegen::Color;

use crate::rules::PlayedGame;

/// Every move of a side, by way of the tree that the page gets.
pub(crate) fn every_move(game: &dyn PlayedGame, side: Color) -> Vec<String> {
    crate::rules::tests::leaves(&game.choices(side)).into_iter().map(|(m, _)| m).collect()
}
