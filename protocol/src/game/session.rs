//! One game being played, of any kind: the record, what has been chosen in a turn that is not complete, and the engine.

use engine::Settings;
use movegen::{Color, FenError, MoveError, Outcome, Record, Turn};

use super::engine::{SearchedGame, SharedEngine};

/// Why a position cannot be set up; the old one still stands.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum PositionError {
    /// The FEN cannot be read or played on.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A move cannot be played.
    #[error("{error} (move {number} of {of})")]
    Move {
        /// What is wrong with it.
        error: MoveError,
        /// Which move it is, from 1.
        number: usize,
        /// How many moves there are.
        of: usize,
    },
}

/// A game with its history and its engine.
///
/// Both protocols know only sides that move in turn. Where both sides choose at once they therefore list the two choices
/// of a turn one after the other, and the first one waits here, apart from the record: the engine is given the record,
/// so nothing that it does depends on that choice.
pub(crate) struct GameSession<G: SearchedGame> {
    record: Record<G>,
    /// The side that has chosen already, and its choice, when the other one's is still to come.
    pending: Option<(Color, G::Move)>,
    engine: SharedEngine<G>,
}

impl<G: SearchedGame> GameSession<G> {
    /// The game at its start. The engine comes into being when it is first needed.
    pub(crate) fn new(settings: Settings) -> Self {
        Self { record: Record::new(G::start()), pending: None, engine: SharedEngine::new(settings) }
    }

    /// The game so far, without a choice that waits for the other side's.
    pub(crate) const fn record(&self) -> &Record<G> {
        &self.record
    }

    /// The position that stands.
    pub(crate) const fn position(&self) -> &G {
        self.record.position()
    }

    /// The side that has chosen already, and its choice, when the other one's is still to come.
    pub(crate) const fn pending(&self) -> Option<(Color, G::Move)> {
        self.pending
    }

    /// The engine, which may be busy.
    pub(crate) const fn engine(&self) -> &SharedEngine<G> {
        &self.engine
    }

    /// The side that chooses next. White is asked first where both sides choose at once.
    pub(crate) fn side_to_choose(&self) -> Color {
        match self.position().turn() {
            Turn::One(side) => side,
            Turn::Both => self.pending.map_or(Color::White, |(first, _)| !first),
        }
    }

    /// Begins anew from a position.
    pub(crate) fn begin_at(&mut self, position: G) {
        self.record = Record::new(position);
        self.pending = None;
    }

    /// Begins anew from a FEN (`None`: the start) and plays moves from there; all of it or nothing.
    ///
    /// # Errors
    /// The FEN or the move at fault.
    pub(crate) fn set_up(&mut self, fen: Option<&str>, moves: &[String]) -> Result<(), PositionError> {
        let start = fen.map_or_else(|| Ok(G::start()), str::parse)?;
        let mut game = Self { record: Record::new(start), pending: None, engine: self.engine.clone() };
        for (index, text) in moves.iter().enumerate() {
            let side = game.side_to_choose();
            let at_fault = |error| PositionError::Move { error, number: index + 1, of: moves.len() };
            let m = game.position().parse_move(side, text).map_err(at_fault)?;
            game.play(side, m);
        }
        *self = game;
        Ok(())
    }

    /// Plays a legal move of this side. Where both sides choose at once, the first choice waits for the other side's; the
    /// same side may still choose anew.
    pub(crate) fn play(&mut self, side: Color, m: G::Move) {
        match (self.position().turn(), self.pending.take()) {
            (Turn::One(_), _) => self.record.play_for(side, m),
            (Turn::Both, Some((first, choice))) if first != side => {
                let choice_of = |color| if color == first { choice } else { m };
                self.record.play(Color::BOTH.map(|color| Some(choice_of(color))));
            }
            (Turn::Both, _) => self.pending = Some((side, m)),
        }
    }

    /// Goes back to the position after the first so many turns of the record, with this choice already made.
    pub(crate) fn take_back_to(&mut self, turns: usize, pending: Option<(Color, G::Move)>) {
        self.record = self.record.up_to(turns);
        self.pending = pending;
    }

    /// How the game has ended, if it has; not in the middle of a turn.
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        self.record.outcome().filter(|_| self.pending.is_none())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use apocalypse::rules;
    use movegen::{Chess, Game, Position};

    fn session<G: SearchedGame>(moves: &str) -> GameSession<G> {
        let mut game = GameSession::new(Settings::default());
        let moves: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
        game.set_up(None, &moves).unwrap();
        game
    }

    #[test]
    fn the_first_choice_of_a_turn_is_kept_apart_from_the_record() {
        let mut game = session::<rules::Position>("a1b3");
        assert_eq!(game.position(), &rules::Position::start());
        assert_eq!((game.side_to_choose(), game.record().moves().len()), (Color::Black, 0));
        let black = game.position().parse_move(Color::Black, "a5b3").unwrap();
        game.play(Color::Black, black);
        assert_eq!(
            game.record().position().to_string(),
            session::<rules::Position>("a1b3 a5b3").position().to_string()
        );
        assert!(game.pending().is_none() && game.record().moves().len() == 1);
    }

    #[test]
    fn either_side_may_choose_first_and_may_choose_anew() {
        let mut game = session::<rules::Position>("");
        let choice = |side, text| rules::Position::start().parse_move(side, text).unwrap();
        game.play(Color::Black, choice(Color::Black, "e5d3"));
        game.play(Color::Black, choice(Color::Black, "a5b3"));
        assert_eq!(game.side_to_choose(), Color::White);
        game.play(Color::White, choice(Color::White, "a1b3"));
        assert_eq!(game.position(), session::<rules::Position>("a1b3 a5b3").position());
    }

    #[test]
    fn turns_are_taken_back_with_what_they_repeated() {
        let mut game = session::<Position<Chess>>("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8");
        assert_eq!(game.outcome().unwrap().to_string(), "1/2-1/2 {threefold repetition}");
        game.take_back_to(7, None);
        assert!(game.outcome().is_none());
        assert_eq!(game.side_to_choose(), Color::Black);
        game.take_back_to(0, None);
        assert_eq!(game.position(), &Position::start());
    }
}
