//! A game of Apocalypse as XBoard saves it: plies that come in, and turns that come of them; and the other way round.

use movegen::Color;
use movegen::xboard::{Board, Ply, read, write};

use super::script::{NICKNAMES, scripts, shown_alone, spot};
use crate::rules::{Choice, Position};

/// The tag `VariantPieces` without which XBoard does not read the words of a game.
pub const VARIANT_PIECES: &str = "P:G;N:G;N:mcdN";

fn board_of(pos: &Position) -> Board {
    Board::new(&pos.board_text(), &NICKNAMES)
}

/// What comes of a ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Heard {
    /// The turn is not complete yet.
    Part,
    /// It is: the choices by colour.
    Turn([Choice; 2]),
}

/// A game that is heard ply by ply.
#[derive(Clone, Debug)]
pub struct ShownGame {
    position: Position,
    shown: Board,
    /// The side that XBoard has on the move.
    turn: Color,
    /// The side shown first, and its choice.
    pending: Option<(Color, Choice)>,
    /// The plies of the other side's script so far.
    heard: Vec<Ply>,
    /// The board and the turn before them.
    base: (Board, Color),
}

impl ShownGame {
    /// A game from this position on, with the side that XBoard has on the move.
    pub fn new(position: Position, turn: Color) -> Self {
        let shown = board_of(&position);
        Self { position, base: (shown.clone(), turn), shown, turn, pending: None, heard: Vec::new() }
    }

    /// Hears a word of a saved game: what comes of it, or nothing if it says none of what may follow.
    ///
    /// ```
    /// use apocalypse::Position;
    /// use apocalypse::xboard::{Heard, ShownGame};
    /// use movegen::{Color, Game};
    /// let mut game = ShownGame::new(Position::start(), Color::White);
    /// assert_eq!(game.hear("Na1b3"), Some(Heard::Part));
    /// assert!(matches!(game.hear("Ne5d3"), Some(Heard::Turn(_))));
    /// assert_eq!(game.hear("Ne5d3"), None);
    /// ```
    pub fn hear(&mut self, word: &str) -> Option<Heard> {
        let ply = read(&self.shown, self.turn == Color::White, word)?;
        let heard = match self.pending {
            None if ply == Ply::Pass => Heard::Part,
            None => {
                let choice = self.meant(&ply)?;
                self.pending = Some((self.turn, choice));
                Heard::Part
            }
            Some((first, choice)) => self.answer(first, choice, ply)?,
        };
        self.shown.play(&ply);
        self.turn = !self.turn;
        if let Heard::Turn(both) = heard {
            self.position = self.position.resolve(both);
            self.shown = board_of(&self.position);
            self.pending = None;
        }
        if self.pending.is_none() || self.heard.is_empty() {
            self.base = (self.shown.clone(), self.turn);
        }
        Some(heard)
    }

    /// The next ply of the second side's script.
    fn answer(&mut self, first: Color, choice: Choice, ply: Ply) -> Option<Heard> {
        self.heard.push(ply);
        let (board, turn) = &self.base;
        let all = scripts(&self.position, board, *turn, choice, !first);
        if let Some((second, _)) = all.iter().find(|(_, plies)| *plies == self.heard) {
            self.heard.clear();
            let both = if first == Color::White { [choice, *second] } else { [*second, choice] };
            return Some(Heard::Turn(both));
        }
        let is_part = all.iter().any(|(_, plies)| plies.starts_with(&self.heard));
        if !is_part {
            self.heard.pop();
        }
        is_part.then_some(Heard::Part)
    }

    /// The first side's choice: as it is shown, or as a user clicks it.
    fn meant(&self, ply: &Ply) -> Option<Choice> {
        let choices = self.position.choices(self.turn);
        let is_shown_so = |choice: &&Choice| shown_alone(&self.position, self.turn, **choice) == *ply;
        let goes_so = |choice: &&Choice| {
            matches!(*ply, Ply::Go(step) if step.from == spot(choice.from()) && step.to == spot(choice.to())
                && step.over.is_none_or(|over| over == spot(choice.via())))
        };
        choices.iter().find(is_shown_so).or_else(|| choices.iter().find(goes_so)).copied()
    }
}

/// The words by which XBoard reads a turn, White's first; White's and Black's plies alternate, and White is on the move behind
/// them.
pub fn words(pos: &Position, [white, black]: [Choice; 2]) -> Vec<String> {
    let mut board = board_of(pos);
    let alone = shown_alone(pos, Color::White, white);
    let mut words = vec![write(&board, &alone)];
    board.play(&alone);
    let all = scripts(pos, &board, Color::Black, white, Color::Black);
    let plies = all.into_iter().find(|(choice, _)| *choice == black).map(|(_, plies)| plies).unwrap_or_default();
    for ply in plies {
        words.push(write(&board, &ply));
        board.play(&ply);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::Game;
    use rand::rngs::SmallRng;
    use rand::{RngExt, SeedableRng};

    #[test]
    fn what_is_written_of_a_turn_is_heard_as_that_turn() {
        let mut random = SmallRng::seed_from_u64(9);
        for _ in 0..30 {
            let mut pos = Position::start();
            let mut game = ShownGame::new(pos, Color::White);
            while pos.outcome().is_none() && pos.turn_number() < 50 {
                let both = Color::BOTH.map(|side| {
                    let choices = pos.choices(side);
                    choices[random.random_range(0..choices.len())]
                });
                let words = words(&pos, both);
                assert_eq!(words.len() % 2, 0, "{pos}: {words:?}");
                let mut heard = None;
                for word in &words {
                    heard = game.hear(word);
                    assert!(heard.is_some(), "{pos} {both:?}: {word} of {words:?}");
                }
                // Two choices may lead to the same position by the same plies.
                let Some(Heard::Turn(other)) = heard else { panic!("{pos} {both:?}: {words:?}") };
                assert_eq!(pos.resolve(other), pos.resolve(both), "{pos} {both:?}: {words:?}");
                pos = pos.resolve(both);
            }
        }
    }

    #[test]
    fn the_engine_with_white_passes_first_and_a_user_clicks_two_legs() {
        let mut game = ShownGame::new(Position::start(), Color::White);
        for word in ["--", "Na5b3", "Nxb3"] {
            game.hear(word);
        }
        assert_eq!(game.position.turn_number(), 1, "that is no script");
        let pos: Position = "2p1n/1P3/5/p3P/N3N w - - 0 1".parse().unwrap();
        let mut game = ShownGame::new(pos, Color::White);
        assert_eq!(game.hear("b4xc5-d2"), Some(Heard::Part));
        assert!(game.hear("zz").is_none() && game.hear("").is_none());
    }
}
