//! Games of any rules as the session uses them: positions, choices, explanations. The rules are those of `games`; this module
//! converts them to messages.
//!
//! | file | contents |
//! |---|---|
//! | `mod.rs` | [`PlayedGame`], and its creation by name |
//! | `catalogue.rs` | the list of games |
//! | `tree.rs` | choices as trees; the effects of a move: as a preview, and as events |
//! | `turn_based.rs`, `payment.rs` | what only games have in which the sides move in turn; payments |
//! | `apocalypse.rs` | what only Apocalypse has |
//! | `book.rs` | arrows of moves; the opening books |

mod apocalypse;
mod book;
pub(crate) mod catalogue;
mod payment;
#[cfg(test)]
pub(crate) mod tests;
mod tree;
mod turn_based;

pub(crate) use book::{Books, arrow};

use engine::book::AnyBook;
use games::explain::{self, At, Illegal, PieceAt};
use games::{AnySession, GameSession, Notation, names};
use movegen::variants::{Visit, VisitTurnBased, with};
use movegen::{Color, FenError, MoveError, Outcome, Position, Turn, Variant};

use crate::messages::{
    BookView, Choices, ErrorCode, Explanation, GameInfo, Government, HistoryEntry, MoveMade, Origin, PaymentView,
    PieceView, PositionView, Refusal, ResultView, Sides,
};
use crate::pieces::Drawing;

/// The moves of one ply by color; where the sides move in turn, one of them is `None`.
pub(crate) type Texts = [Option<String>; 2];

/// A game in progress of any rules.
pub(crate) trait PlayedGame: AnySession {
    fn info(&self) -> GameInfo;
    fn view(&self) -> PositionView;
    fn choices(&self, side: Color) -> Choices;

    /// Returns the state of a payment for the piece on a square.
    fn pay(&self, target: &str, paid: &[String]) -> Result<PaymentView, Refusal>;

    /// Explains why a move is illegal; with `pay`, why the piece on `from` cannot be paid for the piece on `to`.
    fn explain(&self, side: Color, from: &str, to: &str, pay: bool) -> Result<Explanation, Refusal>;

    /// Plays moves of all sides that choose and returns the entry of the history.
    fn play_turn(&mut self, choices: &Texts) -> Result<HistoryEntry, Refusal>;

    /// Returns the squares to which the piece on a square could move, and those on which it could capture, with or without
    /// enemies there; `None` for pawns, whose moves depend on the position.
    fn reach(&self, from: &str) -> Option<[Vec<String>; 2]>;
    /// Returns the book moves of the current position; none if the book is of another game.
    fn book(&self, book: &AnyBook) -> BookView;
    /// Returns the game after a number of plies, at most those played.
    fn at(&self, ply: usize) -> Box<dyn PlayedGame>;
    /// Returns the keys of all positions, the start position first.
    fn keys(&self) -> Vec<u64>;

    /// Parses a move of a side in coordinate or algebraic notation and returns it in coordinate notation.
    fn read_move(&self, side: Color, text: &str) -> Result<String, Refusal> {
        if self.outcome().is_some() {
            return Err(Refusal::new(ErrorCode::Over, "the game is over"));
        }
        if !self.turn().sides().contains(&side) {
            return Err(Refusal::new(ErrorCode::NotYourTurn, format!("it is not {}'s turn", side.name())));
        }
        Ok(self.convert(side, text, Notation::Algebraic, Notation::Coordinates)?)
    }

    /// Returns the result by the rules, including repetition.
    fn result(&self) -> Option<ResultView> {
        self.outcome().map(result_view)
    }

    /// Writes a line in algebraic notation, up to the first illegal move. Where both sides choose at once, it is unchanged.
    fn write_san(&self, moves: &[String]) -> Vec<String> {
        match self.turn() {
            Turn::One(side) => self.write_line(side, moves, Notation::Algebraic),
            Turn::Both => moves.to_vec(),
        }
    }

    /// Writes a line that begins after a pass of the side to move; empty where both sides choose at once.
    fn write_threat(&self, moves: &[String]) -> Vec<String> {
        let mut passed = self.duplicate();
        match passed.pass() {
            true => passed.write_line(passed.side_to_choose(), moves, Notation::Algebraic),
            false => Vec::new(),
        }
    }
}

/// The parts of a [`PlayedGame`] that differ between the kinds of games.
trait Shown: games::PlayedGame {
    /// Returns the letters of the piece types, the least valuable first.
    fn letters(&self) -> &'static str;

