//! A game in progress: the record, and the choice of a turn that is not complete.

use movegen::fen::Field;
use movegen::{Color, FenError, MoveError, Outcome, Record, Turn};

use crate::game::{Notation, PlayedGame};

/// A position could not be set up; the previous one is unchanged.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetUpError {
    /// The FEN is invalid.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A move cannot be played.
    #[error("{error} (move {number} of {of})")]
    Move {
        /// The error in the move.
        error: MoveError,
        /// The number of the move, from 1.
        number: usize,
        /// The number of moves given.
        of: usize,
    },
}

/// Returns the number by which `validate_fen` of Fairy-Stockfish names an invalid field: a letter of no piece (-10), the board (-8), the
/// side to move (-6), castling (-5), the en-passant square (-4), the number of kings (-3), the clock (-2), the number of the move (-1), a field
/// that is too many or the game's own (-11).
pub fn fen_error_number(error: &FenError) -> i32 {
    match error.field {
        Field::Board if error.why.starts_with("no piece of") => -10,
        Field::Board if error.why.ends_with(" kings") => -3,
        Field::Board => -8,
        Field::Turn => -6,
        Field::Castling => -5,
        Field::EnPassant => -4,
        Field::Clock => -2,
        Field::MoveNumber => -1,
        Field::State(_) | Field::Rest => -11,
    }
}

/// A game in progress.
///
/// Where both sides choose at once, protocols list the two choices of a turn one after the other. The first one is kept apart
/// from the record that an engine receives, so that its search cannot depend on it.
///
/// ```
/// use upheaval_games::GameSession;
/// use movegen::{Color, Empire, Game, Position};
/// let mut game = GameSession::<Position<Empire>>::default();
/// game.set_up(None, &["e1e2", "b8c6"])?;
/// game.play(Color::White, game.position().parse_move("e2e1")?);
/// assert_eq!((game.side_to_choose(), game.record().moves().len()), (Color::Black, 3));
/// game.undo_to(1, None);
/// assert_eq!(game.position().to_string(), "rnbqkbnr/pppppppp/8/8/8/PPPSSPPP/4K3/TECD1CET b kq - 1 1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct GameSession<G: PlayedGame> {
    record: Record<G>,
    /// The side that has chosen already and its choice, while the other side has not chosen.
    pending: Option<(Color, G::Move)>,
}

impl<G: PlayedGame> Default for GameSession<G> {
    fn default() -> Self {
        Self::at(G::start())
    }
}

impl<G: PlayedGame> GameSession<G> {
    /// A game that begins with this position.
    pub fn at(position: G) -> Self {
        Record::new(position).into()
    }

    /// The game so far, without the pending choice.
    pub const fn record(&self) -> &Record<G> {
        &self.record
    }

    /// The current position.
    pub const fn position(&self) -> &G {
        self.record.position()
    }

    /// The side that has chosen already and its choice, while the other side has not chosen.
    pub const fn pending(&self) -> Option<(Color, G::Move)> {
        self.pending
    }

    /// The side that chooses next: White first where both sides choose at once.
    pub fn side_to_choose(&self) -> Color {
        match self.position().turn() {
            Turn::One(side) => side,
            Turn::Both => self.pending.map_or(Color::White, |(first, _)| !first),
        }
    }

    /// Sets up a FEN, or the start position, and plays moves in coordinates. The session is unchanged on an error.
    ///
    /// # Errors
    /// The FEN or a move is invalid.
    pub fn set_up(&mut self, fen: Option<&str>, moves: &[impl AsRef<str>]) -> Result<(), SetUpError> {
        let mut game = Self::at(self.position().of_same_game(fen)?);
        for (index, text) in moves.iter().enumerate() {
            let side = game.side_to_choose();
            let invalid = |error| SetUpError::Move { error, number: index + 1, of: moves.len() };
            let m = game.position().read(side, text.as_ref(), Notation::Coordinates).map_err(invalid)?;
            game.play(side, m);
        }
        *self = game;
        Ok(())
    }

    /// Plays a legal move of a side. Where both choose at once, the first choice is pending; the same side may replace it.
    pub fn play(&mut self, side: Color, m: G::Move) {
        match (self.position().turn(), self.pending.take()) {
            (Turn::One(_), _) => self.record.play_for(side, m),
            (Turn::Both, Some((first, choice))) if first != side => {
                let choice_of = |color| if color == first { choice } else { m };
                self.record.play(Color::BOTH.map(|color| Some(choice_of(color))));
            }
            (Turn::Both, _) => self.pending = Some((side, m)),
        }
    }

    /// Undoes all but the first `turns` turns of the record and sets the pending choice.
    pub fn undo_to(&mut self, turns: usize, pending: Option<(Color, G::Move)>) {
        self.record = self.record.up_to(turns);
        self.pending = pending;
    }

