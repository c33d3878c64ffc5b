//! The interface of a game that can be played on a terminal.

use games::PlayedGame;
use movegen::{Color, Record, Turn};

use super::board::{Figure, Spot};

/// A game that can be played on a terminal.
pub(super) trait Playable: PlayedGame {
    /// The piece on a square.
    fn figure(&self, at: Spot) -> Option<Figure>;
    /// The remarks below the board (governments, checks, penalties), a line each.
    fn remarks(&self) -> Vec<String>;
    /// A legal move as people write it.
    fn written(&self, of: Color, m: Self::Move) -> String;
    /// The legal move that a text means.
    ///
    /// # Errors
    /// The reason why it cannot be played, in one sentence.
    fn understood(&self, of: Color, text: &str) -> Result<Self::Move, String>;
    /// The squares that a move touches, that of the moving piece first.
    fn touched(&self, m: Self::Move) -> Vec<Spot>;
    /// The effects of a legal move other than moving from one square to another, if any.
    fn effect(&self, of: Color, m: Self::Move) -> Option<String>;
    /// Describes the moves of one turn from this position, in words.
    fn turn_text(&self, moves: [Option<Self::Move>; 2]) -> String;
    /// The prices of enemy pieces, or of the one on a square, a line each.
    ///
    /// # Errors
    /// The reason why there is no price, in one sentence.
    fn prices(&self, target: Option<Spot>) -> Result<Vec<String>, String>;
}

/// The positions of a game with what was played in each.
pub(super) fn turns<G: Playable>(record: &Record<G>) -> impl Iterator<Item = (G, [Option<G::Move>; 2])> {
    let mut position = record.first().clone();
    record.moves().iter().map(move |&moves| {
        let before = position.clone();
        position.play(moves);
        (before, moves)
    })
}

/// The side whose turn it is, if the sides move in turn.
pub(super) fn mover<G: Playable>(position: &G) -> Option<Color> {
    match position.turn() {
        Turn::One(side) => Some(side),
        Turn::Both => None,
    }
}
