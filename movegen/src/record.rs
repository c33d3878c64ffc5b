//! A game so far: where it began, what was played, and whether it is over. Repetition and clocks live here, because
//! they belong to a game's history and not to a position; engine, referee and protocol all ask the same record.

use crate::game::Game;
use crate::moves::Move;
use crate::outcome::Outcome;
use crate::piece::Color;
use crate::position::Position;
use crate::variant::Variant;

/// A game in progress.
///
/// ```
/// use upheaval_movegen::{Empire, Position, Record};
/// let mut game = Record::new(Position::<Empire>::start());
/// for text in "e1e2 b8c6 e2e1 c6b8 e1e2 b8c6 e2e1 c6b8".split(' ') {
///     game.push(game.position().parse_move(text)?);
/// }
/// // In Empire the side that brings a position about for the third time loses.
/// assert_eq!(game.occurrences(), 3);
/// assert_eq!(game.outcome().unwrap().to_string(), "1-0 {threefold repetition}");
/// # Ok::<(), upheaval_movegen::MoveError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Record<G: Game> {
    start: G,
    position: G,
    moves: Vec<[Option<G::Move>; 2]>,
    keys: Vec<u64>,
}

impl<G: Game> Record<G> {
    /// A game that begins with this position, which counts as its first occurrence.
    pub fn new(start: G) -> Self {
        let keys = vec![start.key()];
        Self { position: start.clone(), start, moves: Vec::new(), keys }
    }

    /// The position the game began with.
    pub const fn first(&self) -> &G {
        &self.start
    }

    /// The current position.
    pub const fn position(&self) -> &G {
        &self.position
    }

    /// The choices played, by colour.
    pub fn moves(&self) -> &[[Option<G::Move>; 2]] {
        &self.moves
    }

    /// The keys of all positions of the game, the present one last.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// Plays legal choices, by colour.
    pub fn play(&mut self, moves: [Option<G::Move>; 2]) {
        self.position.play(moves);
        self.moves.push(moves);
        self.keys.push(self.position.key());
    }

    /// Plays a legal choice of the one side that has it: `push` where the sides move in turn.
    pub fn play_for(&mut self, side: Color, m: G::Move) {
        self.play(Color::BOTH.map(|color| (color == side).then_some(m)));
    }

    /// The game after its first `turns` turns, or the whole game if it has fewer.
    #[must_use]
    pub fn up_to(&self, turns: usize) -> Self {
        let mut record = Self::new(self.first().clone());
        self.moves.iter().take(turns).for_each(|&moves| record.play(moves));
        record
    }

    /// The number of occurrences of the current position, this one included.
    pub fn occurrences(&self) -> usize {
        let now = self.position.key();
        self.keys.iter().filter(|&&key| key == now).count()
    }

    /// The outcome of the game, if it is over: first by the board, then by the third occurrence of the
    /// position, then by the clock.
    pub fn outcome(&self) -> Option<Outcome> {
        self.position.outcome().or_else(|| self.history_outcome())
    }

    /// The outcome by the third occurrence of the position, then by the clock, whatever the board.
    pub fn history_outcome(&self) -> Option<Outcome> {
        if self.occurrences() >= self.position.repetitions() {
            Some(self.position.repeated())
        } else {
            self.position.expired()
        }
    }
}

impl<V: Variant> Record<Position<V>> {
    /// Plays a legal move of the side to move.
    pub fn push(&mut self, m: Move) {
        self.play_for(self.position.turn(), m);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::Reason;
    use crate::variants::Chess;

    #[test]
    fn record_counts_occurrences_of_position() {
        let mut record = Record::new(Position::<Chess>::start());
        for (i, text) in ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"].into_iter().enumerate() {
            assert_eq!((record.occurrences(), record.outcome(), record.moves().len()), (1 + i / 4, None, i));
            let m = record.position().parse_move(text).unwrap();
            record.push(m);
            assert_eq!(record.moves()[i], if i % 2 == 0 { [Some(m), None] } else { [None, Some(m)] });
            assert_eq!(record.keys()[i + 1], record.position().key());
        }
        assert_eq!((record.occurrences(), record.keys().len()), (3, 9));
        assert_eq!(record.keys()[0], Position::<Chess>::start().key());
        assert_eq!(record.outcome(), Some(Outcome::draw(Reason::Repetition)));
        let before = record.up_to(5);
        assert_eq!((before.moves().len(), before.occurrences()), (5, 2));
        assert_eq!(record.up_to(99).keys(), record.keys());
    }
}
