//! The interface of a game that can be played on a terminal.

use games::PlayedGame;
use movegen::{Color, Record};

use super::board::Spot;

pub(super) trait Playable: PlayedGame {
    /// Returns `true` for a piece that is marked as royal, and for a royal that is attacked.
    fn marks(&self, _at: Spot) -> [bool; 2] {
        [false; 2]
    }
    /// The remarks below the board (governments, checks, penalties), a line each.
    fn remarks(&self) -> Vec<String>;
    /// A legal move as people write it.
    fn written(&self, of: Color, m: Self::Move) -> String;
    /// The legal move that a text means.
    fn understood(&self, of: Color, text: &str) -> Result<Self::Move, String>;
    /// The squares that a move touches, that of the moving piece first.
    fn touched(&self, m: Self::Move) -> Vec<Spot>;
    /// The effects of a legal move other than moving from one square to another, if any.
    fn effect(&self, of: Color, m: Self::Move) -> Option<String>;
    /// Describes the moves of one turn from this position, in words.
    fn turn_text(&self, moves: [Option<Self::Move>; 2]) -> String;
    /// The prices of enemy pieces, or of the one on a square, a line each.
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
