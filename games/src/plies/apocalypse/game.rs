//! Games of Apocalypse saved by XBoard: turns from plies, and plies from turns.

use apocalypse::{Choice, Position};
use movegen::Color;

use super::script::{NICKNAMES, scripts, shown_alone};
use crate::plies::{Board, Parsed, Ply, read, write};

/// The value of [`MOVES_TAG`](crate::plies::definition::MOVES_TAG) that XBoard needs to read the plies of a game.
pub const VARIANT_PIECES: &str = "P:G;N:G;N:mcdN";

fn board_of(pos: &Position) -> Board {
    Board::new(&pos.board_text(), &NICKNAMES)
}

/// A game that is read ply by ply.
#[derive(Clone, Debug)]
pub struct ShownGame {
    position: Position,
    shown: Board,
    /// XBoard's side to move.
    turn: Color,
    /// The side shown first and its choice.
    pending: Option<(Color, Choice)>,
    /// The plies of the other side's script received so far.
    received: Vec<Ply>,
    /// The board and the side to move before them.
    base: (Board, Color),
}

impl ShownGame {
    /// Starts at a position, with XBoard's side to move.
    pub fn new(position: Position, turn: Color) -> Self {
        let shown = board_of(&position);
        Self { position, base: (shown.clone(), turn), shown, turn, pending: None, received: Vec::new() }
    }

    /// Reads the next word of a saved game; `None` if it is not a ply that may follow.
    ///
    /// ```
    /// use apocalypse::Position;
    /// use upheaval_games::plies::Parsed;
    /// use upheaval_games::plies::apocalypse::ShownGame;
    /// use movegen::{Color, Game};
    /// let mut game = ShownGame::new(Position::start(), Color::White);
    /// assert_eq!(game.read("Na1b3"), Some(Parsed::Part));
    /// assert!(matches!(game.read("Ne5d3"), Some(Parsed::Turn(_))));
    /// assert_eq!(game.read("Ne5d3"), None);
    /// ```
    pub fn read(&mut self, word: &str) -> Option<Parsed<Choice>> {
        let ply = read(&self.shown, self.turn == Color::White, word)?;
        let progress = match self.pending {
            None if ply == Ply::Pass => Parsed::Part,
            None => {
                let choice = self.decode_first(&ply)?;
                self.pending = Some((self.turn, choice));
                Parsed::Part
            }
            Some((first, choice)) => self.answer(first, choice, ply)?,
        };
        self.shown.play(&ply);
        self.turn = !self.turn;
        if let Parsed::Turn([Some(white), Some(black)]) = progress {
            self.position = self.position.resolve([white, black]);
            self.shown = board_of(&self.position);
            self.pending = None;
        }
        if self.pending.is_none() || self.received.is_empty() {
            self.base = (self.shown.clone(), self.turn);
        }
        Some(progress)
    }

    /// Reads the next ply of the second side's script.
    fn answer(&mut self, first: Color, choice: Choice, ply: Ply) -> Option<Parsed<Choice>> {
        self.received.push(ply);
        let (board, turn) = &self.base;
        let all = scripts(&self.position, board, *turn, choice, !first);
        if let Some((second, _)) = all.iter().find(|(_, plies)| *plies == self.received) {
            self.received.clear();
            let both = if first == Color::White { [choice, *second] } else { [*second, choice] };
            return Some(Parsed::Turn(both.map(Some)));
        }
        let is_part = all.iter().any(|(_, plies)| plies.starts_with(&self.received));
        if !is_part {
            self.received.pop();
        }
        is_part.then_some(Parsed::Part)
    }

    /// Decodes the first side's choice, as an engine shows it or as a user enters it.
    fn decode_first(&self, ply: &Ply) -> Option<Choice> {
        let choices = self.position.choices(self.turn);
        let is_shown = |choice: &&Choice| shown_alone(&self.position, self.turn, **choice) == *ply;
        choices.iter().find(is_shown).or_else(|| choices.iter().find(|&&choice| has_squares(ply, choice))).copied()
    }
}

/// Returns `true` if a ply has the squares of a choice; the ply may omit the square on the way.
pub fn has_squares(ply: &Ply, choice: Choice) -> bool {
    matches!(*ply, Ply::Go(step) if step.from == choice.from().into() && step.to == choice.to().into()
        && step.over.is_none_or(|over| over == choice.via().into()))
}

/// Writes the plies of a turn for XBoard, White's first. White is to move after them.
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
    fn written_turn_is_read_back() {
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
                let mut progress = None;
                for word in &words {
                    progress = game.read(word);
                    assert!(progress.is_some(), "{pos} {both:?}: {word} of {words:?}");
                }
                // Two choices may lead to the same position by the same plies.
                let Some(Parsed::Turn([Some(white), Some(black)])) = progress else {
                    panic!("{pos} {both:?}: {words:?}")
                };
                assert_eq!(pos.resolve([white, black]), pos.resolve(both), "{pos} {both:?}: {words:?}");
                pos = pos.resolve(both);
            }
        }
    }

    #[test]
    fn leading_pass_and_two_legs_are_read() {
        let mut game = ShownGame::new(Position::start(), Color::White);
        for word in ["--", "Na5b3", "Nxb3"] {
            game.read(word);
        }
        assert_eq!(game.position.turn_number(), 1, "not a script");
        let pos: Position = "2p1n/1P3/5/p3P/N3N w - - 0 1".parse().unwrap();
        let mut game = ShownGame::new(pos, Color::White);
        assert_eq!(game.read("b4xc5-d2"), Some(Parsed::Part));
        assert!(game.read("zz").is_none() && game.read("").is_none());
    }
}
