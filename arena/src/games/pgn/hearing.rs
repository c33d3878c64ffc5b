//! From the words of a PGN to moves: those of algebraic and coordinate notation, and the plies of games that XBoard has saved,
//! which may take several for a move.

use apocalypse::{Choice, Position as Apocalypse};
use games::plies::apocalypse::ShownGame;
use games::plies::{Board, Decoded, Parsed, Ply, decode, read};
use movegen::san::parse_san;
use movegen::{Color, Game, Move, Position, Variant};

/// Hears the words of a game.
pub trait Hearing<G: Game>: Sized {
    /// Nothing heard yet in this position; whether the words are plies of XBoard where those cannot be told from choices.
    fn new(pos: &G, are_plies: bool) -> Self;

    /// Hears a word in this position, which stays until a turn is complete; nothing if it says no legal move.
    fn hear(&mut self, pos: &G, word: &str) -> Option<Parsed<G::Move>>;
}

/// Hears the words of a game in which the sides move in turn.
pub struct TurnBasedHearing {
    /// The board behind the plies heard.
    shown: Option<Board>,
    heard: Vec<Option<String>>,
}

impl<V: Variant> Hearing<Position<V>> for TurnBasedHearing {
    fn new(_pos: &Position<V>, _are_plies: bool) -> Self {
        Self { shown: None, heard: Vec::new() }
    }

    fn hear(&mut self, pos: &Position<V>, word: &str) -> Option<Parsed<Move>> {
        let played = |m| Parsed::Turn(Color::BOTH.map(|color| (color == pos.turn()).then_some(m)));
        if let (true, Ok(m)) = (self.heard.is_empty(), parse_san(pos, word)) {
            return Some(played(m));
        }
        let base = Board::of(pos);
        let shown = self.shown.get_or_insert_with(|| base.clone());
        let by_white = (pos.turn() == Color::White) == self.heard.len().is_multiple_of(2);
        let ply = read(shown, by_white, word)?;
        if let Some(m) = of_several_legs(pos, ply).filter(|_| self.heard.is_empty()) {
            return Some(played(m));
        }
        self.heard.push(shown.relayed(&ply));
        match decode(pos, &base, &self.heard) {
            Some(Decoded::Move(m, _)) => {
                self.heard.clear();
                self.shown = None;
                Some(played(m))
            }
            Some(Decoded::Part(ply)) => {
                shown.play(&ply);
                Some(Parsed::Part)
            }
            None => None,
        }
    }
}

/// The purchase that a ply of several legs shows: pieces on the way are paid, with the one that goes.
fn of_several_legs<V: Variant>(pos: &Position<V>, ply: Ply) -> Option<Move> {
    let Ply::Go(step) = ply else { return None };
    let over = step.over?;
    let mut pieces = vec![step.from];
    pieces.extend([step.first_over, Some(over)].into_iter().flatten().filter(|at| *at != step.to));
    let pays = |m: &Move| {
        let paid = pos.payment(*m);
        paid.count() as usize == pieces.len() && paid.into_iter().all(|at| pieces.contains(&games::plies::spot(at)))
    };
    let is_meant = |m: &Move| m.is_purchase() && games::plies::spot(m.to()) == step.to && pays(m);
    pos.legal_moves().into_iter().find(is_meant)
}

/// Hears the words of Apocalypse: choices, White's before Black's, or plies.
pub enum ApocalypseHearing {
    /// Choices; White's, if it has been heard.
    Choices(Option<Choice>),
    /// Plies.
    Plies(Box<ShownGame>),
}

impl Hearing<Apocalypse> for ApocalypseHearing {
    fn new(pos: &Apocalypse, are_plies: bool) -> Self {
        match are_plies {
            true => Self::Plies(Box::new(ShownGame::new(*pos, Color::White))),
            false => Self::Choices(None),
        }
    }

    fn hear(&mut self, pos: &Apocalypse, word: &str) -> Option<Parsed<Choice>> {
        match self {
            Self::Choices(white) => {
                let side = if white.is_none() { Color::White } else { Color::Black };
                let choice = pos.parse_move(side, word).ok()?;
                match white.take() {
                    None => *white = Some(choice),
                    white => return Some(Parsed::Turn([white, Some(choice)])),
                }
                Some(Parsed::Part)
            }
            Self::Plies(game) => game.read(word),
        }
    }
}