    fn complete_info(&self, info: &mut GameInfo);
    fn complete_view(&self, view: &mut PositionView);
    /// Returns the choices of a side by origin.
    fn origins(&self, side: Color) -> Vec<Origin>;
    fn explain(&self, side: Color, from: &str, to: &str, pay: bool) -> Result<Explanation, Refusal>;
    /// Returns the effects of the choices of a turn.
    fn turn_effects(&self, chosen: [Option<Self::Move>; 2], after: &Self) -> Vec<explain::Effect>;
    /// Returns the squares to mark for a move.
    fn marked(&self, m: Self::Move) -> Vec<String>;
    fn reach(&self, from: &str) -> Option<[Vec<String>; 2]>;

    fn shown(&self, piece: PieceAt) -> PieceView {
        view_of(self.name(), piece)
    }

    /// Returns the name of the government of royals with this letter.
    fn rule(&self, letter: char) -> &'static str {
        names::piece(self.name(), letter, Color::White)
    }

    fn pay(&self, _target: &str, _paid: &[String]) -> Result<PaymentView, Refusal> {
        Err(unsold(self.name()))
    }

    fn book(&self, _book: &AnyBook) -> BookView {
        BookView::default()
    }

    /// Returns the governments, in games that have them.
    fn governments(&self) -> Option<Sides<Government>> {
        None
    }
}

impl<G: Shown> PlayedGame for GameSession<G> {
    fn info(&self) -> GameInfo {
        let start = self.position().first();
        let mut info = catalogue::info(&start);
        start.complete_info(&mut info);
        info
    }

    fn view(&self) -> PositionView {
        let pos = self.position();
        let mut view = PositionView {
            variant: pos.name().to_owned(),
            fen: pos.to_string(),
            board: squares::<G>().filter_map(|at| Some((at.to_string(), piece_at(pos, at)?))).collect(),
            turn: pos.turn().into(),
            governments: pos.governments(),
            result: pos.outcome().map(result_view),
            ..PositionView::default()
        };
        pos.complete_view(&mut view);
        view
    }

    fn choices(&self, side: Color) -> Choices {
        let side = if let Turn::One(side) = self.position().turn() { side } else { side };
        let origins = if self.outcome().is_some() { Vec::new() } else { self.position().origins(side) };
        Choices { side: side.into(), origins }
    }

    fn pay(&self, target: &str, paid: &[String]) -> Result<PaymentView, Refusal> {
        self.position().pay(target, paid)
    }

    fn explain(&self, side: Color, from: &str, to: &str, pay: bool) -> Result<Explanation, Refusal> {
        match self.outcome().filter(|_| self.position().outcome().is_none()) {
            Some(outcome) => Ok(explanation(self.position().name(), Some(&Illegal::Over(outcome)))),
            None => self.position().explain(side, from, to, pay),
        }
    }

    fn play_turn(&mut self, choices: &Texts) -> Result<HistoryEntry, Refusal> {
        let before = self.position().clone();
        let turn = before.turn();
        if Color::BOTH.into_iter().any(|side| choices[side].is_some() != turn.sides().contains(&side)) {
            let why = match turn {
                Turn::One(side) => format!("{} is to move", side.name()),
                Turn::Both => "both sides have to choose".to_owned(),
            };
            return Err(Refusal::new(ErrorCode::NotYourTurn, why));
        }
        let mut chosen = [None, None];
        let mut moves = Vec::new();
        for &side in turn.sides() {
            let text = self.read_move(side, choices[side].as_deref().unwrap_or_default())?;
            let m = before.read(side, &text, Notation::Coordinates)?;
            chosen[side] = Some(m);
            moves.push(MoveMade {
                side: side.into(),
                m: text,
                san: before.write(side, m, Notation::Algebraic),
                squares: before.marked(m),
                millis: None,
                sealed: None,
            });
        }
        let ply = self.turns();
        for &side in turn.sides() {
            chosen[side].into_iter().for_each(|m| Self::play(self, side, m));
        }
        let after = self.position();
        let facts = before.turn_effects(chosen, after).into_iter();
        Ok(HistoryEntry {
            ply,
            number: before.move_number(),
            moves,
            events: facts.filter_map(|fact| tree::event(&before, after, fact)).collect(),
            fen: after.to_string(),
            governments: after.governments(),
            ..HistoryEntry::default()
        })
    }

    fn reach(&self, from: &str) -> Option<[Vec<String>; 2]> {
        self.position().reach(from)
    }

