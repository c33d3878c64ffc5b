//! Games as the session sees them: whatever their rules, positions that can be shown, choices that can be walked through,
//! reasons why not. Everything is asked of `movegen` and `apocalypse`; here it is only put into the page's words.
//!
//! | file | what |
//! |---|---|
//! | `mod.rs` | [`PlayedGame`], and the place where a name becomes one |
//! | `texts.rs` | names and descriptions |
//! | `catalogue.rs` | the list of games |
//! | `turn_based.rs`, `view.rs` | the games in which the sides move in turn, and their positions |
//! | `choices.rs`, `payment.rs` | their choices as trees; payments |
//! | `arrow.rs`, `book.rs` | the arrow of a move; what was played |
//! | `effect.rs` | what a move does: for a look before it, and as events after it |
//! | `explain.rs` | why a move is illegal |
//! | `apocalypse/` | Apocalypse, and its gambles in words |

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

/// What the sides do in one ply, by colour; in a game of turns one of them does nothing.
pub type Texts = [Option<String>; 2];

/// A game being played, whatever its rules are.
pub trait PlayedGame: Send {
    /// The game's name.
    fn variant(&self) -> &'static str;
    /// Where it began.
    fn start(&self) -> String;
    /// What was played.
    fn played(&self) -> &[Texts];
    /// Who chooses now.
    fn turn(&self) -> Turn;
    /// The position now.
    fn view(&self) -> PositionView;
    /// What a side may choose.
    fn choices(&self, side: Color) -> Choices;

    /// How a payment for the piece on a square stands.
    ///
    /// # Errors
    /// There is nothing to be paid for there, or not with these pieces.
    fn pay(&self, target: &str, paid: &[String]) -> Result<PaymentView, Refusal>;

    /// Why a piece may not go from one square to another; with `pay`: why it may not be paid for the other.
    ///
    /// # Errors
    /// The squares are none.
    fn explain(&self, side: Color, from: &str, to: &str, pay: bool) -> Result<Explanation, Refusal>;

    /// A side's choice as the game writes it, from that or from algebraic notation.
    ///
    /// # Errors
    /// The text is no choice, or an illegal one; nothing may be chosen when the game is over.
    fn read_move(&self, side: Color, text: &str) -> Result<String, Refusal>;

    /// Plays choices that [`PlayedGame::read_move`] gave, and tells what happened.
    ///
    /// # Errors
    /// A choice is illegal or missing. The game is as it was.
    fn play(&mut self, choices: &Texts) -> Result<HistoryEntry, Refusal>;

    /// What was played here, if the book is one of this game.
    fn book(&self, book: &AnyBook) -> BookView;

    /// How the game has ended by its rules, history included.
    fn result(&self) -> Option<ResultView>;
    /// The same game after so many plies, no more than were played.
    fn at(&self, ply: usize) -> Box<dyn PlayedGame>;
    /// Keys of the positions so far, the first one first, equal for equal positions of one game.
    fn keys(&self) -> Vec<u64>;
    /// A line of choices as people write it, as far as it can be played.
    fn write_line(&self, moves: &[String]) -> Vec<String>;
    /// The same for a line that begins after the side to move has passed. Where both sides choose at once nobody can.
    fn write_threat(&self, moves: &[String]) -> Vec<String>;
}

/// A game from its beginning: the game's own first position, or the one given.
///
/// # Errors
/// The game is unknown, or the position is wrong.
pub fn open(variant: &str, fen: Option<&str>) -> Result<Box<dyn PlayedGame>, Refusal> {
    variants::with(variant, Open { fen }).unwrap_or_else(|| Err(unknown_game(variant)))
}

/// The refusal of a name that no game has.
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

/// The refusal of a FEN, with the field at fault.
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
    Refusal::new(ErrorCode::Malformed, format!("'{}' is no square of this board", movegen::fen::printable(text)))
}

/// An outcome in the page's words.
pub fn result_view(outcome: Outcome) -> ResultView {
    ResultView::new(outcome.winner, outcome.reason.as_str())
}
