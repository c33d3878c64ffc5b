//! From words of a game to moves: algebraic and coordinate notation, and plies of games saved by XBoard.

use apocalypse::{Choice, Position as Apocalypse};
use movegen::san::parse_san;
use movegen::{Color, Game, Move, Position, Variant};

use super::apocalypse::ShownGame;
use super::{Board, Decoded, Parsed, Ply, decode, read};
use crate::explain::At;
use crate::game::{Notation, PlayedGame};

/// Reads the words of a game.
pub trait WordReader<G: Game>: Sized {
    /// Starts at a position. `are_plies` selects plies of XBoard where they cannot be distinguished from choices.
    fn new(pos: &G, are_plies: bool) -> Self;

    /// Reads a word in a position, which stays the same until a turn is complete. Returns `None` if the word is not a legal move.
    fn read(&mut self, pos: &G, word: &str) -> Option<Parsed<G::Move>>;
}

/// The words for a null move: of ChessBase, of PGN, of XBoard.
const NULL_MOVES: [&str; 3] = ["Z0", "--", "@@@@"];

/// Reads games in which the sides move in turn.
pub struct TurnBasedReader {
    /// The board after the plies received.
    shown: Option<Board>,
    received: Vec<Option<String>>,
}

impl<V: Variant> WordReader<Position<V>> for TurnBasedReader {
    fn new(_pos: &Position<V>, _are_plies: bool) -> Self {
        Self { shown: None, received: Vec::new() }
    }

    fn read(&mut self, pos: &Position<V>, word: &str) -> Option<Parsed<Move>> {
        let played = |m| Parsed::Turn(Color::BOTH.map(|color| (color == pos.turn()).then_some(m)));
        if self.received.is_empty() {
            if let Ok(m) = parse_san(pos, word) {
                return Some(played(m));
            }
            if NULL_MOVES.contains(&word) {
                return pos.checked_royals().is_empty().then_some(Parsed::Null);
            }
        }
        let base = Board::of(pos);
        let shown = self.shown.get_or_insert_with(|| base.clone());
        let by_white = (pos.turn() == Color::White) == self.received.len().is_multiple_of(2);
        let ply = read(shown, by_white, word)?;
        if let Some(m) = purchase_of_legs(pos, ply).filter(|_| self.received.is_empty()) {
            return Some(played(m));
        }
        self.received.push(shown.relayed(&ply));
        match decode(pos, &base, &self.received) {
            Some(Decoded::Move(m, _)) => {
                self.received.clear();
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

/// Returns the purchase shown by a ply of several legs: pieces on the way are paid, together with the piece that moves.
fn purchase_of_legs<V: Variant>(pos: &Position<V>, ply: Ply) -> Option<Move> {
    let Ply::Go(step) = ply else { return None };
    let over = step.over?;
    let mut pieces = vec![step.from];
    pieces.extend([step.first_over, Some(over)].into_iter().flatten().filter(|at| *at != step.to));
    let pays = |m: &Move| {
        let paid = pos.payment(*m);
        paid.count() as usize == pieces.len() && paid.into_iter().all(|at| pieces.contains(&at.into()))
    };
    let matches = |m: &Move| m.is_purchase() && At::from(m.to()) == step.to && pays(m);
    pos.legal_moves().into_iter().find(matches)
}

/// Reads games of Apocalypse: choices, White's before Black's, or plies.
pub enum ApocalypseReader {
    /// Choices; White's, if it has been read.
    Choices(Option<Choice>),
    /// Plies.
    Plies(Box<ShownGame>),
}

impl WordReader<Apocalypse> for ApocalypseReader {
    fn new(pos: &Apocalypse, are_plies: bool) -> Self {
        match are_plies {
            true => Self::Plies(Box::new(ShownGame::new(*pos, Color::White))),
            false => Self::Choices(None),
        }
    }

    fn read(&mut self, pos: &Apocalypse, word: &str) -> Option<Parsed<Choice>> {
        match self {
            Self::Choices(white) => {
                let side = if white.is_none() { Color::White } else { Color::Black };
                let choice = PlayedGame::read(pos, side, word, Notation::Algebraic).ok()?;
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