    /// The result of the game; `None` while it continues and in the middle of a turn.
    pub fn outcome(&self) -> Option<Outcome> {
        self.record.outcome().filter(|_| self.pending.is_none())
    }

    /// The moves of a line from the current position as text, up to the first one that cannot be played. Where both sides
    /// choose at once, the moves are choices of `side` in the current position.
    pub fn write_line(&self, side: Color, moves: &[G::Move], notation: Notation) -> Vec<String> {
        self.write_parsed(side, moves, notation, |pos, side, &m| {
            let is_legal = pos.is_legal(side, m);
            if !is_legal {
                let text = pos.write(side, m, Notation::Coordinates);
                log::error!("{text} in a line from {} of {} cannot be played", self.position(), G::NAME);
            }
            is_legal.then_some(m)
        })
    }

    /// Writes a line, each move of which is parsed in its position.
    pub(crate) fn write_parsed<T>(
        &self,
        side: Color,
        moves: &[T],
        notation: Notation,
        parse: impl Fn(&G, Color, &T) -> Option<G::Move>,
    ) -> Vec<String> {
        let mut pos = self.position().clone();
        let write = |m| {
            let side = if let Turn::One(side) = pos.turn() { side } else { side };
            let m = parse(&pos, side, m)?;
            let text = pos.write(side, m, notation);
            // Choices of one side alone change nothing.
            pos.play(Color::BOTH.map(|color| (color == side).then_some(m)));
            Some(text)
        };
        moves.iter().map_while(write).collect()
    }
}

impl<G: PlayedGame> From<Record<G>> for GameSession<G> {
    fn from(record: Record<G>) -> Self {
        Self { record, pending: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use apocalypse::rules;
    use movegen::{Chess, Game, Position};

    fn session<G: PlayedGame>(moves: &str) -> GameSession<G> {
        let mut game = GameSession::default();
        game.set_up(None, &moves.split_whitespace().collect::<Vec<_>>()).unwrap();
        game
    }

    #[test]
    fn first_choice_of_turn_is_not_in_record() {
        let mut game = session::<rules::Position>("a1b3");
        assert_eq!(game.position(), &rules::Position::start());
        assert_eq!((game.side_to_choose(), game.record().moves().len()), (Color::Black, 0));
        let black = game.position().parse_move(Color::Black, "a5b3").unwrap();
        game.play(Color::Black, black);
        assert_eq!(game.position(), session::<rules::Position>("a1b3 a5b3").position());
        assert!(game.pending().is_none() && game.record().moves().len() == 1);
    }

    #[test]
    fn either_side_can_choose_first_and_again() {
        let mut game = session::<rules::Position>("");
        let choice = |side, text| rules::Position::start().parse_move(side, text).unwrap();
        game.play(Color::Black, choice(Color::Black, "e5d3"));
        game.play(Color::Black, choice(Color::Black, "a5b3"));
        assert_eq!(game.side_to_choose(), Color::White);
        game.play(Color::White, choice(Color::White, "a1b3"));
        assert_eq!(game.position(), session::<rules::Position>("a1b3 a5b3").position());
    }

    #[test]
    fn undone_turns_no_longer_count_as_repetitions() {
        let mut game = session::<Position<Chess>>("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8");
        assert_eq!(game.outcome().unwrap().to_string(), "1/2-1/2 {threefold repetition}");
        game.undo_to(7, None);
        assert!(game.outcome().is_none());
        assert_eq!(game.side_to_choose(), Color::Black);
        game.undo_to(0, None);
        assert_eq!(game.position(), &Position::start());
    }

    #[test]
    fn invalid_set_up_leaves_session_unchanged() {
        let mut game = session::<Position<Chess>>("e2e4");
        let before = game.position().to_string();
        let error = game.set_up(None, &["d2d4", "e2e4"]).unwrap_err().to_string();
        assert_eq!(error, "illegal move 'e2e4' (move 2 of 2)");
        let error = game.set_up(Some("bogus"), &[""; 0]).unwrap_err().to_string();
        assert!(error.starts_with("invalid FEN, board 'bogus'"), "{error}");
        assert_eq!(game.position().to_string(), before);
    }

    #[test]
    fn line_ends_before_first_illegal_move() {
        let game = session::<Position<Chess>>("");
        let m = |text| game.position().parse_move(text).unwrap();
        assert_eq!(game.write_line(Color::White, &[m("g1f3"), m("e2e4")], Notation::Algebraic), ["Nf3"]);
        let game = session::<rules::Position>("");
        let choice = game.position().parse_move(Color::Black, "a4b3").unwrap();
        assert_eq!(game.write_line(Color::Black, &[choice], Notation::Algebraic), ["a4b3?"]);
    }
}