    fn book(&self, book: &AnyBook) -> BookView {
        self.position().book(book)
    }

    fn at(&self, ply: usize) -> Box<dyn PlayedGame> {
        Box::new(Self::from(self.record().up_to(ply)))
    }

    fn keys(&self) -> Vec<u64> {
        self.record().keys().to_vec()
    }
}

/// Returns the squares of the board, a1 first.
fn squares<G: Shown>() -> impl Iterator<Item = At> {
    (0..G::SIZE).flat_map(|rank| (0..G::SIZE).map(move |file| At { file, rank }))
}

/// Returns the piece on a square for the page.
fn piece_at<G: Shown>(pos: &G, at: At) -> Option<PieceView> {
    explain::piece_at(pos, at).map(|piece| pos.shown(piece))
}

/// Returns a piece for the page, without a crown.
fn view_of(game: &str, PieceAt { color, letter, .. }: PieceAt) -> PieceView {
    PieceView {
        side: color.into(),
        letter: letter.to_string(),
        drawing: drawing(game, letter),
        name: names::piece(game, letter, color).to_owned(),
        royal: false,
    }
}

/// Returns the name of the drawing of a piece type. Piece types of games from a file have one only if they are those of chess; for
/// others it is `letter-x`, a disc with the letter.
fn drawing(game: &str, letter: char) -> String {
    let defined = names::defined(game, letter).map(|piece| match piece.name.as_str() {
        name @ ("pawn" | "knight" | "bishop" | "rook" | "queen" | "king") => name.to_owned(),
        "commoner" => "king".to_owned(),
        _ => format!("letter-{letter}"),
    });
    defined.unwrap_or_else(|| Drawing::name_of(letter).to_owned())
}

/// Opens a game at its start position or at a FEN.
pub(crate) fn open(variant: &str, fen: Option<&str>) -> Result<Box<dyn PlayedGame>, Refusal> {
    struct Open<'a>(Option<&'a str>);
    impl Open<'_> {
        fn open<G: Shown>(self, start: &G) -> Result<Box<dyn PlayedGame>, Refusal> {
            Ok(Box::new(GameSession::at(start.of_same_game(self.0)?)))
        }
    }
    impl VisitTurnBased for Open<'_> {
        type Out = Result<Box<dyn PlayedGame>, Refusal>;
        fn turn_based<V: Variant>(self, game: V) -> Self::Out {
            self.open(&Position::start_of(game))
        }
    }
    impl Visit for Open<'_> {
        fn apocalypse(self) -> Self::Out {
            self.open(&<::apocalypse::Position as movegen::Game>::start())
        }
    }
    with(variant, Open(fen)).unwrap_or_else(|| Err(unknown_game(variant)))
}

/// Returns the refusal of an unknown game.
pub(crate) fn unknown_game(variant: &str) -> Refusal {
    let why = format!("no game is called '{}'", movegen::fen::printable(variant));
    Refusal::new(ErrorCode::Unknown, why).in_field("variant")
}

/// Converts the error of a FEN, with its field.
impl From<FenError> for Refusal {
    fn from(error: FenError) -> Self {
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
        Self::new(ErrorCode::Invalid, error.to_string()).in_field(field)
    }
}

impl From<MoveError> for Refusal {
    fn from(error: MoveError) -> Self {
        Self::new(ErrorCode::Illegal, error.to_string())
    }
}

fn unsold(game: &str) -> Refusal {
    Refusal::new(ErrorCode::Unsupported, format!("no piece can be bought in {game}"))
}

/// Checks the result of parsing a square.
fn checked<S>(text: &str, square: Option<S>) -> Result<S, Refusal> {
    let why = || format!("'{}' is not a square of this board", movegen::fen::printable(text));
    square.ok_or_else(|| Refusal::new(ErrorCode::Malformed, why()))
}

/// Returns the message for an illegal move, or the one for a legal move.
fn explanation(game: &str, reason: Option<&Illegal>) -> Explanation {
    Explanation {
        legal: reason.is_none(),
        words: reason.map_or_else(|| "legal".to_owned(), |reason| reason.words(game)),
        squares: reason.map(|reason| texts(reason.squares())).unwrap_or_default(),
    }
}

/// Returns squares as text.
fn texts<S: ToString>(squares: impl IntoIterator<Item = S>) -> Vec<String> {
    squares.into_iter().map(|at| at.to_string()).collect()
}

pub(crate) fn result_view(outcome: Outcome) -> ResultView {
    ResultView::new(outcome.winner, outcome.reason.as_str())
}
