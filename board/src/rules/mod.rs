//! Games of any rules as the session uses them: positions, choices, explanations. The rules are those of `movegen` and
//! `apocalypse`; this module converts them to messages.
//!
//! | file | contents |
//! |---|---|
//! | `mod.rs` | [`PlayedGame`], and its creation by name |
//! | `texts.rs` | names and descriptions |
//! | `catalogue.rs` | the list of games |
//! | `turn_based.rs`, `view.rs` | the games in which the sides move in turn, and their positions |
//! | `choices.rs`, `payment.rs` | their choices as trees; payments |
//! | `arrow.rs`, `book.rs` | the arrow of a move; the opening book |
//! | `effect.rs` | what a move does: for a look before it, and as events after it |
//! | `explain.rs` | why a move is illegal |
//! | `apocalypse/` | Apocalypse and its gambles |

mod apocalypse;
mod arrow;
mod book;
pub mod catalogue;
mod choices;
mod effect;
mod explain;
mod payment;
#[cfg(test)]
pub(crate) mod tests;
pub mod texts;
mod turn_based;
mod view;

pub use apocalypse::Apocalypse;
pub use arrow::arrow;
pub use book::Books;
pub use turn_based::TurnBased;

use engine::book::AnyBook;
use movegen::variants::{self, Visit, VisitTurnBased};
use movegen::{Color, FenError, MoveError, Outcome, Variant};

use crate::messages::{
    BookView, Choices, ErrorCode, Explanation, HistoryEntry, PaymentView, PositionView, Refusal, ResultView, Turn,
};

/// The moves of one ply by color; where the sides move in turn, one of them is `None`.
pub type Texts = [Option<String>; 2];

/// A game in progress of any rules.
pub trait PlayedGame: Send {
    /// Returns the game's name.
    fn variant(&self) -> &'static str;
    /// Returns the FEN of the start position.
    fn start(&self) -> String;
    /// Returns the moves played.
    fn played(&self) -> &[Texts];
    /// Returns the side that chooses.
    fn turn(&self) -> Turn;
    /// Returns the current position.
    fn view(&self) -> PositionView;
    /// Returns the choices of a side.
    fn choices(&self, side: Color) -> Choices;

    /// Returns the state of a payment for the piece on a square.
    ///
    /// # Errors
    /// The piece cannot be bribed, or not with these pieces.
    fn pay(&self, target: &str, paid: &[String]) -> Result<PaymentView, Refusal>;

    /// Explains why a move is illegal; with `pay`, why the piece on `from` cannot be paid for the piece on `to`.
    ///
    /// # Errors
    /// A text is not a square.
    fn explain(&self, side: Color, from: &str, to: &str, pay: bool) -> Result<Explanation, Refusal>;

    /// Parses a move of a side in coordinate or algebraic notation and returns it in coordinate notation.
    ///
    /// # Errors
    /// The text is not a legal move, or the game is over.
    fn read_move(&self, side: Color, text: &str) -> Result<String, Refusal>;

    /// Plays moves that [`PlayedGame::read_move`] returned, and returns the entry of the history.
    ///
    /// # Errors
    /// A move is illegal or missing. The game is unchanged.
    fn play(&mut self, choices: &Texts) -> Result<HistoryEntry, Refusal>;

    /// Returns the book moves of the current position; none if the book is of another game.
    fn book(&self, book: &AnyBook) -> BookView;

    /// Returns the result by the rules, including repetition.
    fn result(&self) -> Option<ResultView>;
    /// Returns the game after a number of plies, at most those played.
    fn at(&self, ply: usize) -> Box<dyn PlayedGame>;
    /// Returns the keys of all positions, the start position first.
    fn keys(&self) -> Vec<u64>;
    /// Writes a line in algebraic notation, up to the first illegal move.
    fn write_line(&self, moves: &[String]) -> Vec<String>;
    /// Writes a line that begins after a pass of the side to move; empty where both sides choose at once.
    fn write_threat(&self, moves: &[String]) -> Vec<String>;
}

/// Opens a game at its start position or at a FEN.
///
/// # Errors
/// The game is unknown, or the FEN is invalid.
pub fn open(variant: &str, fen: Option<&str>) -> Result<Box<dyn PlayedGame>, Refusal> {
    variants::with(variant, Open { fen }).unwrap_or_else(|| Err(unknown_game(variant)))
}

/// Returns the refusal of an unknown game.
pub fn unknown_game(variant: &str) -> Refusal {
    let why = format!("no game is called '{}'", movegen::fen::printable(variant));
    Refusal::new(ErrorCode::Unknown, why).in_field("variant")
}

struct Open<'a> {
    fen: Option<&'a str>,
}

impl VisitTurnBased for Open<'_> {
    type Out = Result<Box<dyn PlayedGame>, Refusal>;

    fn turn_based<V: Variant>(self) -> Self::Out {
        Ok(Box::new(TurnBased::<V>::new(self.fen)?))
    }
}

impl Visit for Open<'_> {
    fn apocalypse(self) -> Self::Out {
        Ok(Box::new(Apocalypse::new(self.fen)?))
    }
}

/// Converts the error of a FEN, with its field.
fn wrong_fen(error: &FenError) -> Refusal {
    use movegen::fen::Field;
    let field = match error.field {
        Field::Board => "board",
        Field::Turn => "turn",
        Field::Castling => "castling",
        Field::EnPassant => "enPassant",
        Field::Clock => "clock",
        Field::MoveNumber => "moveNumber",
        Field::State(name) => name,
        Field::Rest => "rest",
    };
    Refusal::new(ErrorCode::Invalid, error.to_string()).in_field(field)
}

fn wrong_move(error: &MoveError) -> Refusal {
    Refusal::new(ErrorCode::Illegal, error.to_string())
}

fn wrong_square(text: &str) -> Refusal {
    Refusal::new(ErrorCode::Malformed, format!("'{}' is not a square of this board", movegen::fen::printable(text)))
}

/// Converts an outcome for the page.
pub fn result_view(outcome: Outcome) -> ResultView {
    ResultView::new(outcome.winner, outcome.reason.as_str())
}
