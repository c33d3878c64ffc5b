//! Apocalypse as a referee sees it: how it ends, and choices as text.

use super::choice::Choice;
use super::position::{LONGEST_GAME, MAX_PENALTIES, Position};
use super::square::{Square, upside_down};
use movegen::Color;
use movegen::MoveError;
use movegen::fen::printable;
use movegen::{Game, Turn};
use movegen::{Outcome, Reason};

const NO_PAWNS: Reason = Reason::Rule("no pawns left");
const PENALTIES: Reason = Reason::Rule("two penalties");
const TURN_LIMIT: Reason = Reason::Rule("turn limit");

impl Position {
    /// The FEN of the first position.
    pub const START: &'static str = "npppn/p3p/5/P3P/NPPPN w - - 0 1 00";

    /// Returns the result by board and penalties: pawns first, then penalties, then sides without a safe choice.
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        let against = |[white, black]: [bool; 2], reason| match (white, black) {
            (true, true) => Some(Outcome::draw(reason)),
            (true, false) => Some(Outcome::win(Color::Black, reason)),
            (false, true) => Some(Outcome::win(Color::White, reason)),
            (false, false) => None,
        };
        against(self.pawns.map(|set| set == 0), NO_PAWNS)
            .or_else(|| against(self.penalties.map(|n| n >= MAX_PENALTIES), PENALTIES))
            .or_else(|| {
                let has_no_choice = Color::BOTH.into_iter().any(|c| !self.has_safe_choice(c));
                has_no_choice.then_some(Outcome::draw(Reason::Stalemate))
            })
    }
}

impl Game for Position {
    const NAME: &'static str = "apocalypse";
    type Move = Choice;

    fn start() -> Self {
        let home = 0b01110 | 0b10001 << 5;
        let knights = 0b10001;
        let turned = upside_down;
        Self { pawns: [home, turned(home)], knights: [knights, turned(knights)], penalties: [0; 2], turn: 1 }
    }

    fn turn(&self) -> Turn {
        Turn::Both
    }

    fn moves(&self, of: Color) -> Vec<Choice> {
        if self.outcome().is_some() { Vec::new() } else { self.choices(of).to_vec() }
    }

    /// Nothing happens unless both sides have chosen.
    fn play(&mut self, moves: [Option<Choice>; 2]) {
        if let [Some(white), Some(black)] = moves {
            *self = self.resolve([white, black]);
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        Self::outcome(self)
    }

    fn repeated(&self) -> Outcome {
        Outcome::draw(Reason::Repetition)
    }

    /// A game of [`LONGEST_GAME`] turns is drawn.
    fn expired(&self) -> Option<Outcome> {
        (self.turn > LONGEST_GAME).then_some(Outcome::draw(TURN_LIMIT))
    }

    fn key(&self) -> u64 {
        Self::key(self)
    }

    fn write_move(&self, m: Choice) -> String {
        m.to_string()
    }

    /// Reads what [`Choice`] prints: from and to, with the square of the last rank between them in a safe relocation.
    fn parse_move(&self, of: Color, text: &str) -> Result<Choice, MoveError> {
        let is_square = |at: usize| text.get(at..at + 2).is_some_and(|name| Square::parse(name).is_some());
        if !matches!(text.len(), 4 | 6) || !(0..text.len()).step_by(2).all(is_square) {
            return Err(MoveError::Malformed(printable(text)));
        }
        let found = self.moves(of).into_iter().find(|choice| choice.to_string() == text);
        found.ok_or_else(|| MoveError::Illegal(printable(text)))
    }
}
